import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/index.ts'
import { newProject } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

const examples = fileURLToPath(new URL('../../examples/document-review', import.meta.url))
const pdfOf = (language: 'en' | 'ja', name = 'floor_plan_safety_reports.pdf') =>
  join(examples, language, 'fixtures', name)

const vague = {
  en: ['Inspection', 'The inspection of the building was carried out with due care.'],
  ja: ['非常灯の使用', '非常灯は停電時にのみ使ってよい。'],
} as const

describe.each(languages)('document review in %s', (language) => {
  const say = saying(language)

  it('goes from a document to a verdict with its evidence marked, a person’s decision, and a test case', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    expect(await barriers()).toEqual([])
    await upload(page, pdfOf(language))
    const chosen = page.getByRole('checkbox', { name: /floor_plan_safety_reports\.pdf/ })
    await chosen.waitFor()
    await expect.poll(() => chosen.isChecked()).toBe(true)

    await page.getByRole('button', { name: say('Battery of the emergency lighting') }).click()
    await page.getByRole('button', { name: say('Review'), exact: true }).click()
    const report = page.getByRole('region', { name: say('Battery of the emergency lighting') })
    await report.getByText(say('sufficient'), { exact: true }).waitFor()
    await expect.poll(() => report.textContent()).toContain(say('Failed'))
    await report.getByText(say('The quote is marked.')).waitFor()
    await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
    await expect.poll(() => report.getByRole('button', { pressed: true }).first().textContent()).toContain('90')
    expect(await barriers()).toEqual([])

    await report.getByRole('button', { name: say('As text') }).click()
    await expect.poll(() => report.locator('mark').first().textContent()).toContain('90')
    expect(await barriers()).toEqual([])

    await report.getByRole('button', { name: say('Override: {verdict}', { verdict: say('pass') }) }).click()
    await page.getByRole('alert').getByText(say('Write what the agent got wrong before you override it.')).waitFor()
    await report.getByLabel(say('Comment')).fill('The base value is 60 minutes.')
    await report.getByRole('button', { name: say('Override: {verdict}', { verdict: say('pass') }) }).click()
    await report.getByText(say('Overridden'), { exact: true }).waitFor()
    await page.getByRole('region', { name: say('Decided by a person##group') }).waitFor()
    await report.getByRole('button', { name: say('Save as test case') }).click()
    await report.getByText(/^(?:Saved as|reviews\/suite\.json に)/).waitFor()
    expect(await barriers()).toEqual([])

    const { stdout, exitCode } = await project.runHere('review', '--suite', 'reviews/suite.json')
    expect(stdout).toMatch(/^✓ 1 test case loaded/)
    // The person says pass, the agent says fail.
    expect(exitCode).toBe(1)

    await report.getByRole('button', { name: say('Confirm: {verdict}', { verdict: say('fail') }) }).click()
    await report.getByText(say('Confirmed'), { exact: true }).waitFor()
    await report.getByText(say('Replaced: {verdict}', { verdict: say('pass') })).waitFor()
    await report.getByText('The base value is 60 minutes.').last().waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('counts what needs a person by a line that is remembered', async () => {
    const { page, goto, settled, barriers, troubles } = await openApp(newProject(), { language })
    await goto('/reviews')
    await page.getByText(say('No review yet: choose a document and write a check.')).waitFor()
    // Nothing that waits is good news only where something was reviewed.
    expect(await page.locator('.reviews-waiting').count()).toBe(0)
    await upload(page, pdfOf(language))
    for (const example of ['Extinguishers in the corridor', 'Sprinklers'] as const) {
      await page
        .getByRole('button', { name: say(example) })
        .first()
        .click()
      await page.getByRole('button', { name: say('Review'), exact: true }).click()
      await page.getByRole('region', { name: say(example) }).waitFor()
      await settled()
    }
    const waiting = (count: number) =>
      page.getByRole('status').getByText(say('{count} {count|review needs|reviews need} a person', { count }))
    await waiting(1).waitFor()
    await page.getByRole('region', { name: say('Decided by the agent') }).waitFor()
    await page.getByRole('slider').press('End')
    await waiting(2).waitFor()
    await page.reload()
    await waiting(2).waitFor()
    await page.getByRole('button', { name: say('Back to {line}', { line: '0.85' }) }).click()
    await waiting(1).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('holds documents against a table of requirements, and asks nothing twice', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    const [vagueName, vagueText] = vague[language]
    const rows = [
      ['name', 'requirement', 'assigned to'],
      [
        say('Battery of the emergency lighting'),
        say('Verify that the emergency lighting of Building A (page 1) lasts at least 120 minutes on battery.'),
        'Facilities',
      ],
      [vagueName, vagueText, 'Legal <b>'],
    ]
    const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
    await page.getByRole('button', { name: say('Requirements from a table') }).click()
    const choose = page.getByLabel(say('Choose a table'))
    await choose.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await page.getByRole('alert').getByText('empty.csv').waitFor()
    await choose.setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page
      .getByText(say('{count} {count|requirement|requirements} in {name}', { count: 2, name: 'rules.csv' }))
      .waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('Make {count} {count|review|reviews}', { count: 2 }) }).click()
    await page.getByText(say('{count} reviewed before', { count: 2 })).waitFor()
    const waiting = page.getByRole('region', { name: say('Needs a person') })
    await waiting.getByRole('button', { name: vagueName }).waitFor()
    expect(await waiting.textContent()).toContain(say('for {person}', { person: 'Legal <b>' }))
    await page.locator('.reviews-queued', { hasText: say('Battery of the emergency lighting') }).waitFor()
    expect(
      await page.getByRole('button', { name: say('Make {count} {count|review|reviews}', { count: 2 }) }).count(),
    ).toBe(0)
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
    await page.getByLabel(say('What is checked, in a few words')).fill(vague[language][0])
    await page.getByLabel(say('What has to be fulfilled, as precisely as you can')).fill(vague[language][1])
    await page.getByRole('button', { name: say('Review'), exact: true }).click()
    const report = page.getByRole('region', { name: vague[language][0] })
    await report.getByText(say('Not evaluated'), { exact: true }).waitFor()
    await report.getByRole('heading', { name: say('The nearest passages') }).waitFor()
    await report
      .getByRole('list', { name: say('Quotes') })
      .getByText(say('In the document'))
      .first()
      .waitFor()
    await page
      .getByRole('region', { name: say('Needs a person') })
      .getByText(say('The reviewer gave no verdict'))
      .waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await barriers()).toEqual([])
    await report.getByRole('button', { name: say('Decide: {verdict}', { verdict: say('fail') }) }).click()
    await report.getByText(say('Decided by a person'), { exact: true }).waitFor()
    await page.getByRole('region', { name: say('Decided by a person##group') }).waitFor()
    await report.getByRole('button', { name: say('Save as test case') }).click()
    await report.getByText(/^(?:Saved as|reviews\/suite\.json に)/).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('opens a review at its verdict, at a desk and on a phone, and leads on to the next', async () => {
    const project = newProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/reviews')
    await upload(page, pdfOf(language))
    for (const example of ['Extinguishers in the corridor', 'Sprinklers'] as const) {
      await page
        .getByRole('button', { name: say(example) })
        .last()
        .click()
      await page.getByRole('button', { name: say('Review'), exact: true }).click()
      await page.getByRole('region', { name: say(example) }).waitFor()
    }
    await page
      .getByRole('region', { name: say('Decided by the agent') })
      .getByRole('button')
      .click()
    const report = page.getByRole('region', { name: say('Extinguishers in the corridor') })
    await report.waitFor()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.reload()
      await page.getByText(say('The quote is marked.')).waitFor()
      await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
      await expect.poll(() => isInView(report.getByText(say('Verdict of the agent'), { exact: true }))).toBe(true)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      expect(await barriers()).toEqual([])
    }
    await page.getByRole('link', { name: say('All reviews') }).click()
    await page
      .getByRole('region', { name: say('Needs a person') })
      .getByRole('button')
      .click()
    await page.getByRole('button', { name: say('Confirm: {verdict}', { verdict: say('fail') }) }).click()
    const sprinklers = page.getByRole('region', { name: say('Sprinklers') })
    await sprinklers.getByText(say('Confirmed'), { exact: true }).waitFor()
    // It was the last one that needed somebody.
    expect(await page.getByRole('button', { name: say('Next one that needs a person') }).count()).toBe(0)
    await page.getByRole('link', { name: say('All reviews') }).click()
    await page.getByRole('slider').press('End')
    await page
      .getByRole('region', { name: say('Decided by a person##group') })
      .getByRole('button')
      .click()
    await page.getByRole('button', { name: say('Next one that needs a person') }).click()
    await report.getByText(say('Its confidence is below the line'), { exact: true }).waitFor()
    expect(troubles).toEqual([])
  })

  it('says in words why a document is refused, and keeps the others', async () => {
    const { page, goto, barriers } = await openApp(newProject(), { language })
    await goto('/reviews')
    await drop(page, {
      'broken.pdf': '%PDF-1.7 and nothing more',
      '.hidden.md': 'This is no name for a document.',
      'notes.md': '# Notes\n\nThe exit is open.',
    })
    await page.getByRole('checkbox', { name: /notes\.md/ }).waitFor()
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('broken.pdf')
    // Whatever the reason, it says of which file.
    expect(await page.locator('.file-drop b').allTextContents()).toEqual(['broken.pdf', '.hidden.md'])
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('Remove {name}', { name: 'notes.md' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Remove'), exact: true })
      .click()
    await page
      .getByText(say('Nothing is here yet. Upload a document and write what it shall be checked for.'))
      .waitFor()
  })
})

it('a comment that was begun is still there after another review, and a table stops with its page', async () => {
  const project = newProject({
    'shinsa.config.mjs': `export default { targets: { 'document-reviewer': async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return JSON.stringify({ result: 'pass', confidence: 0.5, explanation: 'It may be.', citations: [] })
    } } }`,
  })
  const { page, goto, url, troubles } = await openApp(project)
  await goto('/reviews')
  const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nThe exit is free.') }
  await page.locator('input[type=file]').setInputFiles(notes)
  await page.getByRole('checkbox', { name: /notes\.md/ }).waitFor()
  const rows = Array.from({ length: 40 }, (_, row) => `rule ${row},The exit ${row} is free.`)
  await page.getByRole('button', { name: 'Requirements from a table' }).click()
  const table = ['name,requirement', ...rows].join('\n')
  await page
    .getByLabel('Choose a table')
    .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('button', { name: 'Make 40 reviews' }).click()
  await page.getByText(/^[4-9] of 40 reviewed$/).waitFor()
  await page.getByRole('link', { name: 'Datasets' }).click()
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor()
  // What was asked is answered; nothing more is asked, by whatever it may cost.
  const made = async () =>
    ((await (await fetch(new URL('/api/reviews', url))).json()) as { reviews: unknown[] }).reviews.length
  let before: number
  do {
    before = await made()
    await page.waitForTimeout(1000)
  } while ((await made()) > before)
  expect(before).toBeLessThan(40)

  await goto('/reviews')
  const queued = page.locator('.reviews-queued')
  await queued.first().click()
  await page.getByLabel('Comment').fill('The exit was locked.')
  await queued.nth(1).click()
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('')
  await queued.first().click()
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('The exit was locked.')
  await page.getByRole('button', { name: 'Override: fail' }).click()
  await page.getByText('Overridden', { exact: true }).first().waitFor()
  expect(troubles).toEqual([])
})

it('text that is dragged into a field is dropped there, and no upload', async () => {
  const { page, goto } = await openApp(newProject())
  await goto('/reviews')
  const field = page.getByRole('textbox').last()
  const isTaken = async (kind: 'text' | 'file') =>
    field.evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer()
      if (dropped === 'text') dataTransfer.setData('text/plain', 'Exits')
      else dataTransfer.items.add(new File(['Exits'], 'exits.txt'))
      return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, kind)
  expect(await isTaken('text')).toBe(false)
  expect(await isTaken('file')).toBe(true)
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
    await page.getByRole('button', { name: saying('ja')('Extinguishers in the corridor') }).click()
    await page.getByRole('button', { name: saying('ja')('Review'), exact: true }).click()
    await page.getByText(saying('ja')('The quote is marked.')).waitFor()
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
    // As large as the server takes; what stands after the end of a picture is no part of it.
    const large = Buffer.concat([picture, Buffer.alloc(25 * 2 ** 20 - picture.length)])
    await page.locator('input[type=file]').setInputFiles({ name: 'exit.png', mimeType: 'image/png', buffer: large })
    await page.getByRole('checkbox', { name: /exit\.png/ }).waitFor()
    await page.getByLabel('What is checked, in a few words').fill('Exit')
    await page.getByLabel('What has to be fulfilled, as precisely as you can').fill('The exit is free.')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText(`${'Pointed at:'} <b>crate</b>`).waitFor()
    await expect.poll(() => page.locator('.viewer-boxes rect').count()).toBe(1)
    await page.getByRole('list', { name: 'Quotes' }).getByText('Not in the document').waitFor()
    await page
      .getByRole('region', { name: 'Needs a person' })
      .getByText('A quote does not stand in the document')
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
    await page.getByText('The quote is marked.').waitFor()
    await expect.poll(() => inkUnderMarks(page)).toBeGreaterThan(50)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(fill('Page {page} of {pages}', { page: 2, pages: 6 })).waitFor()
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
