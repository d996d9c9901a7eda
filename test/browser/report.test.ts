import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp, openReport } from './open-app.ts'

const tables = { en, ja: pageWordsJa }
const suite = fileURLToPath(new URL('../../examples/document-review/en/quick_start_suite.json', import.meta.url))

describe.each(languages)('a report in a file, read in %s', (language) => {
  const words = tables[language]

  it('leads from the runs over a run to its cases, to the comparison and to the calibration, and asks nobody for anything', async () => {
    const project = await projectWithRuns()
    const { page, goto, barriers, troubles, url } = await openReport(join(project.folder, 'r.html'), { language })
    await goto('')
    await page.getByRole('heading', { level: 1, name: words.titles.runs }).waitFor()
    expect(await barriers()).toEqual([])
    const pages = page.getByRole('navigation', { name: words.app.navigation }).getByRole('link')
    const titles = [words.titles.runs, words.titles.compare, words.titles.calibration]
    await expect.poll(() => pages.allTextContents()).toEqual(titles)

    await page.getByRole('link', { name: 'loud run' }).click()
    await page.getByRole('heading', { name: words.run.failed }).waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: new RegExp(`^${words.verdict.failed}`) }).click()
    const rows = page.getByRole('grid', { name: words.run.cases }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(2)
    await page.reload()
    await expect.poll(async () => rows.count()).toBe(2)

    await rows.nth(1).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor()
    await page.getByText('something else entirely').first().waitFor()
    expect(await barriers()).toEqual([])
    await page.goBack()
    await expect.poll(async () => rows.count()).toBe(2)

    await page.getByRole('link', { name: words.titles.calibration }).click()
    await page.getByRole('heading', { name: words.calibration.reliability.title }).waitFor()
    expect(await barriers()).toEqual([])

    await page.getByRole('link', { name: words.titles.compare }).click()
    await page.getByText(words.compare.empty).waitFor()
    await page.getByLabel(words.compare.baseline, { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(words.compare.compared, { exact: true }).selectOption({ index: 1 })
    await page.getByRole('heading', { name: words.compare.cases }).waitFor()
    await page.getByRole('button', { name: words.compare.swap }).click()
    await page.getByRole('heading', { name: words.compare.cases }).waitFor()
    expect(await barriers()).toEqual([])

    await page.goto(`${url}#/labels`)
    await page.getByText(words.app.notHere).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('a report in a file', () => {
  it('changes language and colours, and fits a phone', async () => {
    const project = await projectWithRuns()
    const viewport = { width: 390, height: 844 }
    const { page, goto, barriers, troubles } = await openReport(join(project.folder, 'r.html'), { viewport })
    await goto('')
    await page.getByRole('button', { name: en.app.menu }).click()
    await page.getByLabel(en.app.language).selectOption('ja')
    await page.getByLabel(pageWordsJa.app.theme).selectOption('dark')
    await page.getByRole('heading', { level: 1, name: pageWordsJa.titles.runs }).waitFor()
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(17, 19, 22)')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('is what the menu of a run downloads', async () => {
    const project = await projectWithRuns()
    const { page, goto, barriers, troubles } = await openApp(project)
    await goto('/')
    await page.getByRole('link', { name: 'loud run' }).click()
    await page.getByRole('button', { name: en.run.export }).click()
    const asPage = page.getByRole('link', { name: en.run.exportAs.html })
    await asPage.waitFor()
    expect(await barriers()).toEqual([])
    const downloading = page.waitForEvent('download')
    await asPage.click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^\d{8}-\d{6}-\w{4}\.html$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.slice(0, 15)).toBe('<!doctype html>')
    expect(text.slice(-16)).toBe('</body>\n</html>\n')
    expect(text).not.toContain(project.folder)
    expect(troubles).toEqual([])
  })
})

/** A run of questions and a run of reviews, and `r.html` with both. */
async function projectWithRuns(): Promise<Project> {
  const project = newProject({
    'agent.mjs': agents.loud,
    'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong', cocoa: 'right' }),
  })
  await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs', '--name', 'loud run')
  await project.runHere('review', '--suite', suite, '--name', 'reviews')
  const { exitCode, stderr } = await project.runHere('export', 'loud run', 'reviews', '--html', 'r.html')
  expect([exitCode, stderr]).toEqual([0, 'r.html is written\n'])
  return project
}
