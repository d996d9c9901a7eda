import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/stores/index.ts'
import { fillTemplate } from '../../src/core/basics/message.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'
import { appendTracedRun } from './traced-run.ts'

const phone = { width: 390, height: 844 }

describe.each([
  { language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'ja', colorScheme: 'dark', viewport: phone },
] as const)('the trace of a case, in $language at $viewport.width', ({ language, ...screen }) => {
  const say = saying(language)

  it('has a call and its answer in one row, with its expected call, its time and its tokens', async () => {
    const { page, goto, barriers, troubles } = await openApp(await tracedProject(), { language, ...screen })
    await goto('/runs/traced/cases/0/0')
    const trace = page.getByRole('treegrid', { name: say('Trace of turn {turn}', { turn: 1 }) })
    const rows = trace.locator('.trace-line')
    await expect.poll(async () => rows.count()).toBe(10)
    const book = rows.filter({ hasText: 'book_hotel' }).and(page.locator('[data-kind=call]'))
    expect(await book.innerText()).toContain(say('other arguments'))
    expect(await book.innerText()).toContain('no room for 3 nights')
    expect(await book.locator('.trace-arg[data-mark]').allTextContents()).toEqual([
      `nights=3 (${say('differs')})`,
      `breakfast (${say('missing')})`,
      `late=true (${say('extra')})`,
    ])
    expect(await rows.filter({ hasText: 'ask_budget' }).getAttribute('data-mark')).toBe('missing')
    expect(await trace.locator('.trace-tokens').first().innerText()).toBe('310 → 24')
    // 310 tokens for 0.30 and 24 for 2.50 dollars a million.
    expect(await trace.locator('.trace-cost').first().innerText()).toBe('$0.00015')

    // The way to the spans is by the reader's own address, and to no other.
    await page.getByText(say('Spans of the agent'), { exact: true }).click()
    const address = page.getByLabel(say('Address of a span in your tracing tool, with {traceId} and {spanId}'))
    const way = page.getByRole('link', { name: say('Open in the tracing tool') })
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
    const pane = page.locator('.trace-pane')
    await pane.getByText(say('Expected arguments')).waitFor()
    await rows.filter({ hasText: 'draw_map' }).last().click()
    const image = pane.getByRole('img')
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
    await answer.getByRole('button', { name: say('Show all {count} lines', { count: 400 }) }).click()
    await answer.getByText('stop number 386').waitFor()
    await answer.getByText('<script>canary()</script>').waitFor()
    expect(await answer.locator('a, script, iframe, img:not([src^="data:image/png"])').count()).toBe(0)
    await answer.getByText('(https://trains.example/kyoto)').waitFor()
    await answer.getByRole('button', { name: say('Raw') }).click()
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
    const pane = page.locator('.trace-pane')
    await pane.getByText('Arguments', { exact: true }).waitFor()
    // What is in full follows along, until it is closed.
    await page.keyboard.press('ArrowUp')
    await pane.getByText('The family needs a quiet place; two nights.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => pane.count()).toBe(0)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toBe('0')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('9')
  })

  it('is searched in all of its rows, whatever is folded, and each row has an address', async () => {
    const { page, url, goto, barriers, troubles } = await openApp(await tracedProject())
    await goto('/runs/traced/cases/0/0')
    const trace = page.getByRole('treegrid')
    await trace.locator('.trace-line').first().focus()
    await page.keyboard.press('ArrowLeft')
    const field = page.getByRole('searchbox', { name: 'Search the trace' })
    // In the arguments, in what was expected, and in a tool's answer.
    await field.fill('ryokan SAWA')
    await page.getByText('– / 2').waitFor()
    await field.press('Enter')
    const chosen = async () => trace.locator('[aria-selected=true]').getAttribute('data-row')
    const pane = page.locator('.trace-pane')
    await page.getByText('1 / 2').waitFor()
    expect(await chosen()).toBe('2')
    // It stands in the answer's beginning, in the pane.
    await pane.getByText('Ryokan Sawa').waitFor()
    const marks = async () => page.evaluate(() => CSS.highlights.get('sought')?.size ?? 0)
    await expect.poll(marks).toBeGreaterThan(0)
    await field.press('Enter')
    await page.getByText('2 / 2').waitFor()
    expect(await chosen()).toBe('7')
    await field.press('Enter')
    expect(await chosen()).toBe('2')
    await field.press('Shift+Enter')
    expect(await chosen()).toBe('7')
    const link = String(await pane.getByRole('link').getAttribute('href'))
    expect(await barriers({ least: true })).toEqual([])
    await page.goto(new URL(link, url).href)
    await pane.getByText('no room for 3 nights').waitFor()
    expect(await chosen()).toBe('7')
    expect(troubles).toEqual([])
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
    const { page, url, goto, barriers, troubles } = await openApp(await tracedProject(20_000))
    const asked: string[] = []
    page.on('request', (request) => /\/trace\b/.test(request.url()) && asked.push(request.url()))
    await goto('/runs/traced/case/endless')
    const trace = page.getByRole('treegrid')
    await page.getByText(fillTemplate('{count} {count|step|steps}', { count: '10,000' })).waitFor()
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
    const pane = page.locator('.trace-pane')
    await pane
      .getByRole('button', { name: fillTemplate('Show all {count} characters', { count: '100,000' }) })
      .waitFor()
    expect(asked.filter((one) => one.includes('/trace/row'))).toHaveLength(1)

    // Words of rows that never were here are found, and the way goes there.
    const field = page.getByRole('searchbox', { name: 'Search the trace' })
    await field.fill('"day": 4321')
    await page.getByText('nothing found').waitFor()
    await field.fill('4321')
    // Enter may come before the answer.
    await field.press('Enter')
    await page.getByText('1 / 1').waitFor()
    await trace.locator('[data-row="4321"][aria-selected=true]').waitFor()
    await pane.getByText('4321').waitFor()
    expect(await mounted()).toBeLessThan(60)
    await page.goto(new URL(String(await pane.getByRole('link').getAttribute('href')), url).href)
    await trace.locator('[data-row="4321"][aria-selected=true]').getByText('4321').waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

it.each(['/runs/traced', '/runs/traced?open=0.0', '/runs/traced/cases/0/0', '/compare?baseline=traced&with=other'])(
  '%s says in another language what it says when it is opened in it',
  async (path) => {
    const { page, goto, settled, troubles } = await openApp(await tracedProject(0, ['traced', 'other']))
    const shown = async () => {
      await settled()
      return [await page.title(), ...(await page.locator('main').ariaSnapshot()).split('\n')]
    }
    await goto(path)
    await settled()
    await page.getByLabel('Language').selectOption('ja')
    await page.locator('html[lang=ja]').waitFor()
    const changed = await shown()
    await page.reload()
    await page.locator('h1').first().waitFor()
    expect(changed).toEqual(await shown())
    expect(troubles).toEqual([])
  },
)

async function tracedProject(events = 0, runIds: readonly string[] = ['traced']): Promise<Project> {
  const project = newProject({ 'shinsa.config.mjs': 'export default {}' })
  const store = openSqliteStore(join(project.folder, '.shinsa', 'runs.db'))
  for (const runId of runIds) await appendTracedRun(store, runId, { events })
  await store.close()
  return project
}
