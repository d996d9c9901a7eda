import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/stores/index.ts'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { fillTemplate } from '../../src/core/basics/message.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { openApp } from './open-app.ts'
import { appendTracedRun } from './traced-run.ts'

const tables = { en, ja: pageWordsJa }
const phone = { width: 390, height: 844 }

describe.each([
  { language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'ja', colorScheme: 'dark', viewport: phone },
] as const)('the trace of a case, in $language at $viewport.width', ({ language, ...screen }) => {
  const words = tables[language]

  it('has a call and its answer in one row, with its expected call, its time and its tokens', async () => {
    const { page, goto, barriers, troubles } = await openApp(await tracedProject(), { language, ...screen })
    await goto('/runs/traced/cases/0/0')
    const trace = page.getByRole('treegrid', { name: fillTemplate(words.trace.label, { turn: 1 }) })
    const rows = trace.locator('.trace-line')
    await expect.poll(async () => rows.count()).toBe(10)
    const book = rows.filter({ hasText: 'book_hotel' })
    expect(await book.innerText()).toContain(words.case['wrong-args'])
    expect(await book.innerText()).toContain('no room for 3 nights')
    expect(await book.locator('.trace-arg[data-mark]').allTextContents()).toEqual([
      `nights=3 (${words.trace.marks.differs})`,
      `late=true (${words.trace.marks.extra})`,
      `breakfast (${words.trace.marks.missing})`,
    ])
    expect(await rows.filter({ hasText: 'ask_budget' }).getAttribute('data-mark')).toBe('missing')
    expect(await trace.locator('.trace-tokens').first().innerText()).toBe('310 → 24')
    // 310 tokens for 0.30 and 24 for 2.50 dollars a million.
    expect(await trace.locator('.trace-cost').first().innerText()).toBe('$0.00015')

    // The way to the spans is by the reader's own address, and to no other.
    await page.getByText(words.trace.spans, { exact: true }).click()
    const address = page.getByLabel(words.trace.spanLink)
    const way = page.getByRole('link', { name: words.trace.openSpans })
    await address.fill('javascript:alert("{traceId}")')
    await page.locator('[aria-invalid=true]').waitFor()
    expect(await way.count()).toBe(0)
    await address.fill('http://localhost:16686/trace/{traceId}?uiFind={spanId}')
    expect(await way.getAttribute('href')).toBe(
      'http://localhost:16686/trace/4bf92f3577b34da6a3ce929d0e0e4736?uiFind=00f067aa0ba902b7',
    )

    // However long an argument is, a row stays as high as the others.
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights).size).toBe(1)

    await book.click()
    await trace.getByText(words.trace.expectedArguments).waitFor()
    await rows.filter({ hasText: 'draw_map' }).click()
    const image = trace.getByRole('img')
    await image.waitFor()
    expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.viewport.width)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('folds what is long, shows Markdown as it is meant, and lets nothing of it act', async () => {
    const { page, goto, barriers, troubles } = await openApp(await tracedProject(), { language, ...screen })
    await goto('/runs/traced/cases/0/0')
    const answer = page.locator('.case-said[data-who=agent]')
    await answer.getByRole('table').waitFor()
    expect(await answer.getByText('stop number 386').count()).toBe(0)
    await answer.getByRole('button', { name: fillTemplate(words.value.showLines, { count: 400 }) }).click()
    await answer.getByText('stop number 386').waitFor()
    await answer.getByText('<script>canary()</script>').waitFor()
    expect(await answer.locator('a, script, iframe, img:not([src^="data:image/png"])').count()).toBe(0)
    await answer.getByText('(https://trains.example/kyoto)').waitFor()
    await answer.getByRole('button', { name: words.value.raw }).click()
    await answer.getByText('# Two days in Kyoto').waitFor()
    expect(await page.locator('.case-texts mark').allInnerTexts()).toEqual(['Ryokan Sawa', 'Kamo', 'not '])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.viewport.width)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

describe('the trace of a case', () => {
  it('is gone through by keyboard alone: along its rows, what is below them, and a row in full', async () => {
    const { page, goto } = await openApp(await tracedProject())
    await goto('/runs/traced/cases/0/0')
    const trace = page.getByRole('treegrid')
    await trace.locator('.trace-line').first().focus()
    const focused = async () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => trace.locator('.trace-line').count()).toBe(8)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => trace.locator('.trace-line').count()).toBe(10)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('Enter')
    await trace.getByText(en.trace.arguments, { exact: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toBe('0')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('9')
  })

  it.each(['adk', 'strands-latest', 'langchain-openinference'])(
    'is one for each turn of a real agent: %s',
    async (name) => {
      const { page, goto, barriers } = await openApp(await tracedProject())
      await goto(`/runs/traced/case/${name}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await expect.poll(async () => page.getByRole('treegrid').count()).toBe(2)
      expect(await page.locator('.trace-line[data-kind=call]').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining('get_weather')]),
      )
      expect(await barriers()).toEqual([])
    },
  )

  it('of 20,000 events has only the rows in sight, and asks for others when they come in sight', async () => {
    const { page, goto, barriers, troubles } = await openApp(await tracedProject(20_000))
    const asked: string[] = []
    page.on('request', (request) => /\/trace\b/.test(request.url()) && asked.push(request.url()))
    await goto('/runs/traced/case/endless')
    const trace = page.getByRole('treegrid')
    await page.getByText(fillTemplate(en.trace.steps, { count: '10,000' })).waitFor()
    expect(asked).toHaveLength(1)
    const mounted = async () => trace.locator('.trace-line').count()
    expect(await mounted()).toBeLessThan(60)
    await trace.locator('.trace-line').first().focus()
    await page.keyboard.press('End')
    const last = trace.locator('[data-row="9999"]')
    await last.getByText('get_weather').waitFor()
    expect(await mounted()).toBeLessThan(60)
    expect(asked.length).toBeLessThan(4)

    // What is too long for its row comes when it is opened.
    await last.click()
    await trace.getByRole('button', { name: fillTemplate(en.value.showCharacters, { count: '100,000' }) }).waitFor()
    expect(asked.filter((url) => url.includes('/trace/row'))).toHaveLength(1)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

async function tracedProject(events = 0): Promise<Project> {
  const project = newProject({ 'shinsa.config.mjs': 'export default {}' })
  const store = openSqliteStore(join(project.folder, '.shinsa', 'runs.db'))
  await appendTracedRun(store, 'traced', { events })
  await store.close()
  return project
}
