import { describe, expect, it, onTestFinished } from 'vitest'
import { agents, loudSet, newProject } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each([
  ['en', 1440],
  ['ja', 1024],
] as const)('the runs in %s at %i pixels', (language, width) => {
  const say = saying(language)

  it('are what became of them meanwhile where the way back or forward leads to them', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first')
    const { page, goto, settled } = await openApp(project, { language, viewport: { width, height: 900 } })
    await goto('/')
    const list = page.getByRole('heading', { level: 1, name: say('Runs') })
    await page.getByRole('link', { name: 'first', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'first' }).waitFor()
    await settled()
    await page.goBack()
    await list.waitFor()
    await page.getByRole('checkbox', { name: say('Mark {run} for comparing', { run: 'first' }) }).check()
    await page.getByRole('button', { name: say('Name and tags') }).click()
    await page.getByLabel(say('Name'), { exact: true }).fill('other')
    await page.getByRole('button', { name: say('Save') }).click()
    await page.getByRole('link', { name: 'other', exact: true }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'other' }).waitFor()
    await page.goBack()
    await list.waitFor()
    const deletes = say('Delete {count} {count|run|runs}', { count: 1 })
    await page.getByRole('button', { name: deletes }).click()
    await page.getByRole('dialog').getByRole('button', { name: deletes }).click()
    await page.getByRole('heading', { name: say('No run yet') }).waitFor()
    await page.goForward()
    await expect.poll(() => page.getByRole('heading', { name: say('That did not work') }).count()).toBe(1)
  })

  it('can be named, tagged, pinned and deleted, and have a column for each score that is wanted', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right', two: 'wrong' }) })
    for (const name of ['first', 'second', 'third'])
      await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', name)
    const { page, goto, settled, barriers, troubles } = await openApp(project, {
      language,
      viewport: { width, height: 900 },
    })
    await goto('/')
    const rows = page.getByRole('row')
    const marks = page.getByRole('checkbox', { name: say('Mark {run} for comparing', { run: 'first' }) })
    await marks.check()
    await page.getByRole('button', { name: say('Name and tags') }).click()
    await page.getByLabel(say('Name'), { exact: true }).fill('best so far')
    await page.getByLabel(say('Tags, separated by commas')).fill('prompt v2, 本番，本番、')
    await page.getByLabel(say('Pinned: it stands first')).check()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('Save') }).click()
    await page.getByRole('link', { name: 'best so far', exact: true }).waitFor()
    // Pinned ones stand first; the row before is the head.
    await expect.poll(async () => (await rows.nth(1).textContent()) ?? '').toContain('best so far')
    // Commas of either script part them, and each is there once.
    expect((await rows.nth(1).textContent())?.match(/本番，?/g)).toEqual(['本番'])
    await page.getByRole('searchbox').first().fill('本番')
    await expect.poll(() => rows.count()).toBe(2)
    // The same box finds cases of all runs: by id, by what was asked, and by what was answered; one letter may be a word.
    const box = page.getByRole('searchbox').first()
    await box.fill('茶')
    await box.press('Enter')
    await page.getByText(say('{count} {count|case|cases} in all runs', { count: 0 })).waitFor()
    await box.fill('SAY two')
    await box.press('Enter')
    await page.getByText(say('{count} {count|case|cases} in all runs', { count: 3 })).waitFor()
    const found = page.locator('.runs-found')
    expect(await found.getByText('say two').count()).toBe(3)
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/found-${language}.png` })
    expect(await barriers({ least: true })).toEqual([])
    await found.getByRole('link', { name: 'two', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'two' }).waitFor()
    await page.goBack()
    await page.getByText(say('{count} {count|case|cases} in all runs', { count: 3 })).waitFor()
    await page.getByRole('region').getByRole('button').first().click()
    await box.fill('')

    await page.getByText(say('Quality, cost and time in one picture')).click()
    await page.getByRole('combobox', { name: say('Across') }).selectOption('time')
    await expect.poll(() => page.locator('.scatter-point').count()).toBe(3)
    expect(await page.locator('.scatter-point').first().getAttribute('aria-label')).toContain('50 %')

    await page.getByRole('button', { name: say('Scores') }).click()
    await page.getByLabel('response_match_score').check()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'response_match_score' }).waitFor()
    expect(page.url()).toContain('score=response_match_score')
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/runs-${language}.png` })
    expect(await barriers()).toEqual([])

    await page.getByRole('checkbox', { name: say('Mark {run} for comparing', { run: 'second' }) }).check()
    await page.getByRole('button', { name: say('Delete {count} {count|run|runs}', { count: 2 }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Delete {count} {count|run|runs}', { count: 2 }) })
      .click()
    await settled()
    await expect.poll(() => rows.count()).toBe(2)
    expect((await project.runHere('list')).stdout).not.toContain('second')
    expect(troubles).toEqual([])
  })
})

describe('runs that change faster than their list is sent', () => {
  it('are shown all the same', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first')
    const { page, url, troubles } = await openApp(project)
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    const note = new URL(`/api/runs/${runs[0]?.runId}/note`, url).href
    const headers = { origin: new URL(url).origin }
    let named = 0
    const naming = setInterval(() => {
      const body = JSON.stringify({ name: `named ${(named += 1)}` })
      void fetch(note, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body })
    }, 300)
    onTestFinished(() => clearInterval(naming))
    // Each answer is older than a change that the page has heard of.
    let news = Promise.withResolvers<void>()
    await page.exposeFunction('hearNews', () => news.resolve())
    await page.addInitScript(() => {
      const hear = (window as unknown as { hearNews(): void }).hearNews
      new EventSource('/api/news').addEventListener('message', ({ data }) => String(data).includes('runs') && hear())
    })
    await page.route(/api\/runs$/, async (route) => {
      const response = await route.fetch()
      news = Promise.withResolvers()
      await news.promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.goto(url)
    await page.getByRole('link', { name: /named/ }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(troubles).toEqual([])
  })
})

describe('runs marked in any number', () => {
  it('are deleted together, and compared where six at most are marked', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    const names = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th']
    for (const name of names) await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', name)
    const { page, goto, troubles } = await openApp(project)
    await goto('/')
    for (const name of names.slice(0, 6)) await page.getByLabel(`Mark ${name} for comparing`).check()
    await page.getByRole('link', { name: 'Compare the 6 marked' }).waitFor()
    await page.getByLabel('Mark 7th for comparing').check()
    await page.getByText('Mark two to six runs to compare them').waitFor()
    await page.getByRole('button', { name: 'Delete 7 runs' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 7 runs' }).click()
    await page.getByRole('heading', { name: 'No run yet' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('what a run took', () => {
  it('is the agent’s, with the judge’s beside it, and unknown where the agent did not say', async () => {
    const project = newProject({
      'silent.ts': agents.loud,
      'half.ts': `export default (said) => ({ response: said, ...(said === 'say one' && { dollars: 0.25 }) })`,
      'telling.ts': `export default (said) => ({ response: said === 'say one' ? 'ONE' : 'two', dollars: 0.25 })`,
      'a.evalset.json': loudSet({ one: 'right', two: 'wrong' }),
      'test_config.json': { criteria: { final_response_match_v2: 0.8 } },
    })
    for (const name of ['half', 'silent', 'telling'])
      await project.runHere('run', 'a.evalset.json', '-t', `./${name}.ts`, '--name', name)
    const { page, goto, settled, url, troubles } = await openApp(project)
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    const [telling, silent, half] = runs.map(({ runId }) => runId)
    const cellsOf = async (name: string) =>
      page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').allTextContents()
    await goto('/')
    await settled()
    // The embedded judge costs nothing, which says nothing of the agent.
    expect((await cellsOf('silent')).at(-2)).toBe('–')
    expect((await cellsOf('telling')).at(-2)).toBe('$0.5')
    await page.getByText('Quality, cost and time in one picture').click()
    await expect.poll(() => page.locator('.scatter-point').count()).toBe(1)
    // What is only known in part is no amount to be compared.
    expect((await cellsOf('half')).at(-2)).toBe('≥ $0.25')
    await page.getByText('1 of 3 runs: the first 40 whose pass rate and amount are known').waitFor()
    await goto(`/runs/${silent}`)
    await settled()
    expect(await page.getByRole('columnheader', { name: 'Cost' }).count()).toBe(0)
    await goto(`/compare?baseline=${silent}&with=${telling}&with=${half}`)
    await settled()
    const heads = await page.locator('.compare-run').allTextContents()
    expect(heads.map((text) => text.match(/(≥ )?\$[\d.]+/g))).toEqual([null, ['$0.5'], ['≥ $0.25']])
    await goto(`/runs/${half}`)
    await page.getByText('≥ $0.25 of the agent').waitFor()
    expect(troubles).toEqual([])
  })
})

describe('a run that is deleted elsewhere', () => {
  it.each(['', '/cases/0/0'])('is no longer shown as if it were there, at its page%s', async (place) => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first')
    const { page, goto, settled, url } = await openApp(project)
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    const address = `/runs/${runs[0]?.runId}`
    await goto(address + place)
    await settled()
    const headers = { origin: new URL(url).origin }
    expect((await fetch(new URL(`/api${address}`, url), { method: 'DELETE', headers })).status).toBe(200)
    await page.getByRole('heading', { name: 'That did not work' }).first().waitFor({ timeout: 20_000 })
    await page
      .getByText(/no run/)
      .first()
      .waitFor()
  })
})
