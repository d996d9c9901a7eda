import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp } from './open-app.ts'

const tables = { en, ja: pageWordsJa }
const routes = {
  '/': 'runs',
  '/new': 'newRun',
  '/datasets': 'datasets',
  '/try': 'try',
  '/compare': 'compare',
  '/trend': 'trend',
  '/improve': 'improve',
  '/atlas': 'atlas',
  '/calibration': 'calibration',
  '/runbook': 'runbook',
  '/reviews': 'reviews',
  '/labels': 'labels',
} as const

describe.each(languages)('the pages in %s', (language) => {
  const words = tables[language]

  it('open by their address, say what they are, have no barriers, and ask nobody else', async () => {
    const project = await projectWithRun()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    for (const [path, section] of Object.entries(routes)) {
      await goto(path)
      expect([path, await page.locator('h1').textContent()]).toEqual([path, words.titles[section]])
      expect([path, await barriers()]).toEqual([path, []])
    }
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)
    expect(troubles).toEqual([])
  })

  it('lead from the runs to a case, by keyboard alone, and come back to the same place', async () => {
    const project = await projectWithRun()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/')
    // A row with a place has something in it; another says that there is nothing, or nothing yet.
    await page.getByRole('grid', { name: words.titles.runs }).locator('[data-index]').first().press('Enter')
    await page.getByRole('heading', { name: words.run.failed }).waitFor()
    expect(await barriers()).toEqual([])

    await page.getByRole('button', { name: new RegExp(`^${words.verdict.failed}`) }).click()
    const rows = page.getByRole('grid', { name: words.run.cases }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(2)
    expect(page.url()).toContain('only=failed')
    await page.reload()
    await expect.poll(async () => rows.count()).toBe(2)

    await rows.filter({ hasText: 'tea' }).press('Enter')
    const panel = page.getByRole('region', { name: fill(words.workbench.panel, { case: 'tea' }) })
    await panel.getByText('something else entirely').first().waitFor()
    await panel.getByText('SAY TEA').first().waitFor()
    expect(await barriers()).toEqual([])
    await panel.getByRole('link', { name: words.workbench.asPage }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor()
    await page.getByText(fill(words.workbench.place, { at: 1, all: 1 })).waitFor()
    expect(await barriers()).toEqual([])
    await page.goBack()
    await panel.waitFor()
    await page.goBack()
    await expect.poll(async () => rows.count()).toBe(2)
    await expect.poll(() => page.url()).toContain('only=failed')
    expect(troubles).toEqual([])
  })
})

describe('a run that goes on in another process', () => {
  it('is watched until it ends, without touching the page', async () => {
    const project = newProject({
      'agent.mjs': `import { existsSync } from 'node:fs'
        export default async (question) => {
          while (question.endsWith('late') && !existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
          return { response: question.toUpperCase(), toolCalls: [] }
        }`,
      'slow.evalset.json': loudSet({ early: 'right', late: 'right' }),
    })
    const running = project.start(['run', 'slow.evalset.json', '--target', './agent.mjs'])
    const { page, goto, troubles } = await openApp(project)
    await goto('/')
    await page.getByRole('link', { name: /^20/ }).click()
    await page.getByText('1 of 2 done').waitFor()
    const rows = page.getByRole('grid', { name: en.run.cases }).getByRole('row')
    // What goes on stands above what passed.
    await expect.poll(() => rows.nth(1).textContent()).toContain(en.verdict.running)
    await expect.poll(async () => rows.nth(2).textContent()).toContain(en.verdict.passed)
    project.write({ go: '' })
    await page.getByRole('heading', { name: en.run.passed }).waitFor()
    await expect.poll(async () => rows.nth(1).textContent()).toContain(en.verdict.passed)
    await expect.poll(async () => rows.nth(2).textContent()).toContain(en.verdict.passed)
    expect((await running.ended).exitCode).toBe(0)
    expect(troubles).toEqual([])
  })
})

describe('the page around the pages', () => {
  it('changes language and colours at once, and remembers both', async () => {
    const { page, goto, barriers, troubles } = await openApp(newProject())
    await goto('/')
    await page.getByText(en.runs.empty).waitFor()
    await page.getByLabel(en.app.language).selectOption('ja')
    await page.getByText(pageWordsJa.runs.empty).waitFor()
    await page.getByRole('button', { name: pageWordsJa.app.keys }).click()
    await page.getByRole('dialog', { name: pageWordsJa.app.keys }).waitFor()
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByLabel(pageWordsJa.app.theme).selectOption('dark')
    await page.reload()
    await page.getByText(pageWordsJa.runs.empty).waitFor()
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(17, 19, 22)')
    expect(troubles).toEqual([])
  })

  it('leaves two runs side by side without trouble', async () => {
    const project = await projectWithRun()
    await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
    const { page, url, goto, troubles } = await openApp(project)
    const [first, second] = await runIdsOf(url)
    await goto(`/compare?baseline=${first}&with=${second}&case=tea`)
    await page.getByRole('heading', { name: fill(en.compare.side, { case: 'tea' }) }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: en.titles.runs, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: en.titles.runs }).waitFor()
    expect(troubles).toEqual([])
  })

  it('leads from no run at all to a new one', async () => {
    const { page, goto, barriers, troubles } = await openApp(newProject())
    await goto('/')
    await page.locator('main').getByRole('link', { name: en.titles.newRun }).click()
    await page.getByRole('heading', { level: 1, name: en.titles.newRun }).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('fits a phone: nothing is wider than the screen, and the menu opens', async () => {
    const { page, goto, barriers } = await openApp(await projectWithRun(), { viewport: { width: 375, height: 740 } })
    await goto('/')
    for (const path of ['/', `/runs/${await runIdOf(page.url())}`, `/runs/${await runIdOf(page.url())}/cases/1/0`]) {
      await goto(path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width]).toEqual([path, 375])
      expect([path, await barriers()]).toEqual([path, []])
    }
    await page.getByRole('button', { name: en.app.menu }).click()
    await page.getByRole('link', { name: en.titles.datasets }).click()
    await page.getByRole('heading', { level: 1, name: en.titles.datasets }).waitFor()
  })

  it('says in words that there is no such page, run or case', async () => {
    const { page, goto } = await openApp(newProject())
    await goto('/nowhere')
    await expect.poll(() => page.locator('main').textContent()).toContain(en.app.notFound)
    await goto('/runs/none')
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('there is no run "none"')
  })
})

async function projectWithRun(): Promise<Project> {
  const project = newProject({
    'agent.mjs': agents.loud,
    'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong', cocoa: 'right' }),
  })
  const { exitCode } = await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
  expect(exitCode).toBe(1)
  return project
}

async function runIdOf(url: string): Promise<string> {
  return (await runIdsOf(url))[0] ?? ''
}

async function runIdsOf(url: string): Promise<readonly string[]> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  return runs.map(({ runId }) => runId)
}
