import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp, openReport } from './open-app.ts'

describe.each(languages)('from the list of runs to the cause of a failure, in %s', (language) => {
  const say = saying(language)
  const cause = (page: Page) => page.getByRole('region', { name: say('Case {case}', { case: 'case 3' }) })

  it('takes two presses on the keyboard, from wherever the focus is', async () => {
    const { page, goto, barriers, troubles } = await openApp(await ordersRun(), { language })
    await goto('/')
    await page.getByRole('link', { name: 'orders' }).waitFor()
    await page.keyboard.press('Enter')
    await rowsOf(page, say('Cases')).first().waitFor()
    // The heading of the new page has the focus, and what opened is said.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.locator('[aria-live=polite]', { hasText: 'orders' }).waitFor()
    await page.keyboard.press('Enter')
    await cause(page).getByText('WRONG').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('case 3')
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('takes two clicks', async () => {
    const { page, goto, troubles } = await openApp(await ordersRun(), { language })
    await goto('/')
    await page.getByRole('link', { name: 'orders' }).click()
    await rowsOf(page, say('Cases')).filter({ hasText: 'case 3' }).first().click()
    await cause(page).getByText('WRONG').first().waitFor()
    expect(troubles).toEqual([])
  })
})

describe('the failures of a run', () => {
  it('are walked through and labelled with one press each', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}?only=failed`)
    await page.getByText('20 of 60').waitFor()
    await page.keyboard.press('Enter')
    let presses = 0
    for (let at = 1; at <= 20; at += 1) {
      await page.getByText(fill('{at} of {all}', { at, all: 20 }), { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Passed', exact: true }).waitFor()
      await page.keyboard.press(at % 2 === 0 ? 'p' : 'f')
      presses += 1
      await expect.poll(async () => labelsOf(url)).toBe(at)
    }
    expect(presses).toBe(20)
    await page.keyboard.press('k')
    await page.getByText(fill('{at} of {all}', { at: 19, all: 20 })).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedRow(page)).toContain('case 57')
    expect(troubles).toEqual([])
  })

  it('are labelled from the table too, while a case is open beside it, and the focus goes on along the table', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}?only=failed`)
    await page.getByText('20 of 60').waitFor()
    await page.keyboard.press('Enter')
    await panelOf(page, 'case 3').getByRole('button', { name: 'Passed', exact: true }).waitFor()
    await rowsOf(page).first().focus()
    await page.keyboard.press('j')
    for (const [key, at] of [
      ['p', 6],
      ['f', 9],
    ] as const) {
      await expect.poll(() => focusedRow(page)).toContain(`case ${at}`)
      await panelOf(page, `case ${at}`).getByRole('button', { name: 'Passed', exact: true }).waitFor()
      await page.keyboard.press(key)
    }
    await expect.poll(() => focusedRow(page)).toContain('case 12')
    await expect.poll(async () => labelsOf(url)).toBe(2)
    expect(new URL(page.url()).searchParams.get('open')).toBe('11/0')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('region', { name: /^Case / }).count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('have notes without a verdict, which are no labels', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}?only=failed&open=2/0`)
    const panel = panelOf(page, 'case 3')
    await panel.getByRole('button', { name: 'Passed', exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('ask the <b>shop</b>')
    await panel.getByRole('button', { name: 'Save as a note, without a verdict' }).click()
    const notes = panel.getByRole('list', { name: 'Notes' })
    await notes.getByText('ask the <b>shop</b>').waitFor()
    expect(await panel.getByLabel('Comment').inputValue()).toBe('')
    expect(await labelsOf(url)).toBe(0)
    expect(await barriers()).toEqual([])
    await panel.getByRole('button', { name: 'Failed', exact: true }).click()
    await panelOf(page, 'case 6').waitFor()
    expect(await labelsOf(url)).toBe(1)
    await page.keyboard.press('k')
    await notes.getByText('ask the <b>shop</b>').waitFor()
    expect(troubles).toEqual([])
  })

  it('stay filtered as was chosen beside an open one, when that is closed', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    await page.keyboard.press('Enter')
    await panelOf(page, 'case 3').waitFor()
    await page.getByRole('searchbox', { name: 'Filter the rows' }).fill('case 3')
    await page.getByText('11 of 60').waitFor()
    await panelOf(page, 'case 3').getByRole('button', { name: 'Close' }).click()
    await panelOf(page, 'case 3').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?q=case+3')
    await page.getByText('11 of 60').waitFor()
    await expect.poll(() => focusedRow(page)).toContain('case 3')
    expect(troubles).toEqual([])
  })

  it('say why once in the panel', async () => {
    const { page, goto, url } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}?open=2/0`)
    const panel = panelOf(page, 'case 3')
    await panel.getByRole('button', { name: 'Passed', exact: true }).waitFor()
    expect(await panel.getByText(/^ROUGE-1 with the reference answer is 0/).count()).toBe(1)
  })

  it('are as they were after the page of a case: filter, order, place and focus, without asking for them again', async () => {
    const { page, goto, url } = await openApp(await ordersRun())
    const address = `/runs/${await runIdOf(url)}?score.response_match_score=failed&sort=-case`
    await goto(address)
    await page.getByText('20 of 60').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect.poll(() => focusedRow(page)).toContain('case 3')
    const top = await scrolledTo(page)
    expect(top).toBeGreaterThan(0)

    await rowsOf(page).filter({ hasText: 'case 6' }).last().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'case 6' }).waitFor()
    await page.getByText(fill('{at} of {all}', { at: 19, all: 20 })).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: 'case 3' }).waitFor()

    // A case asks what people said of it meanwhile, and a run listens to its news; nothing is read again.
    const asked: string[] = []
    page.on('request', (request) => /\/api\/(?!news|.*\/labels$)/.test(request.url()) && asked.push(request.url()))
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'case 6' }).waitFor()
    await page.goBack()
    await page.getByText('20 of 60').waitFor()
    await expect.poll(() => scrolledTo(page)).toBe(top)
    await expect.poll(() => focusedRow(page)).toContain('case 6')
    expect(new URL(page.url()).search).toBe(new URL(address, url).search)
    expect(asked).toEqual([])
  })

  it('hears every key where keys come faster than the page is drawn', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun())
    // Frames that come late, as on a machine that is busy.
    await page.addInitScript(() => {
      const soon = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (draw) => window.setTimeout(() => soon(draw), 400)
    })
    await goto(`/runs/${await runIdOf(url)}?sort=place`)
    await page.getByText('60 of 60').waitFor()
    await typed(page, 'j', 'End', 'k', 'k')
    expect(await focusedRow(page)).toContain('case 58')
    await typed(page, 'Home', 'j', 'PageDown', 'j', 'End', 'PageUp')
    expect(await focusedRow(page)).toContain('case 50')
    // The row stays where the focus is, though the table is scrolled away from it; and others move it along.
    await page.locator('[role=grid]').evaluate((grid) => grid.scrollTo({ top: 0 }))
    await typed(page, 'j', 'Enter')
    await page.getByRole('heading', { level: 2, name: 'case 51' }).waitFor()
    await typed(page, 'j', 'j', 'k')
    await page.getByRole('heading', { level: 2, name: 'case 52' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedRow(page)).toContain('case 52')
    // In the head of the table, too.
    await page.getByRole('columnheader', { name: 'Case' }).getByRole('button').first().focus()
    await typed(page, 'End', 'k')
    expect(await focusedRow(page)).toContain('case 59')
    expect(troubles).toEqual([])
  })

  it('have their room before they are there, so that nothing moves when they come late', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun(), { viewport: { width: 1440, height: 900 } })
    // Where they stood, in every frame since they did.
    await page.addInitScript(() => {
      const tops = new Set<number>()
      Object.assign(globalThis, { tops })
      const look = () => {
        const top = document.querySelector('#cases')?.getBoundingClientRect().top
        if (top !== undefined) tops.add(top)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const released = Promise.withResolvers<void>()
    await page.route(/\/cases\?/, async (route) => released.promise.then(async () => route.continue()))
    await goto(`/runs/${await runIdOf(url)}`)
    const places = async () =>
      Promise.all(
        ['#cases', '.run-metric'].map(async (one) => {
          const box = await page.locator(one).first().boundingBox()
          return box?.y ?? 0
        }),
      )
    await page.locator('#cases').waitFor()
    const [cases = 0, metrics = 0] = await places()
    expect(await page.getByText('No case has begun yet').count()).toBe(0)
    released.resolve()
    await page.getByText('60 of 60').waitFor()
    await page.locator('.pictures-strip .histogram').first().waitFor()
    const [casesNow = 0, metricsNow = 0] = await places()
    expect(Math.abs(casesNow - cases)).toBeLessThan(36)
    expect(await page.evaluate('Math.max(...globalThis.tops) - Math.min(...globalThis.tops)')).toBeLessThan(36)
    expect(Math.abs(metricsNow - metrics)).toBeLessThan(36)
    expect(troubles).toEqual([])
  })

  it('say what was asked, answered and expected, and why, ten of them in sight from the upper third on', async () => {
    const { page, goto, url } = await openApp(await ordersRun(), { viewport: { width: 1440, height: 900 } })
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    await page.locator('.pictures-strip').waitFor()
    const bottoms = await page
      .locator('[role=row][data-index]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    const [cells = []] = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('[data-text] > :last-child')].map((cell) => cell.textContent.trim())),
    )
    expect(cells).toEqual([
      'case 3',
      'Where is order 3?',
      'WRONG',
      'ORDER 3',
      'ROUGE-1 with the reference answer is 0, at least 0.8 is needed response_match_score',
    ])
    expect(bottoms[0]).toBeLessThanOrEqual(300 + 44)
    expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(10)
    expect(bottoms.length).toBeLessThan(45)
  })
})

describe('the table of cases', () => {
  it('is narrowed by the name of a metric, by its values and by tags, and grouped, all of it in the address', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    await page.getByRole('button', { name: 'response_match_score: 20 failed' }).click()
    await page.getByText('20 of 60').waitFor()
    await page.getByRole('button', { name: /Remove the filter response_match_score/ }).click()
    await page.getByRole('button', { name: 'Filter by' }).click()
    await page.getByLabel('Field').selectOption('tag')
    await page.getByLabel('Value').selectOption('odd')
    await page.getByRole('button', { name: 'Add the filter' }).click()
    await page.getByText('30 of 60').waitFor()
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.workbench-bar').getByLabel('Groups', { exact: true }).selectOption('meta.owner')
    await page.getByText('10 cases · 0 of 10 passed').waitFor()
    await page.reload()
    await page.getByText('10 cases · 0 of 10 passed').waitFor()
    expect(await barriers()).toEqual([])

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').fill('odd ones')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('button', { name: 'odd ones', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // It is everybody's: another browser has nothing of this one.
    await page.evaluate(() => localStorage.clear())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'odd ones', exact: true }).click()
    await page.getByText('30 of 60').waitFor()
    expect(new URL(page.url()).search).toBe('?tag=odd&group=meta.owner')

    const asked = page.getByText('It goes for everybody who uses this store.')
    await page.getByRole('button', { name: 'Remove the view odd ones' }).click()
    await asked.waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'odd ones', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove the view odd ones' }).click()
    await page.getByRole('button', { name: 'Remove the view odd ones' }).click()
    await page.getByText('Filter, sort and columns, saved under a name').waitFor()
    expect(troubles).toEqual([])
  })

  it('has cases chosen by key, by box and with Shift, which are run again together', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}?sort=place`)
    await page.getByText('60 of 60').waitFor()
    await rowsOf(page).first().focus()
    await page.keyboard.press('x')
    await page.getByText('1 case chosen').waitFor()
    await rowsOf(page)
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await page.getByText('4 cases chosen').waitFor()
    await page.getByLabel(fill('Choose the case {case}', { case: 'case 2' }), { exact: true }).click()
    await page.getByText('3 cases chosen').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    expect(await barriers()).toEqual([])
    const chosen = page.getByRole('group', { name: 'Chosen cases' })
    await chosen.getByRole('button', { name: 'Choose none' }).click()
    await expect.poll(() => chosen.count()).toBe(0)
    await rowsOf(page).nth(2).getByRole('checkbox').click()
    await rowsOf(page).nth(5).getByRole('checkbox').click()
    await chosen.getByRole('button', { name: 'Run the chosen again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run again' })
    expect(await dialog.getByLabel('The same on the command line').inputValue()).toContain("--filter 'case 3,case 6'")
    await dialog.getByRole('button', { name: 'Start the new run' }).click()
    await page.getByText('2 of 2', { exact: true }).waitFor()
    expect(troubles).toEqual([])
  })

  it('is exported as it is filtered, and the report says so', async () => {
    const project = await ordersRun()
    const { page, goto, url, barriers, troubles } = await openApp(project)
    const runId = await runIdOf(url)
    await goto(`/runs/${runId}?tag=odd&only=failed`)
    await page.getByText('10 of 60').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const menu = page.getByRole('list', { name: 'Export' })
    await menu.getByText('What the table shows now').waitFor()
    expect(await menu.getByLabel('On the command line').inputValue()).toBe(
      `shinsa export ${runId} --html --view 'only=failed&tag=odd'`,
    )
    expect(await barriers()).toEqual([])
    const downloading = page.waitForEvent('download')
    await menu.getByRole('link', { name: 'Report in one HTML file' }).last().click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`${runId}-filtered.html`)
    const file = join(project.folder, 'part.html')
    await download.saveAs(file)
    const report = await openReport(file)
    await report.goto(`#/runs/${runId}`)
    await report.page.getByText('10 of 10').waitFor()
    const part = report.page.getByRole('note').filter({ hasText: 'only=failed&tag=odd' })
    await part.getByText(fill('Of these {passed} of {evaluated} passed', { passed: 0, evaluated: 10 })).waitFor()
    expect(await report.barriers()).toEqual([])
    expect([troubles, report.troubles]).toEqual([[], []])
  })

  it('is ordered by a second column with Shift, by mouse and keyboard, and narrowed by a name among the metrics', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    const sortBy = (column: string) =>
      page.getByRole('button', { name: fill('Sort by {column}', { column }), exact: true })
    await sortBy('response_match_score').click()
    const byCase = page.getByRole('columnheader', { name: 'Case' }).getByRole('button')
    await byCase.click({ modifiers: ['Shift'] })
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=score.response_match_score&sort=case')
    await byCase.press('Shift+Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=score.response_match_score&sort=-case')
    await expect.poll(() => rowsOf(page).first().textContent()).toContain('case 60')
    expect(await barriers()).toEqual([])
    const metrics = page.getByRole('region', { name: `${'Metrics'}: ${'Table'}` })
    await metrics.getByRole('button', { name: 'response_match_score' }).press('Enter')
    await page.getByText('20 of 60').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cases')
    expect(troubles).toEqual([])
  })

  it('does by name what can be done, and / and ? work', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Run, page, metric or action' }).fill('response failures')
    await page.getByRole('option', { name: /response_match_score/ }).waitFor()
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('20 of 60').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('case 33')
    await page.getByText('1 of 60').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedRow(page)).toContain('case 33')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go to' }).click()
    await page.getByRole('combobox', { name: 'Run, page, metric or action' }).fill('Datasets')
    await page.getByRole('option', { name: 'Datasets' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('is told by name what to do before names can be looked for', async () => {
    const { page, goto, url, troubles } = await openApp(await ordersRun())
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    const [list, runs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/command-list-.*\.js$/, async (route) => list.promise.then(async () => route.continue()))
    await page.route('**/api/runs', async (route) => runs.promise.then(async () => route.continue()))
    await typed(page, 'Control+k', ...'jjx', 'Backspace', 'Backspace', 'Backspace', ...'ord')
    list.resolve()
    const field = page.getByRole('combobox', { name: 'Run, page, metric or action' })
    await field.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await typed(page, ...'ers', 'Enter')
    expect(await field.inputValue()).toBe('orders')
    expect(new URL(page.url()).search).toBe('')
    await page.evaluate(() => history.pushState(null, '', '/datasets'))
    // Behind the dialog.
    await page.locator('h1', { hasText: 'Datasets' }).waitFor()
    runs.resolve()
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor()
    expect(await field.count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('has one row for the repeats of a case, and says in words how they went', async () => {
    const { page, goto, url, barriers, troubles } = await openApp(await ordersRun(['--repeat', '3']))
    await goto(`/runs/${await runIdOf(url)}`)
    await page.getByText('60 of 60').waitFor()
    const failed = rowsOf(page).filter({ hasText: 'case 3' }).first()
    await failed.getByText(/^1 of 3 repeats passed, pass@2 67 %, pass\^2 0 %$/).waitFor()
    await failed.getByText('▮▯▯').waitFor()
    await failed.click()
    const panel = page.getByRole('region', { name: fill('Case {case}', { case: 'case 3' }) })
    const repeats = panel.getByRole('group', { name: 'Repeats' }).getByRole('button')
    await expect.poll(() => repeats.count()).toBe(3)
    expect(await repeats.nth(1).getAttribute('aria-pressed')).toBe('true')
    await repeats.first().click()
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe('2/0')
    expect(await barriers()).toEqual([])
    await page.goBack()
    await expect.poll(() => panel.count()).toBe(0)
    expect(troubles).toEqual([])
  })
})

/** Sixty cases of which every third is answered wrongly, in all repeats but the first. */
async function ordersRun(args: readonly string[] = []): Promise<Project> {
  const isRepeated = args.length > 0
  const owners = ['Yamada', 'Sato', '山田']
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  const cases = numbers.map((at) =>
    [`case ${at}`, `Where is order ${at}?`, `ORDER ${at}`, at % 2 === 0 ? 'even' : 'odd', owners[at % 3]].join(','),
  )
  const project = newProject({
    'agent.mjs': `const asked = {}
      export default async (question) => {
        const order = /\\d+/.exec(question)[0]
        asked[order] = (asked[order] ?? 0) + 1
        return order % 3 !== 0 || (${isRepeated} && asked[order] === 1) ? 'ORDER ' + order : 'WRONG'
      }`,
    'test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
    'orders.csv': ['id,question,answer,tags,owner', ...cases].join('\n'),
  })
  const { exitCode, stderr } = await project.runHere(
    'run',
    'orders.csv',
    '--target',
    './agent.mjs',
    '--name',
    'orders',
    '--concurrency',
    '1',
    ...args,
  )
  expect([exitCode, stderr]).toEqual([1, expect.anything()])
  return project
}

function rowsOf(page: Page, name = 'Cases') {
  return page.getByRole('grid', { name }).locator('[data-index]')
}

/** One key after the other; what they do is not waited for. */
async function typed(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

function panelOf(page: Page, name: string) {
  return page.getByRole('region', { name: fill('Case {case}', { case: name }) })
}

async function focusedRow(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('[data-index]')?.textContent ?? '')
}

async function scrolledTo(page: Page): Promise<number> {
  return page.locator('[role=grid]').evaluate((grid) => grid.scrollTop)
}

async function runIdOf(url: string): Promise<string> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  return runs[0]?.runId ?? ''
}

async function labelsOf(url: string): Promise<number> {
  const answer = await fetch(new URL(`/api/runs/${await runIdOf(url)}/labels`, url))
  const { labels } = (await answer.json()) as { labels: unknown[] }
  return labels.length
}
