import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, until, type Project, type Running } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp, openServer } from './open-app.ts'

describe.each(languages)('a page whose server goes, in %s', (language) => {
  const say = saying(language)

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
    await expect
      .poll(() => gone.textContent())
      .toContain(
        say('It is looked for all the time: what is shown is how things stood then. Is `shinsa serve` still running?'),
      )
    expect(await gone.textContent()).toMatch(/\d+:\d\d:\d\d/)
    expect(await page.locator('.run-progress').textContent()).not.toMatch(/left|残り/)
    expect(await barriers()).toEqual([])

    await serve(project, new URL(first.url).port)
    await expect.poll(() => gone.textContent()).toBe('')
    project.write({ go: '' })
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
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
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
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
    await expect
      .poll(() => gone.textContent())
      .toContain(
        say('It is looked for all the time: what is shown is how things stood then. Is `shinsa serve` still running?'),
      )
    first.running.child.kill('SIGCONT')
    await expect.poll(() => gone.textContent()).toBe('')
  })

  it('asks again what was clicked in vain', async () => {
    const project = waiting()
    project.write({ go: '' })
    const first = await serve(project)
    const { page, goto } = await openServer(first.url, { language })
    await goto('/new')
    const start = page.getByRole('button', { name: say('Start the run') })
    await expect.poll(() => start.isEnabled()).toBe(true)
    first.running.child.kill('SIGKILL')
    await page.locator('.server-gone[data-gone=true]').waitFor()
    await start.click()
    const retry = page.getByRole('alert').getByRole('button', { name: say('Try again') })
    await retry.waitFor()
    await serve(project, new URL(first.url).port)
    await page.locator('.server-gone[data-gone=false]').waitFor({ state: 'attached' })
    await retry.click()
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
    expect(await page.getByRole('button', { name: say('Run again what did not pass') }).count()).toBe(0)
  })

  it('brings what was clicked meanwhile by itself, when it is back', async () => {
    const project = waiting()
    const first = await serve(project)
    const { page, goto } = await openServer(first.url, { language })
    await goto('/')
    first.running.child.kill('SIGKILL')
    await first.running.ended
    await page.getByRole('link', { name: say('Datasets') }).click()
    const away = page.getByRole('alert').getByRole('heading', { name: say('The server does not answer') })
    await away.waitFor()
    await page.locator('.server-gone[data-gone=true]').waitFor()
    await serve(project, new URL(first.url).port)
    await page.getByRole('heading', { name: say('Datasets'), level: 1 }).waitFor()
    await page.getByText('slow.evalset.json').first().waitFor()
    expect([await away.count(), await page.getByRole('alert').count()]).toEqual([0, 0])
    await page.getByRole('link', { name: say('Runbook assistant') }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

it('a page whose server comes back with another token says so, and goes on as soon as its browser is let in', async () => {
  const project = waiting()
  const first = await serve(project, '0', 'a'.repeat(32))
  const { page } = await openServer(first.url)
  await page.goto(first.link)
  await page.getByRole('heading', { name: 'No run yet' }).waitFor()
  first.running.child.kill('SIGKILL')
  await first.running.ended
  const second = await serve(project, new URL(first.url).port, 'b'.repeat(32))
  const gone = page.locator('.server-gone')
  await gone.getByText('this server asks for its token').waitFor()
  const other = await page.context().newPage()
  await other.goto(second.link)
  await expect.poll(() => gone.textContent()).toBe('')
})

describe.each(languages)('a tab in %s', (language) => {
  const say = saying(language)

  it('shows of a case that was opened while it was evaluated what became of it, beside the table and on its page', async () => {
    const project = waiting()
    const { page, goto, troubles } = await openApp(project, { language })
    const aside = await page.context().newPage()
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await until(() => existsSync(join(project.folder, 'asked')))
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await page.locator('[data-index]').filter({ hasText: 'late' }).click()
    await page.waitForURL(/open=/)
    await aside.goto(decodeURIComponent(page.url()).replace('?open=', '/cases/'))
    for (const tab of [page, aside]) await tab.getByText(say('This case is still running.')).waitFor()
    project.write({ go: '' })
    for (const tab of [page, aside]) {
      await tab.getByText('SAY LATE').first().waitFor()
      await tab.getByText(say('This case is still running.')).waitFor({ state: 'detached' })
      await tab.getByRole('heading', { name: say('Your verdict') }).waitFor()
    }
    await playing.ended
    expect(troubles).toEqual([])
  })

  it('follows a run that is stopped and then resumed by another process, to its end', async () => {
    const project = waiting()
    const { page, goto, troubles } = await openApp(project, { language })
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    await until(() => existsSync(join(project.folder, 'asked')))
    await goto('/')
    await page.getByRole('link', { name: 'slow' }).click()
    await expect.poll(() => page.title()).toMatch(/^33 % · slow/)
    playing.child.kill('SIGINT')
    await page.getByRole('heading', { name: say('Interrupted, so there is no verdict') }).waitFor()
    await playing.ended
    expect(await page.title()).toMatch(/^slow/)

    const resumed = project.start(['resume', 'slow'])
    await expect.poll(() => page.title()).toMatch(/^33 % · slow/)
    project.write({ go: '' })
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
    await resumed.ended
    const rows = page.getByRole('grid', { name: say('Cases') })
    await expect.poll(() => rows.textContent()).not.toContain(say('Running'))
    expect(troubles).toEqual([])
  })

  it('on the list sees runs come, go on and end, also when their process is killed', async () => {
    const project = waiting()
    project.write({ 'done.evalset.json': loudSet({ tea: 'right' }) })
    await project.runHere('run', 'done.evalset.json', '--name', 'before')
    const { page, goto, troubles } = await openApp(project, { language })
    await goto('/')
    const list = page.getByRole('grid', { name: say('Runs') })
    await list.getByText('before').waitFor()
    const playing = project.start(['run', 'slow.evalset.json', '--name', 'slow'])
    const row = list.getByRole('row').filter({ hasText: 'slow' })
    await expect.poll(() => row.textContent()).toContain(say('Running'))
    await expect.poll(() => row.textContent()).toMatch(/1.*3|3.*1/)
    await expect.poll(() => page.title()).toMatch(/^33 % · /)
    playing.child.kill('SIGKILL')
    await expect.poll(() => row.textContent()).toContain(say('Stopped'))
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
    await page.getByRole('button', { name: say('Notify me when it is done') }).click()
    await page.getByText(say('You will be notified as long as this tab is open.')).waitFor()
    await page.getByRole('link', { name: say('Datasets') }).click()
    project.write({ go: '' })
    await expect.poll(() => toldOn(page)).toEqual([expect.stringContaining(`slow: ${say('Passed the gate')}`)])
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
    for (const tab of [page, ...others]) await tab.getByRole('heading', { name: 'Passed the gate' }).waitFor()
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

type Served = { readonly url: string; readonly link: string; readonly running: Running }

async function serve(project: Project, port = '0', token?: string): Promise<Served> {
  const environment: Record<string, string> = token === undefined ? {} : { SHINSA_TOKEN: token }
  const running = project.start(['serve', '--port', port], { environment })
  let said = ''
  running.child.stdout?.on('data', (text: string) => {
    said += text
  })
  await until(() => (token === undefined ? /http:\S+\n/ : /enter\S+ /).test(said) || running.child.exitCode !== null)
  expect(running.child.exitCode).toBeNull()
  return { url: /http:\S+/.exec(said)?.[0] ?? '', link: /http:\S+enter\S+/.exec(said)?.[0] ?? '', running }
}
