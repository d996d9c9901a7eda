import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

const routes = {
  '/': 'Runs',
  '/new': 'New run',
  '/datasets': 'Datasets',
  '/try': 'Try',
  '/compare': 'Compare',
  '/trend': 'Trend',
  '/improve': 'Improve',
  '/atlas': 'Kinds of failure',
  '/calibration': 'Calibration',
  '/runbook': 'Runbook assistant',
  '/reviews': 'Document review',
  '/labels': 'Labels',
} as const

describe.each(languages)('the pages in %s', (language) => {
  const say = saying(language)

  it('open by their address, say what they are, have no barriers, and ask nobody else', async () => {
    const project = await projectWithRun()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    for (const [path, title] of Object.entries(routes)) {
      await goto(path)
      expect([path, await page.locator('h1').textContent()]).toEqual([path, say(title)])
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
    await page
      .getByRole('grid', { name: say('Runs') })
      .locator('[data-index]')
      .first()
      .press('Enter')
    await page.getByRole('heading', { name: say('Failed the gate') }).waitFor()
    expect(await barriers()).toEqual([])

    await page.getByRole('button', { name: new RegExp(`^${say('Failed')}`) }).click()
    const rows = page.getByRole('grid', { name: say('Cases') }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(2)
    expect(page.url()).toContain('only=failed')
    await page.reload()
    await expect.poll(async () => rows.count()).toBe(2)

    await rows.filter({ hasText: 'tea' }).press('Enter')
    const panel = page.getByRole('region', { name: say('Case {case}', { case: 'tea' }) })
    await panel.getByText('something else entirely').first().waitFor()
    await panel.getByText('SAY TEA').first().waitFor()
    expect(await barriers()).toEqual([])
    await panel.getByRole('link', { name: say('Open as a page') }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor()
    await page.getByText(say('{at} of {all}', { at: 1, all: 1 })).waitFor()
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
    const rows = page.getByRole('grid', { name: 'Cases' }).getByRole('row')
    // What goes on stands above what passed.
    await expect.poll(() => rows.nth(1).textContent()).toContain('Running')
    await expect.poll(async () => rows.nth(2).textContent()).toContain('Passed')
    project.write({ go: '' })
    await page.getByRole('heading', { name: 'Passed the gate' }).waitFor()
    await expect.poll(async () => rows.nth(1).textContent()).toContain('Passed')
    await expect.poll(async () => rows.nth(2).textContent()).toContain('Passed')
    expect((await running.ended).exitCode).toBe(0)
    expect(troubles).toEqual([])
  })
})

describe('the page around the pages', () => {
  it('changes language and colours at once, and remembers both', async () => {
    const { page, goto, barriers, troubles } = await openApp(newProject())
    await goto('/')
    await page.getByText('No run yet').waitFor()
    await page.getByLabel('Language').selectOption('ja')
    await page.getByText(saying('ja')('No run yet')).waitFor()
    await page.getByRole('button', { name: saying('ja')('Keys') }).click()
    await page.getByRole('dialog', { name: saying('ja')('Keys') }).waitFor()
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByLabel(saying('ja')('Colours')).selectOption('dark')
    await page.reload()
    await page.getByText(saying('ja')('No run yet')).waitFor()
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
    await page.getByRole('heading', { name: fill('{case}, side by side', { case: 'tea' }) }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('leads from no run at all to a new one', async () => {
    const { page, goto, barriers, troubles } = await openApp(newProject())
    await goto('/')
    await page.locator('main').getByRole('link', { name: 'New run' }).click()
    await page.getByRole('heading', { level: 1, name: 'New run' }).waitFor()
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
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Datasets' }).click()
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor()
  })

  it('says in words that there is no such page, run or case', async () => {
    const { page, goto } = await openApp(newProject())
    await goto('/nowhere')
    await expect.poll(() => page.locator('main').textContent()).toContain('Page not found')
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
