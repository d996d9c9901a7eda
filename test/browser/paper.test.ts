import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { openApp, openReport, type App } from './open-app.ts'

// A4 lying and standing, in points, with the margins of `design/print.css`.
const sheets = { portrait: { width: 595, margin: 34 }, landscape: { width: 842, margin: 34 } } as const

describe.each(['portrait', 'landscape'] as const)('on paper, %s', (kind) => {
  const { width, margin } = sheets[kind]
  const landscape = kind === 'landscape'

  it('every page has the whole width, and nothing beyond it', async () => {
    const app = await appWithRuns()
    const [second, first] = await runIdsOf(app)
    const places = [
      '/',
      `/runs/${first}`,
      `/runs/${first}/summary`,
      `/runs/${first}/cases/1/0`,
      `/compare?first=${first}&second=${second}`,
      '/trend',
      '/datasets',
      '/new',
      '/runbook',
      '/reviews',
      '/labels',
      '/calibration',
    ]
    for (const place of places) expect([place, await coverage(app, place)]).toEqual([place, wholeWidth])
  })

  it('the report that is one file has it too', async () => {
    const project = await projectWithRuns()
    const [run] = JSON.parse((await project.runHere('list', '--json')).stdout) as { plan: { runId: string } }[]
    await project.runHere('export', 'latest', '--html', 'report.html')
    const app = await openReport(join(project.folder, 'report.html'))
    for (const place of ['#/', `#/runs/${run?.plan.runId}`, `#/runs/${run?.plan.runId}/cases/1/0`])
      expect([place, await coverage(app, place)]).toEqual([place, wholeWidth])
  })

  it('a table that scrolls on a screen is there as a whole, with all of its columns', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `case${index}x`)
    const project = newProject({
      'agent.mjs': agents.loud,
      'loud.evalset.json': loudSet(Object.fromEntries(names.map((name) => [name, 'right' as const]))),
    })
    await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
    const app = await openApp(project)
    const [run] = await runIdsOf(app)
    await app.goto(`/runs/${run}`)
    await app.page.getByText('case0x').first().waitFor()
    await app.settled()
    const [boxes, ...columns] = await app.page.getByRole('columnheader').allInnerTexts()
    const { text, right } = await printed(app, landscape)
    const letters = text.replaceAll(/\s/g, '')
    expect(names.filter((name) => !letters.includes(name))).toEqual([])
    expect(columns.filter((column) => !letters.includes(column.replaceAll(/[\s↑↓↕]/g, '')))).toEqual([])
    // What is clicked is left out.
    expect(boxes).toBe('Chosen cases')
    expect(letters).not.toContain('Chosen cases'.replaceAll(' ', ''))
    expect(right).toBeLessThanOrEqual(width - margin + 2)
  })

  it('rows of a run with many metrics lie below one another, and their reasons can be read', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `case-${index}`)
    const criteria = [
      'response_match_score',
      'rouge_l',
      'tool_trajectory_avg_score',
      'tool_call_f1',
      'exact_match',
      'edit_similarity',
    ]
    const project = newProject({
      'agent.mjs': agents.loud,
      'loud.evalset.json': loudSet(Object.fromEntries(names.map((name) => [name, 'wrong' as const]))),
      'test_config.json': { criteria: Object.fromEntries(criteria.map((metric) => [metric, 0.8])) },
    })
    const { stderr } = await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
    expect(stderr).not.toContain('error')
    const app = await openApp(project)
    const [run] = await runIdsOf(app)
    await app.goto(`/runs/${run}`)
    await app.page.locator('[role=grid] [data-index]').first().waitFor({ timeout: 20_000 })
    await app.settled()
    const { right, texts } = await printed(app, landscape)
    expect(right).toBeLessThanOrEqual(width - margin + 2)
    const rows = texts.filter((text) => /case-\s?\d/.test(text))
    expect(rows.length).toBeLessThanOrEqual(landscape ? 12 : 8)
    // Sheets of rows each have the head of the table.
    expect(rows[0]).toMatch(/Question Answer Expected Why/)
    const heads = rows.slice(1).map((text) => text.includes('Verdict'))
    expect(heads).toEqual(heads.map(() => true))
    expect(heads.length).toBeGreaterThan(0)
  })

  it('a comparison has the answers of all rows, not only of those that were seen', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `case${index}x`)
    const project = newProject({
      'agent.mjs': agents.loud,
      'loud.evalset.json': loudSet(Object.fromEntries(names.map((name) => [name, 'right' as const]))),
    })
    for (let run = 0; run < 2; run += 1) await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
    const app = await openApp(project)
    const [second, first] = await runIdsOf(app)
    const there = new Set<string>()
    app.page.on('requestfinished', (request) => {
      const [, run, positions] = /runs\/([^/]+)\/cases\?positions=(.*)/.exec(decodeURIComponent(request.url())) ?? []
      for (const position of positions?.split(',') ?? []) there.add(`${run} ${position}`)
    })
    await app.goto(`/compare?first=${first}&second=${second}`)
    await app.settled()
    await expect.poll(() => there.size, { timeout: 20_000 }).toBe(2 * names.length)
    await app.settled()
    const { text } = await printed(app, landscape)
    // Of either run, and what was expected.
    expect(names.filter((name) => text.split(name.toUpperCase()).length < 4)).toEqual([])
  })

  it('a case begins with its scores on the first sheet, without what is clicked or filled in', async () => {
    const app = await appWithRuns()
    const [run] = await runIdsOf(app)
    await app.goto(`/runs/${run}/cases/1/0`)
    await app.settled()
    const { text, texts } = await printed(app, landscape)
    expect(texts[0]).toContain('Scores')
    expect(text).not.toMatch(/Copy|Your verdict|Corrected answer/)
  })

  // What is short leaves the rest of its line free; what is squeezed into a column does not reach half of it.
  const wholeWidth = { startsAtMargin: true, endsOnSheet: true, reachesFar: true }

  async function coverage(app: App, place: string) {
    await app.goto(place)
    await app.settled()
    const { left, right } = await printed(app, landscape)
    return {
      startsAtMargin: Math.abs(left - margin) < 12,
      endsOnSheet: right <= width - margin + 2,
      reachesFar: right > width * 0.6,
    }
  }
})

type Extent = {
  readonly left: number
  readonly right: number
  readonly text: string
  /** Of each sheet. */
  readonly texts: readonly string[]
}

async function printed({ page }: App, landscape: boolean): Promise<Extent> {
  const pdf = await page.pdf({ format: 'A4', landscape })
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const reading = await task.promise
  const [texts, xs]: [string[], [number, number][]] = [[], []]
  for (let number = 1; number <= reading.numPages; number += 1) {
    const { items } = await (await reading.getPage(number)).getTextContent()
    const written = items.filter((item) => 'str' in item).filter(({ str }) => str.trim() !== '')
    texts.push(written.map(({ str }) => str).join(' '))
    for (const { transform, width: reach } of written)
      xs.push([transform[4] as number, (transform[4] as number) + reach])
  }
  await task.destroy()
  return {
    left: Math.min(...xs.map(([left]) => left)),
    right: Math.max(...xs.map(([, right]) => right)),
    text: texts.join(' '),
    texts,
  }
}

async function appWithRuns(): Promise<App> {
  return openApp(await projectWithRuns())
}

async function projectWithRuns(): Promise<Project> {
  const project = newProject({
    'agent.mjs': agents.loud,
    'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong', cocoa: 'right' }),
  })
  for (let run = 0; run < 2; run += 1) await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
  return project
}

async function runIdsOf({ url }: App): Promise<readonly string[]> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  return runs.map(({ runId }) => runId)
}
