import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillTemplate } from '../../src/core/basics/message.ts'
import { translate } from '../../src/i18n/translate.ts'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { type App, openApp } from './open-app.ts'

const metric = 'final_response_match_v2'

describe.each(languages)('labelling in %s', (language) => {
  const say = saying(language)

  it('bears the name of whoever a login lets in, who is asked for none', async () => {
    const project = await ranProject()
    const app = await openApp(project, {
      language,
      flags: ['--person-header', 'Remote-User'],
      extraHTTPHeaders: { 'remote-user': 'hana' },
    })
    const { page, barriers, troubles } = app
    await app.goto('/labels?by=mallory')
    await page.getByText(`${say('Your name')}: hana`).waitFor()
    await page.getByText(`${say('Signed in')}: hana`).waitFor()
    expect(await page.getByLabel(say('Your name')).count()).toBe(0)
    await app.goto('/labels?by=Aki&person=Aki&person=Ben')
    await page
      .getByText(
        say('These results are assigned to {people}, and you are signed in as {person}: all are shown.', {
          people: 'Aki, Ben',
          person: 'hana',
        }),
      )
      .waitFor()
    await page.getByRole('button', { name: say('Skip'), exact: true }).waitFor()
    expect(await barriers({ least: true })).toEqual([])
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: say('What the judge said'), exact: true }).waitFor()
    const { stdout } = await project.run('labels', 'export')
    expect(JSON.parse(stdout)).toMatchObject({ labels: [{ by: 'hana' }] })
    expect(troubles).toEqual([])
  })

  it('goes by keyboard alone, blind until it is answered, and what was said is what judge validate reads', async () => {
    const project = await ranProject()
    const app = await openApp(project, { language })
    const { page, barriers, troubles } = app
    const { runId, secrets } = await runOf(app)
    const heard = listen(app)
    const revealed = page.getByRole('heading', { name: say('What the judge said'), exact: true })
    const waiting = page.getByRole('button', { name: say('Skip'), exact: true })
    await app.goto(`/labels?run=${runId}`)
    await waiting.waitFor()
    await page.getByText(say('Nothing labelled yet')).waitFor()

    await expectBlind()
    expect(await barriers()).toEqual([])
    await label('p')
    expect((await Promise.all(heard)).join('\n')).toContain('"scores":')
    await page.getByText(progress(1)).waitFor()
    expect(await barriers()).toEqual([])

    // The focus is where one goes on.
    await goOn('Enter')
    await page.keyboard.press('c')
    await page.keyboard.type('too cold')
    await page.reload()
    await waiting.waitFor()
    await expect.poll(() => page.getByLabel(say('Comment')).inputValue()).toBe('too cold')
    await expectBlind()
    await label('f')

    await goOn('n')
    const skipped = await page.locator('#labels-result').textContent()
    await page.keyboard.press('s')
    await expect.poll(async () => page.locator('#labels-result').textContent()).not.toBe(skipped)
    await waiting.waitFor()
    await page.keyboard.type('20')
    await expect.poll(() => page.getByLabel(say('Score, 0–100')).inputValue()).toBe('20')
    await label('Enter')
    await goOn('n')
    await expect.poll(() => page.locator('#labels-result').textContent()).toBe(skipped)
    await label('f')
    await page.getByText(progress(4)).waitFor()

    // An answer that was changed afterwards is no longer blind.
    const last = await page.locator('#labels-result').textContent()
    await page.keyboard.press('u')
    await expect.poll(async () => page.locator('#labels-result').textContent()).not.toBe(last)
    await revealed.waitFor()
    await page.keyboard.press('p')
    await page.getByText(say('Given after the verdict was shown, so it does not count as blind.')).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: say('Keys') }).waitFor()
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: say('Download the labels') }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`labels-${runId}.jsonl`)
    await download.saveAs(`${project.folder}/labels.jsonl`)
    await project.runHere('labels', 'export', runId, '--output', 'exported.jsonl')
    expect(project.read('labels.jsonl')).toBe(project.read('exported.jsonl'))
    expect(project.read('labels.jsonl')).toContain('"comment":"too cold"')
    const { exitCode, stdout } = await project.runHere('judge', 'validate', 'labels.jsonl', '--lang', language)
    expect(exitCode).toBe(0)
    await expect.poll(async () => agreementOf(app)).toEqual(numbersIn(stdout, language))
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])

    async function expectBlind(): Promise<void> {
      const shown = await page.content()
      await expect.poll(() => revealed.count()).toBe(0)
      for (const secret of [say('You and the judge agree'), say('You and the judge disagree'), ...secrets])
        expect(shown).not.toContain(secret)
      for (const body of await Promise.all(heard)) {
        expect(body).not.toMatch(/"(scores?|verdict|passed|value|judge|evidence)":/)
        for (const secret of secrets) expect(body).not.toContain(secret)
      }
    }

    async function goOn(key: string): Promise<void> {
      heard.length = 0
      await page.keyboard.press(key)
      await waiting.waitFor()
      await expectBlind()
    }

    async function label(key: string): Promise<void> {
      await page.keyboard.press(key)
      await revealed.waitFor()
    }

    function progress(done: number): string {
      return say('{done} of {all} labelled, {left} left', { done, all: 4, left: 4 - done })
    }
  })

  it('takes a verdict on a case, by name, and lists it beside those of other processes', async () => {
    const project = await ranProject()
    const app = await openApp(project, { language, viewport: { width: 390, height: 844 } })
    const { page, goto, barriers, troubles } = app
    const { runId } = await runOf(app)
    await goto(`/runs/${runId}/cases/1/0`)
    const card = page.getByRole('region', { name: say('Your verdict') })
    await card.getByLabel(say('Your name')).fill('reviewer-1')
    await card.getByLabel(say('Your name')).press('Enter')
    await card.getByLabel(say('Comment')).fill('<b>cold</b>')
    await card.getByRole('button', { name: say('Failed') }).press('Enter')
    await card
      .getByRole('list', { name: say('Labels of this result') })
      .getByText('<b>cold</b>')
      .waitFor()
    expect(await barriers()).toEqual([])

    await project.runHere('labels', 'add', runId, 'tea', metric, '80', '--by', 'reviewer-2')
    await goto(`/labels?run=${runId}&show=all`)
    await expect.poll(() => page.getByLabel(say('Your name'), { exact: true }).first().inputValue()).toBe('reviewer-1')
    const rows = page.getByRole('grid', { name: say('All labels') }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(3)
    expect(await barriers()).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('searchbox').fill('cold')
    await expect.poll(async () => rows.count()).toBe(2)
    expect(page.url()).toContain('q=cold')
    await rows.filter({ hasText: 'milk' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'milk' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('labels of picked cases', () => {
  it('are grades on a scale of our own and corrected answers, which become what a new case expects', async () => {
    const project = await ranProject()
    const app = await openApp(project)
    const { page, goto, barriers, troubles } = app
    const { runId } = await runOf(app)
    await goto(`/runs/${runId}`)
    await page.getByRole('row', { name: /milk/ }).getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Label the chosen' }).click()
    await page.getByRole('heading', { level: 2, name: 'milk' }).waitFor()
    await page
      .getByText(
        fillTemplate(
          'Cases that were picked: {count} {count|result|results}. Their labels correct no rate of the run.',
          { count: 1 },
        ),
      )
      .waitFor()
    // Enter that ends a conversion stays in the field.
    const scale = page.getByLabel('Grades in place of a score').first()
    await scale.fill('poor，fair、good')
    await scale.evaluate((field) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
    )
    expect(await scale.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Grades in place of a score').first().press('Enter')
    await page
      .getByRole('group', { name: 'Grades in place of a score' })
      .getByRole('button', { name: 'good' })
      .waitFor()
    await page.getByText('What should have been answered').click()
    await page.getByLabel('Corrected answer').fill('Oat milk, gladly.')
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'What the judge said', exact: true }).waitFor()
    await page.getByText('Nothing labelled yet').waitFor()
    const { stdout } = await project.run('labels', 'export')
    expect(JSON.parse(stdout)).toMatchObject({
      case: { id: 'milk' },
      labels: [{ value: 0.5, corrected: 'Oat milk, gladly.', picked: true }],
    })

    await goto(`/runs/${runId}/cases/1/0`)
    const card = page.getByRole('region', { name: 'Your verdict' })
    for (const note of ['Is it cold?', 'It is.']) {
      await card.getByLabel('Comment').fill(note)
      await card.getByRole('button', { name: 'Save as a note, without a verdict' }).click()
      await card.getByRole('list', { name: 'Notes' }).getByText(note, { exact: true }).waitFor()
    }
    const thread = await card.getByRole('list', { name: 'Notes' }).getByRole('listitem').allTextContents()
    expect(thread.map((text) => /Is it cold\?|It is\./.exec(text)?.[0])).toEqual(['Is it cold?', 'It is.'])
    // The press that ends the typing of a name counts under that name.
    await card.getByLabel('Your name').fill('Cy')
    await card.getByRole('button', { name: 'Passed', exact: true }).click()
    await card.getByRole('list', { name: 'Labels of this result' }).getByText('Cy').waitFor()
    expect(await card.getByLabel('Comment').inputValue()).toBe('')
    const made = await (await fetch(new URL(`/api/runs/${runId}/cases/1/0/as-case`, app.url))).json()
    expect(made).toMatchObject({
      evalCase: { conversation: [{ finalResponse: { parts: [{ text: 'Oat milk, gladly.' }] } }] },
    })
    expect(troubles).toEqual([])
  })
})

describe('keys on a slow line', () => {
  it('are handled in their order, and each verdict is stored for the result that it was pressed for', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `tea ${at}`)
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': loudSet(Object.fromEntries(names.map((name, at) => [name, at % 3 === 0 ? 'wrong' : 'right']))),
      'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
    })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
    const { page, url, goto, troubles } = await openApp(project)
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    const runId = runs[0]?.runId ?? ''
    await page.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await goto(`/labels?run=${runId}&metric=${metric}&by=aki`)
    await page.getByRole('button', { name: 'Skip', exact: true }).waitFor()
    const order = (await (
      await fetch(new URL(`/api/runs/${runId}/labelling?metric=${metric}&by=aki`, url))
    ).json()) as { places: { position: number }[] }
    const verdicts = ['p', 'f', 'f', 'p', 'p', 'f', 'p', 'f', 'f', 'p']
    for (const key of verdicts.flatMap((verdict) => [verdict, 'n'])) {
      await page.keyboard.press(key)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    const stored = async () => {
      const { labels } = (await (await fetch(new URL(`/api/runs/${runId}/labels`, url))).json()) as {
        labels: { position: number; passed: boolean }[]
      }
      return labels.map(({ position, passed }) => `${position} ${passed}`).toSorted()
    }
    const meant = order.places.map(({ position }, at) => `${position} ${verdicts[at] === 'p'}`).toSorted()
    expect(meant).toHaveLength(10)
    await page.getByText('All of them are labelled').waitFor({ timeout: 30_000 })
    expect(await stored()).toEqual(meant)
    expect(troubles).toEqual([])
  })
})

describe('keys pressed while a label is stored', () => {
  it('are a number, the way on and a comment too', async () => {
    const { page, url, goto, troubles } = await openApp(await ranProject())
    const { runId } = await runOf({ url })
    await page.route(/\/api\/labels$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await goto(`/labels?run=${runId}&metric=${metric}&by=aki`)
    await page.getByRole('button', { name: 'Skip', exact: true }).waitFor()
    for (const key of ['p', 'Enter', '8', '5', 'Enter', 'n', 'f', 'n', 'c', ...'no sun']) await page.keyboard.press(key)
    await expect.poll(() => page.getByLabel('Comment').inputValue(), { timeout: 20_000 }).toBe('no sun')
    const asked = `/api/runs/${runId}/labelling?metric=${metric}&by=aki`
    const { places } = (await (await fetch(new URL(asked, url))).json()) as { places: { position: number }[] }
    const { labels } = (await (await fetch(new URL(`/api/runs/${runId}/labels`, url))).json()) as {
      labels: { position: number; passed?: boolean; value?: number }[]
    }
    expect(
      places.map(({ position }) => {
        const { passed, value } = labels.find((label) => label.position === position) ?? {}
        return passed ?? value
      }),
    ).toEqual([true, 0.85, false, undefined])
    expect(troubles).toEqual([])
  })
})

describe('labels of several people', () => {
  it('are assigned by an address, differ, and are settled by a third person, on a phone too', async () => {
    const project = await ranProject()
    const app = await openApp(project, { viewport: { width: 390, height: 844 } })
    const { page, goto, barriers, troubles, url } = app
    const { runId } = await runOf(app)
    await goto(`/labels?run=${runId}&metric=`)
    await page.getByRole('button', { name: 'Assign …' }).click()
    await page.getByLabel('Names, one on each line').fill('Aki\nBen')
    await page.getByLabel('For everybody, in per cent').fill('0')
    const links = [
      await page.getByLabel('Aki', { exact: true }).inputValue(),
      await page.getByLabel('Ben', { exact: true }).inputValue(),
    ]
    expect(await barriers()).toEqual([])

    const all = await placesOf(new URL(links[0] ?? '').search)
    for (const [index, link] of links.entries()) {
      await goto(link.slice(url.length - 1))
      const count = index === 0 ? Math.ceil(all / 2) : Math.floor(all / 2)
      const name = index === 0 ? 'Aki' : 'Ben'
      await page
        .getByText(fillTemplate('Assigned to {person}: {count} of {all} results', { person: name, count, all }))
        .waitFor()
    }
    // What answers is on the first screen.
    const pass = page.getByRole('button', { name: new RegExp(`^${'Passed'}`) })
    const box = await pass.boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(844)

    for (const [by, passed] of [
      ['Aki', true],
      ['Ben', false],
    ] as const)
      await post(url, { runId, position: 0, repeat: 0, by, passed, blind: true })
    await goto(`/labels?run=${runId}&show=all`)
    const labels = page.getByRole('grid', { name: 'All labels' }).getByRole('row')
    expect(await labels.allInnerTexts()).toEqual([
      expect.stringContaining('Person'),
      expect.stringContaining('Aki'),
      expect.stringContaining('Ben'),
    ])
    await goto(`/labels?run=${runId}&metric=final_response_match_v2&show=differ&by=Chi`)
    await page
      .getByText(fillTemplate('{open} open of {all} {all|result|results} on which people differ', { open: 1, all: 1 }))
      .waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: new RegExp(`^${'Failed'}`) }).click()
    await page.getByText('Settled', { exact: true }).waitFor()
    await page
      .getByText(fillTemplate('{open} open of {all} {all|result|results} on which people differ', { open: 0, all: 1 }))
      .waitFor()
    await project.runHere('labels', 'export', runId, '--output', 'settled.jsonl')
    expect(project.read('settled.jsonl')).toMatch(/"by":"Chi"[^}]*"settles":true/)
    await goto(`/labels?run=${runId}&metric=&show=differ&by=Aki`)
    await page.getByText('You labelled this result yourself. Somebody else has to settle it.').waitFor()
    expect(troubles).toEqual([])

    async function placesOf(search: string): Promise<number> {
      const asked = new URL(`/api/runs/${new URLSearchParams(search).get('run')}/labelling`, url)
      return ((await (await fetch(asked)).json()) as { places: unknown[] }).places.length
    }
  })
})

async function post(url: string, label: object): Promise<void> {
  const response = await fetch(new URL('/api/labels', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(label),
  })
  expect(response.status).toBe(200)
}

/** A finished run of four cases, of which the agent gets two right. */
async function ranProject(): Promise<Project> {
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet({ tea: 'right', milk: 'right', rice: 'wrong', soup: 'wrong' }),
    'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
  })
  await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
  return project
}

/** The run, and what its judge said in so many words. */
async function runOf({
  url,
}: Pick<App, 'url'>): Promise<{ readonly runId: string; readonly secrets: readonly string[] }> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  const runId = runs[0]?.runId ?? ''
  const cases = await Promise.all(
    [0, 1, 2, 3].map(async (position) => (await fetch(new URL(`/api/runs/${runId}/cases/${position}/0`, url))).text()),
  )
  const secrets = new Set(
    cases.flatMap((text) => [...text.matchAll(/"raw":"((?:[^"\\]|\\.)+)"/g)].map(([, raw = '']) => raw)),
  )
  expect(secrets.size).toBeGreaterThan(0)
  return { runId, secrets: [...secrets] }
}

/** What the page is told from now on; the list of runs and the agreement tell of no case. */
function listen({ page }: App): Promise<string>[] {
  const heard: Promise<string>[] = []
  page.on('response', (response: Response) => {
    // News never end, and say nothing of what a judge said.
    if (!response.url().includes('/api/') || /\/(?:runs|agreement|news(?:\?.*)?)$/.test(response.url())) return
    // What was on its way when the page was left never arrived.
    heard.push(response.text().catch(() => ''))
  })
  return heard
}

const numbers = [
  'same verdict',
  "Cohen's kappa",
  "Gwet's AC1",
  'weighted kappa of scores',
  'mean shift, 0–100',
] as const

/** The numbers that the terminal shows; those that cannot be told are words there and here. */
function numbersIn(stdout: string, language: 'en' | 'ja'): readonly string[] {
  return numbers.flatMap((name) => {
    const label = translate({ text: name }, language)
    const line = stdout.split('\n').find((text) => text.trim().startsWith(label)) ?? ''
    return /: ([+−-]?[\d.]+(?: %)?) /.exec(line)?.[1] ?? []
  })
}

async function agreementOf({ page }: App): Promise<readonly string[]> {
  return page.locator('.facts').first().locator('b').allTextContents()
}
