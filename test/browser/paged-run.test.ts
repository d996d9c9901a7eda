import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RunStore } from '../../src/core/index.ts'
import { openSqliteStore } from '../../src/stores/index.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { caseResult, sampleRun } from '../fixtures/sample-run.ts'
import { openApp } from './open-app.ts'

const [count, repeat] = [5001, 10]

it('shows a run of more results than a browser takes page by page, and filters and orders all of it', async () => {
  const { page, url, goto, settled, barriers, troubles } = await openApp(await largeRun())
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/cases')) asked.push(search)
  })
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  const address = `/runs/${runs[0]?.runId}`
  await goto(address)
  const pager = page.getByRole('navigation', { name: 'Pages of cases' })
  const shows = (text: string) => pager.getByText(text, { exact: true }).waitFor()
  const first = async (name: string) => page.locator('[data-index="0"]').getByText(name, { exact: true }).waitFor()
  await shows('Cases 1 to 50 of 5,001')
  await first('case 0')
  await page.getByText('A run of 50,010 results is shown in pages').waitFor()
  expect(asked).toEqual(['?view=&from=0&limit=50'])
  await settled()
  expect(await barriers()).toEqual([])

  await pager.getByRole('button', { name: 'Last page' }).click()
  await shows('Cases 5,001 to 5,001 of 5,001')
  await first('case 5000')
  await pager.getByLabel('Page', { exact: true }).fill('42')
  await page.keyboard.press('Enter')
  await shows('Cases 2,051 to 2,100 of 5,001')
  await first('case 2050')
  expect(new URL(page.url()).search).toBe('?page=42')
  await page.reload()
  await first('case 2050')

  // Another question begins with its first page, and is put to all results.
  await page.getByRole('button', { name: /^Failed 110$/ }).click()
  await shows('Cases 1 to 11 of 11')
  await first('case 4990')
  await page.goto(new URL(`${address}?sort=-place&only=failed`, url).href)
  await first('case 5000')
  await page.getByRole('searchbox').fill('case 4995')
  await shows('Cases 1 to 1 of 1')
  await first('case 4995')
  expect(troubles).toEqual([])
})

it('shows one at work page by page too, each page filling as the run goes on', async () => {
  const project = newProject()
  const store = openSqliteStore(join(project.folder, '.shinsa/runs.db'))
  onTestFinished(async () => store.close())
  const dataset = { id: 'large', format: 'lines', cases: 1_000_000 }
  // No process of this machine is asked whether it is still there.
  const plan = { ...sampleRun().plan, runId: 'at-work', dataset, origin: { queue: true } }
  await store.append('at-work', { type: 'run-start', plan, resumed: false, done: 0 })
  const play = async (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, async (_, at) => playCase(store, from + at)))
  await play(0, 510)
  const { page, goto, troubles } = await openApp(project)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/cases')) asked.push(search)
  })
  await goto('/runs/at-work?page=2')
  const pager = page.getByRole('navigation', { name: 'Pages of cases' })
  await pager.getByText('Cases 501 to 1,000 of 1,000,000', { exact: true }).waitFor()
  await page.locator('[data-index="9"]').getByText('case 509', { exact: true }).waitFor()
  await page.locator('.run-progress').getByText('510 of 1,000,000').waitFor()
  await play(510, 512)
  await page.locator('[data-index="11"]').getByText('case 511', { exact: true }).waitFor()
  await page.locator('.run-progress').getByText('512 of 1,000,000').waitFor()
  expect([...new Set(asked)]).toEqual(['?view=&from=500&limit=500'])
  expect(troubles).toEqual([])
})

async function playCase(store: RunStore, position: number): Promise<void> {
  const result = { ...caseResult(`case ${position}`, 'Hello', []), position }
  const { evalCase } = result
  await Promise.all([
    store.append('at-work', { type: 'case-start', position, repeat: 0, evalCase }),
    store.append('at-work', { type: 'case-end', position, repeat: 0, result }),
  ])
}

/** Its last eleven cases fail. */
async function largeRun(): Promise<Project> {
  const project = newProject({
    'cases.jsonl': lines(() => ({ conversation: [turn('yes')] })),
    'transcripts.jsonl': lines((at) => ({ invocations: [turn(isWrong(at) ? 'no' : 'yes')] })),
    'test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
  })
  const target = ['--target', 'recorded:transcripts.jsonl', '--repeat', String(repeat)]
  const { exitCode, stderr } = await project.run('run', 'cases.jsonl', ...target)
  expect([exitCode, stderr]).toEqual([1, expect.anything()])
  return project
}

const isWrong = (at: number) => at >= 4990

const turn = (text: string) => ({ user_content: { parts: [{ text: 'q' }] }, final_response: { parts: [{ text }] } })

const lines = (of: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify({ eval_id: `case ${at}`, ...of(at) })}\n`).join('')
