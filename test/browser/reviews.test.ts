import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/index.ts'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { newProject } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp } from './open-app.ts'

const tables = { en, ja: pageWordsJa }
const examples = fileURLToPath(new URL('../../examples/document-review', import.meta.url))
const pdfOf = (language: 'en' | 'ja', name = 'floor_plan_safety_reports.pdf') =>
  join(examples, language, 'fixtures', name)

const vague = {
  en: ['Inspection', 'The inspection of the building was carried out with due care.'],
  ja: ['非常灯の使用', '非常灯は停電時にのみ使ってよい。'],
} as const

describe.each(languages)('document review in %s', (language) => {
  const words = tables[language].reviews
  const { viewer } = tables[language]

  it('goes from a document to a verdict with its evidence marked, a person’s decision, and a test case', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    expect(await barriers()).toEqual([])
    await upload(page, pdfOf(language))
    const chosen = page.getByRole('checkbox', { name: /floor_plan_safety_reports\.pdf/ })
    await chosen.waitFor()
    await expect.poll(() => chosen.isChecked()).toBe(true)

    await page.getByRole('button', { name: words.check.examples.battery.name }).click()
    await page.getByRole('button', { name: words.check.ask, exact: true }).click()
    const report = page.getByRole('region', { name: words.check.examples.battery.name })
    await report.getByText(words.report.evidenceStatus.sufficient, { exact: true }).waitFor()
    await expect.poll(() => report.textContent()).toContain(tables[language].verdict.failed)
    await report.getByText(viewer.marked).waitFor()
    await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
    await expect.poll(() => report.getByRole('button', { pressed: true }).first().textContent()).toContain('90')
    expect(await barriers()).toEqual([])

    await report.getByRole('button', { name: viewer.asText }).click()
    await expect.poll(() => report.locator('mark').first().textContent()).toContain('90')
    expect(await barriers()).toEqual([])

    const { decision, queue } = words
    await report.getByRole('button', { name: fill(decision.override, { verdict: decision.verdicts.pass }) }).click()
    await page.getByRole('alert').getByText(decision.commentMissing).waitFor()
    await report.getByLabel(tables[language].labels.comment).fill('The base value is 60 minutes.')
    await report.getByRole('button', { name: fill(decision.override, { verdict: decision.verdicts.pass }) }).click()
    await report.getByText(queue.overridden, { exact: true }).waitFor()
    await page.getByRole('region', { name: queue.decided }).waitFor()
    await report.getByRole('button', { name: decision.save }).click()
    await report.getByText(/^(?:Saved as|reviews\/suite\.json に)/).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])

    const { stdout, exitCode } = await project.runHere('review', '--suite', 'reviews/suite.json')
    expect(stdout).toMatch(/^✓ 1 test case loaded/)
    // The person says pass, the agent says fail.
    expect(exitCode).toBe(1)
  })

  it('counts what needs a person by a line that is remembered', async () => {
    const { page, goto, settled, barriers, troubles } = await openApp(newProject(), { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    for (const example of ['extinguishers', 'sprinklers'] as const) {
      await page.getByRole('button', { name: words.check.examples[example].name }).first().click()
      await page.getByRole('button', { name: words.check.ask, exact: true }).click()
      await page.getByRole('region', { name: words.check.examples[example].name }).waitFor()
      await settled()
    }
    const waiting = (count: number) => page.getByRole('status').getByText(fill(words.queue.waiting, { count }))
    await waiting(1).waitFor()
    await page.getByRole('region', { name: words.queue.agent }).waitFor()
    await page.getByRole('slider').press('End')
    await waiting(2).waitFor()
    await page.reload()
    await waiting(2).waitFor()
    await page.getByRole('button', { name: fill(words.line.back, { line: '0.85' }) }).click()
    await waiting(1).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('holds documents against a table of requirements, and asks nothing twice', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    const { battery } = words.check.examples
    const [vagueName, vagueText] = vague[language]
    const rows = [
      ['name', 'requirement', 'assigned to'],
      [battery.name, battery.description, 'Facilities'],
      [vagueName, vagueText, 'Legal <b>'],
    ]
    const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
    await page.getByRole('button', { name: words.table.title }).click()
    const choose = page.getByLabel(words.table.choose)
    await choose.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await page.getByRole('alert').getByText('empty.csv').waitFor()
    await choose.setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText(fill(words.table.found, { count: 2, name: 'rules.csv' })).waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: fill(words.table.ask, { count: 2 }) }).click()
    await page.getByText(fill(words.table.known, { count: 2 })).waitFor()
    const waiting = page.getByRole('region', { name: words.queue.person })
    await waiting.getByRole('button', { name: vagueName }).waitFor()
    expect(await waiting.textContent()).toContain(fill(words.queue.assigned, { person: 'Legal <b>' }))
    await page.locator('.reviews-queued', { hasText: battery.name }).waitFor()
    expect(await page.getByRole('button', { name: fill(words.table.ask, { count: 2 }) }).count()).toBe(0)
    expect(await barriers()).toEqual([])
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: join(process.env['SHOTS'], `table-${language}.png`), fullPage: true })
    // The table that asks nothing.
    expect(troubles).toEqual([expect.stringContaining('400')])
  })

  it('puts a check that nothing could decide before a person, with the nearest passages', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    const { queue, report: texts, decision, check } = words
    await page.getByLabel(check.name).fill(vague[language][0])
    await page.getByLabel(check.description).fill(vague[language][1])
    await page.getByRole('button', { name: check.ask, exact: true }).click()
    const report = page.getByRole('region', { name: vague[language][0] })
    await report.getByText(tables[language].verdict['not-evaluated'], { exact: true }).waitFor()
    await report.getByRole('heading', { name: texts.nearest }).waitFor()
    await report.getByRole('list', { name: viewer.quotes }).getByText(viewer.status.verified).first().waitFor()
    await page.getByRole('region', { name: queue.person }).getByText(queue.why.undecided).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await barriers()).toEqual([])
    await report.getByRole('button', { name: fill(decision.decide, { verdict: decision.verdicts.fail }) }).click()
    await report.getByText(queue.decidedAlone, { exact: true }).waitFor()
    await page.getByRole('region', { name: queue.decided }).waitFor()
    await report.getByRole('button', { name: decision.save }).click()
    await report.getByText(/^(?:Saved as|reviews\/suite\.json に)/).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('opens a review at its verdict, at a desk and on a phone, and leads on to the next', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    for (const example of ['extinguishers', 'sprinklers'] as const) {
      await page.getByRole('button', { name: words.check.examples[example].name }).last().click()
      await page.getByRole('button', { name: words.check.ask, exact: true }).click()
      await page.getByRole('region', { name: words.check.examples[example].name }).waitFor()
    }
    await page.getByRole('region', { name: words.queue.agent }).getByRole('button').click()
    const report = page.getByRole('region', { name: words.check.examples.extinguishers.name })
    await report.waitFor()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.reload()
      await page.getByText(viewer.marked).waitFor()
      await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
      await expect.poll(() => isInView(report.getByText(words.report.verdict, { exact: true }))).toBe(true)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      expect(await barriers()).toEqual([])
    }
    await page.getByRole('link', { name: words.report.back }).click()
    await page.getByRole('region', { name: words.queue.person }).getByRole('button').click()
    const { decision } = words
    await page.getByRole('button', { name: fill(decision.confirm, { verdict: decision.verdicts.fail }) }).click()
    const sprinklers = page.getByRole('region', { name: words.check.examples.sprinklers.name })
    await sprinklers.getByText(words.queue.confirmed, { exact: true }).waitFor()
    // It was the last one that needed somebody.
    expect(await page.getByRole('button', { name: decision.next }).count()).toBe(0)
    await page.getByRole('link', { name: words.report.back }).click()
    await page.getByRole('slider').press('End')
    await page.getByRole('region', { name: words.queue.decided }).getByRole('button').click()
    await page.getByRole('button', { name: decision.next }).click()
    await report.getByText(words.queue.why.below, { exact: true }).waitFor()
    expect(troubles).toEqual([])
  })

  it('says in words why a document is refused, and keeps the others', async () => {
    const { page, goto, barriers } = await openApp(newProject(), { language })
    await goto('/reviews')
    await drop(page, { 'broken.pdf': '%PDF-1.7 and nothing more', 'notes.md': '# Notes\n\nThe exit is open.' })
    await page.getByRole('checkbox', { name: /notes\.md/ }).waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('broken.pdf')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: fill(words.documents.removeNamed, { name: 'notes.md' }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.documents.remove, exact: true }).click()
    await page.getByText(words.documents.empty).waitFor()
  })
})

describe('a document as it looks', () => {
  it('is drawn with fonts that are not in the file, on a phone, and nothing is wider than that', async () => {
    const { page, goto, barriers, troubles } = await openApp(newProject(), {
      language: 'ja',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await goto('/reviews')
    await upload(page, pdfOf('ja', 'floor_plan_safety_reports_fonts_not_embedded.pdf'))
    await page.getByRole('button', { name: pageWordsJa.reviews.check.examples.extinguishers.name }).click()
    await page.getByRole('button', { name: pageWordsJa.reviews.check.ask, exact: true }).click()
    await page.getByText(pageWordsJa.viewer.marked).waitFor()
    await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('is an image with what the project’s own reviewer points at, whose made-up quote needs a person', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { targets: { 'document-reviewer': () => JSON.stringify({
        result: 'fail', confidence: 0.99, explanation: 'The exit is blocked.', citations: ['EXIT'],
        boundingBoxes: [{ imageIndex: 0, label: '<b>crate</b>', coordinates: [100, 200, 500, 900] }],
      }) } }`,
    })
    const { page, goto, barriers, troubles } = await openApp(project)
    await goto('/reviews')
    const picture = await page.locator('h1').screenshot()
    await page.locator('input[type=file]').setInputFiles({ name: 'exit.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('checkbox', { name: /exit\.png/ }).waitFor()
    await page.getByLabel(en.reviews.check.name).fill('Exit')
    await page.getByLabel(en.reviews.check.description).fill('The exit is free.')
    await page.getByRole('button', { name: en.reviews.check.ask, exact: true }).click()
    await page.getByText(`${en.viewer.boxes} <b>crate</b>`).waitFor()
    await expect.poll(() => page.locator('.viewer-boxes rect').count()).toBe(1)
    await page.getByRole('list', { name: en.viewer.quotes }).getByText(en.viewer.status['not-found']).waitFor()
    await page
      .getByRole('region', { name: en.reviews.queue.person })
      .getByText(en.reviews.queue.why.misquoted)
      .waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('stands on the page of a case that was reviewed in a run', async () => {
    const suite = JSON.parse(readFileSync(join(examples, 'en', 'floor_plan_hitl_suite.json'), 'utf8')) as unknown
    const project = newProject({
      'suite.json': suite,
      'fixtures/floor_plan_safety_reports.pdf': readFileSync(pdfOf('en')),
    })
    expect((await project.runHere('review', '--suite', 'suite.json')).exitCode).toBe(0)
    const { page, url, goto, barriers, troubles } = await openApp(project)
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    await goto(`/runs/${runs[0]?.runId}/cases/0/0`)
    await page.getByText(en.viewer.marked).waitFor()
    await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
    await page.getByRole('button', { name: en.pager.next }).click()
    await page.getByText(fill(en.viewer.page, { page: 2, pages: 6 })).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

async function upload(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

async function isInView(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** As a hand would drop them. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const dropped = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer()
    for (const [name, text] of Object.entries(contents)) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await page.locator('.file-drop').dispatchEvent('drop', { dataTransfer: dropped })
}

/** How many dark points of the drawn page lie within the marks: letters, where the marks are where the quote is. */
async function inkUnderMarks(page: Page): Promise<number> {
  const count = async () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.viewer-sheet canvas')
      const svg = document.querySelector<SVGSVGElement>('.viewer-marks')
      const context = canvas?.getContext('2d')
      if (canvas == null || svg == null || context == null) return 0
      const scale = canvas.width / svg.viewBox.baseVal.width
      return [...svg.querySelectorAll('rect')].reduce((sum, { x, y, width, height }) => {
        const [left, top, wide, high] = [x, y, width, height].map(({ baseVal }) => baseVal.value * scale)
        const { data } = context.getImageData(left ?? 0, top ?? 0, wide ?? 1, high ?? 1)
        return sum + data.filter((value, index) => index % 4 === 0 && value < 100).length
      }, 0)
    })
  // The picture is drawn after its marks are placed.
  await expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(0)
  return count()
}
