import { describe, expect, it } from 'vitest'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { openApp } from './open-app.ts'

const count = 2500

describe('a run of many cases', () => {
  it('begins with what failed, wherever that lies, and no row moves while the others come', async () => {
    const { page, url, goto, troubles } = await openApp(await longRun())
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/cases')) asked.push(search)
    })
    // What the first rows were, in every frame since there were any.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const look = () => {
        const rows = [...document.querySelectorAll('[data-index]')].slice(0, 10)
        const cases = rows.map((row) => /case \d+/.exec(row.textContent)?.[0]).join(', ')
        if (cases !== '' && seen.at(-1) !== cases) seen.push(cases)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    await goto(`/runs/${runs[0]?.runId}`)
    await page.getByText('2,500 of 2,500').waitFor()
    expect(await page.evaluate('globalThis.seen')).toEqual([
      Array.from({ length: 10 }, (_, index) => `case ${2410 + index}`).join(', '),
    ])
    expect(asked).toEqual(['?order=worst-first&limit=200', '?from=0&limit=2000', '?from=2000&limit=2000'])
    expect(await page.locator('[data-index]').count()).toBeLessThan(45)
    expect(troubles).toEqual([])
  })
})

/** The last ninety of its cases fail. */
async function longRun(): Promise<Project> {
  const cases = Array.from({ length: count }, (_, at) =>
    [`case ${at}`, `Where is order ${at}?`, `ORDER ${at}`].join(','),
  )
  const project = newProject({
    'agent.mjs': `export default async (question) => {
      const order = Number(/\\d+/.exec(question)[0])
      return order < 2410 ? 'ORDER ' + order : 'WRONG'
    }`,
    'test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
    'orders.csv': ['id,question,answer', ...cases].join('\n'),
  })
  const { exitCode, stderr } = await project.run('run', 'orders.csv', '--target', './agent.mjs', '--concurrency', '50')
  expect([exitCode, stderr]).toEqual([1, expect.anything()])
  return project
}
