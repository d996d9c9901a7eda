import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp, openReport } from './open-app.ts'

const suite = fileURLToPath(new URL('../../examples/document-review/en/quick_start_suite.json', import.meta.url))

describe.each(languages)('a report in a file, read in %s', (language) => {
  const say = saying(language)

  it('leads from the runs over a run to its cases, to the comparison and to the calibration, and asks nobody for anything', async () => {
    const project = await projectWithRuns()
    const { page, goto, barriers, troubles, url } = await openReport(join(project.folder, 'r.html'), { language })
    await goto('')
    await page.getByRole('heading', { level: 1, name: say('Runs') }).waitFor()
    expect(await barriers()).toEqual([])
    const pages = page.getByRole('navigation', { name: say('Pages') }).getByRole('link')
    const titles = [say('Runs'), say('Compare'), say('Calibration')]
    await expect.poll(() => pages.allTextContents()).toEqual(titles)

    await page.getByRole('link', { name: 'loud run' }).click()
    await page.getByRole('heading', { name: say('Failed the gate') }).waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: new RegExp(`^${say('Failed')}`) }).click()
    const rows = page.getByRole('grid', { name: say('Cases') }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(2)
    await page.reload()
    await expect.poll(async () => rows.count()).toBe(2)

    await rows.nth(1).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor()
    await page.getByText('something else entirely').first().waitFor()
    expect(await barriers()).toEqual([])
    await page.goBack()
    await expect.poll(async () => rows.count()).toBe(2)

    await page.getByRole('link', { name: say('Calibration') }).click()
    await page.getByRole('heading', { name: say('Calibration curve') }).waitFor()
    expect(await barriers()).toEqual([])

    await page.getByRole('link', { name: say('Compare') }).click()
    await page.getByText(say('Choose a baseline and a run to compare with it')).waitFor()
    await page.getByLabel(say('Baseline'), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(say('Compared'), { exact: true }).selectOption({ index: 1 })
    await page.getByRole('heading', { name: say('Case by case') }).waitFor()
    await page.getByRole('button', { name: say('Swap') }).click()
    await page.getByRole('heading', { name: say('Case by case') }).waitFor()
    expect(await barriers()).toEqual([])

    await page.goto(`${url}#/labels`)
    await page.getByText(say('Not in this report')).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('a report in a file', () => {
  it('changes language and colours, and fits a phone', async () => {
    const project = await projectWithRuns()
    const viewport = { width: 390, height: 844 }
    const { page, goto, barriers, troubles } = await openReport(join(project.folder, 'r.html'), { viewport })
    await goto('')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByLabel(saying('ja')('Colours')).selectOption('dark')
    await page.getByRole('heading', { level: 1, name: saying('ja')('Runs') }).waitFor()
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
    await page.getByRole('button', { name: 'Export' }).click()
    const asPage = page.getByRole('link', { name: 'Report in one HTML file' })
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
