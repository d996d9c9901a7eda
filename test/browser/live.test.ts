import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { agents, loudSet, newProject, until, type Project, type Running } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp, openServer } from './open-app.ts'

const tables = { en, ja: pageWordsJa }

describe.each(languages)('a page whose server goes, in %s', (language) => {
  const { app, run, newRun, rerun, titles } = tables[language]

  it('says so and since when, tells no time that is left, and finds it again by itself', async () => {
    const project = waiting()
    const first = await serve(project)
    const { page, goto, barriers } = await openServer(first.url, { language })
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await page
      .locator('.run-progress')
      .getByText(/1.*3|3.*1/)
      .waitFor()
    const gone = page.locator('.server-gone')
    expect(await gone.textContent()).toBe('')

    first.running.child.kill('SIGKILL')
    await expect.poll(() => gone.textContent()).toContain(app.serverGoneNext)
    expect(await gone.textContent()).toMatch(/\d+:\d\d:\d\d/)
    expect(await page.locator('.run-progress').textContent()).not.toMatch(/left|残り/)
    expect(await barriers()).toEqual([])

    await serve(project, new URL(first.url).port)
    await expect.poll(() => gone.textContent()).toBe('')
    project.write({ go: '' })
    await page.getByRole('heading', { name: run.passed }).waitFor()
    await playing.ended
  })

  it('keeps what is shown when one answer does not arrive, and asks for it again', async () => {
    const project = waiting()
    const { page, goto } = await openServer((await serve(project)).url, { language })
    project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await page.locator('.run-progress').waitFor()
    let lost = 0
    await page.route(/api\/runs\/[^/?]+$/, async (route) => {
      lost += 1
      await route.abort()
    })
    project.write({ go: '' })
    await expect.poll(() => lost).toBeGreaterThan(1)
    expect(await page.getByRole('heading', { name: 'slow', level: 1 }).count()).toBe(1)
    await page.unroute(/api\/runs\/[^/?]+$/)
    await page.getByRole('heading', { name: run.passed }).waitFor()
  })

  it('says so of one that is there and does not answer, too', async () => {
    const project = waiting()
    const first = await serve(project)
    const { page, goto } = await openServer(first.url, { language })
    await goto('/datasets')
    const gone = page.locator('.server-gone')
    // The banner can only say so once it has heard it.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/')),
    )
    first.running.child.kill('SIGSTOP')
    await expect.poll(() => gone.textContent()).toContain(app.serverGoneNext)
    first.running.child.kill('SIGCONT')
    await expect.poll(() => gone.textContent()).toBe('')
  })

  it('asks again what was clicked in vain', async () => {
    const project = waiting()
    project.write({ go: '' })
    const first = await serve(project)
    const { page, goto } = await openServer(first.url, { language })
    await goto('/new')
    const start = page.getByRole('button', { name: newRun.start })
    await expect.poll(() => start.isEnabled()).toBe(true)
    first.running.child.kill('SIGKILL')
    await page.locator('.server-gone[data-gone=true]').waitFor()
    await start.click()
    const retry = page.getByRole('alert').getByRole('button', { name: app.retry })
    await retry.waitFor()
    await serve(project, new URL(first.url).port)
    await page.locator('.server-gone[data-gone=false]').waitFor({ state: 'attached' })
    await retry.click()
    await page.getByRole('heading', { name: run.passed }).waitFor()
    expect(await page.getByRole('button', { name: rerun.failed }).count()).toBe(0)
  })

  it('brings what was clicked meanwhile by itself, when it is back', async () => {
    const project = waiting()
    const first = await serve(project)
    const { page, goto } = await openServer(first.url, { language })
    await goto('/')
    first.running.child.kill('SIGKILL')
    await first.running.ended
    await page.getByRole('link', { name: titles.datasets }).click()
    const away = page.getByRole('alert').getByRole('heading', { name: app.notYetHere })
    await away.waitFor()
    await page.locator('.server-gone[data-gone=true]').waitFor()
    await serve(project, new URL(first.url).port)
    await page.getByRole('heading', { name: titles.datasets, level: 1 }).waitFor()
    await page.getByText('slow.evalset.json').first().waitFor()
    expect([await away.count(), await page.getByRole('alert').count()]).toEqual([0, 0])
    await page.getByRole('link', { name: titles.runbook }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe.each(languages)('a tab in %s', (language) => {
  const { run, verdict } = tables[language]

  it('follows a run that is stopped and then resumed by another process, to its end', async () => {
    const project = waiting()
    const { page, goto, troubles } = await openApp(project, { language })
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await until(() => existsSync(join(project.folder, 'asked')))
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await expect.poll(() => page.title()).toMatch(/^33 % · slow/)
    playing.child.kill('SIGINT')
    await page.getByRole('heading', { name: run.interrupted }).waitFor()
    await playing.ended
    expect(await page.title()).toMatch(/^slow/)

    const resumed = project.start(['resume', 'slow'])
    await expect.poll(() => page.title()).toMatch(/^33 % · slow/)
    project.write({ go: '' })
    await page.getByRole('heading', { name: run.passed }).waitFor()
    await resumed.ended
    const rows = page.getByRole('grid', { name: run.cases })
    await expect.poll(() => rows.textContent()).not.toContain(verdict.running)
    expect(troubles).toEqual([])
  })

  it('on the list sees runs come, go on and end, also when their process is killed', async () => {
    const project = waiting()
    project.write({ 'done.evalset.json': loudSet({ tea: 'right' }) })
    await project.runHere('run', 'done.evalset.json', '--name', 'before')
    const { page, goto, troubles } = await openApp(project, { language })
    await goto('/')
    const list = page.getByRole('grid', { name: tables[language].titles.runs })
    await list.getByText('before').waitFor()
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    const row = list.getByRole('row').filter({ hasText: 'slow' })
    await expect.poll(() => row.textContent()).toContain(verdict.running)
    await expect.poll(() => row.textContent()).toMatch(/1.*3|3.*1/)
    await expect.poll(() => page.title()).toMatch(/^33 % · /)
    playing.child.kill('SIGKILL')
    await expect.poll(() => row.textContent()).toContain(verdict.stopped)
    expect(await page.title()).not.toContain('%')
    expect(troubles).toEqual([])
  })

  it('notifies of the end of a run for who asked, also on another page', async () => {
    const project = waiting()
    const { page, goto, troubles } = await openApp(project, { language, permissions: ['notifications'] })
    await page.addInitScript(() => {
      const shown: string[] = []
      Object.assign(window, { shown })
      class Told extends EventTarget {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(title: string, { body }: { body: string }) {
          super()
          shown.push(`${title}: ${body}`)
        }
      }
      Object.assign(window, { Notification: Told })
    })
    project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await until(() => existsSync(join(project.folder, 'asked')))
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await page.getByRole('button', { name: run.notify.open }).click()
    await page.getByText(run.notify.wanted).waitFor()
    await page.getByRole('link', { name: tables[language].titles.datasets }).click()
    project.write({ go: '' })
    await expect.poll(() => toldOn(page)).toEqual([expect.stringContaining(`slow: ${run.passed}`)])
    expect(troubles).toEqual([])
  })
})

describe('more tabs than a browser has connections', () => {
  it('all show a run that is at work, and all see it end', async () => {
    const project = waiting()
    project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await until(() => existsSync(join(project.folder, 'asked')))
    const { page, goto } = await openApp(project)
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await expect.poll(() => page.title()).toMatch(/^33 %/)
    const others: Page[] = []
    for (let tab = 0; tab < 8; tab += 1) {
      const other = await page.context().newPage()
      others.push(other)
      await other.goto(page.url())
      await expect.poll(() => other.title()).toMatch(/^33 %/)
    }
    project.write({ go: '' })
    for (const tab of [page, ...others]) await tab.getByRole('heading', { name: en.run.passed }).waitFor()
  })
})

async function toldOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { shown: string[] }).shown)
}

/** A project whose agent answers the second case when there is a file `go`. */
function waiting(): Project {
  return newProject({
    'shinsa.config.mjs': `export default { target: './agent.mjs', concurrency: 1 }`,
    'agent.mjs': agents.waiting,
    'slow.evalset.json': loudSet({ early: 'right', late: 'right', last: 'right' }),
  })
}

async function serve(project: Project, port = '0'): Promise<{ readonly url: string; readonly running: Running }> {
  const running = project.start(['serve', '--port', port])
  let said = ''
  running.child.stdout?.on('data', (text: string) => {
    said += text
  })
  await until(() => /http:\S+\n/.test(said) || running.child.exitCode !== null)
  expect(running.child.exitCode).toBeNull()
  return { url: /http:\S+/.exec(said)?.[0] ?? '', running }
}
