import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'

it('keys pressed before anything is there to hear them lead from the list to the cause of a failure', async () => {
  const { page, url, troubles } = await openApp(await teasRun(), { language: 'ja' })
  const words = await held(page, /japanese-.*\.js/)
  const list = await held(page, /\/api\/runs$/)
  const run = await held(page, /\/api\/runs\/[^/]+$/)
  const rows = await held(page, /\/api\/runs\/[^/]+\/(cases|worst)/)
  await page.goto(url, { waitUntil: 'commit' })
  await words.asked
  await page.keyboard.press('Enter')
  words.release()
  await list.asked
  await page.keyboard.press('Enter')
  list.release()
  await run.asked
  run.release()
  await rows.asked
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  rows.release()
  // The second Enter opened the first failure, j and j led on from it.
  await page.getByText(saying('ja')('{at} of {all}', { at: 3, all: 9 })).waitFor()
  expect(troubles).toEqual([])
})

it('what was pressed for something is forgotten where another key or the mouse goes on without it', async () => {
  const { page, goto, troubles } = await openApp(await teasRun())
  const list = await held(page, /\/api\/runs$/)
  await goto('/')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.mouse.click(700, 300)
  list.release()
  await page.getByRole('link', { name: 'teas' }).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(troubles).toEqual([])
})

it('a case that is named is labelled, though it comes late', async () => {
  const { page, goto, url, troubles } = await openApp(await teasRun())
  const id = await runIdOf(url)
  const panel = await held(page, /case-panel-.*\.js/)
  const second = await held(page, /\/cases\/3\/0$/)
  await goto(`/runs/${id}?only=failed&open=0/0`)
  await panel.asked
  await page.keyboard.press('f')
  panel.release()
  await page.getByRole('heading', { level: 2, name: 'tea 3' }).waitFor()
  await page.keyboard.press('p')
  second.release()
  await page.getByText(fill('{at} of {all}', { at: 3, all: 3 })).waitFor()
  const { labels } = (await (await fetch(new URL(`/api/runs/${id}/labels`, url))).json()) as {
    labels: { position: number; passed: boolean }[]
  }
  expect(labels.map(({ position, passed }) => [position, passed])).toEqual([
    [0, false],
    [3, true],
  ])
  expect(troubles).toEqual([])
})

/** Holds back what is asked for at such an address, from now on. */
async function held(page: Page, address: RegExp) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(address, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => released.resolve() }
}

/** Nine cases of which every third is answered wrongly. */
async function teasRun(): Promise<Project> {
  const project = newProject({
    'agent.mjs': `export default async (question) => (/[036]/.test(question) ? 'WRONG' : question)`,
    'test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
    'teas.csv': ['id,question,answer', ...Array.from({ length: 9 }, (_, at) => `tea ${at},Tea ${at}?,Tea ${at}?`)].join(
      '\n',
    ),
  })
  await project.runHere('run', 'teas.csv', '--target', './agent.mjs', '--name', 'teas')
  return project
}

async function runIdOf(url: string): Promise<string> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  return runs[0]?.runId ?? ''
}
