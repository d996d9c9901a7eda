import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { generateCases } from '../../bench/generate.ts'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { agents, evalSet, loudSet, newProject, turn, until, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each(languages)('the comparison in %s', (language) => {
  const say = saying(language)

  it('holds runs that are chosen by name against a baseline, and says first what differs', async () => {
    const project = await projectWithRuns()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/compare')
    await page.getByText(say('Choose a baseline and a run to compare with it')).waitFor()
    const choose = async (label: string, run: string) => {
      const field = page.getByLabel(label, { exact: true })
      await field.selectOption(await field.locator('option', { hasText: `${run} ·` }).getAttribute('value'))
    }
    await choose(say('Baseline'), 'today')
    await choose(say('Compared'), 'hasty')
    await choose(say('Compare another run'), 'careful')
    const heads = page.getByRole('grid', { name: say('Case by case') }).getByRole('columnheader')
    await expect.poll(() => heads.count()).toBe(4)
    expect(page.url()).toMatch(/baseline=[^&]+&with=[^&]+&with=/)
    const told = page.getByRole('region', { name: say('What differs between the runs') }).getByRole('table')
    const prompt = told.getByRole('row').filter({ hasText: say('what the agent was told') })
    await prompt.locator('ins', { hasText: 'haste' }).waitFor()
    expect(await barriers()).toEqual([])
    await page.reload()
    await expect.poll(() => heads.count()).toBe(4)
    expect(await heads.locator('.compare-verdict[data-of=worse]').count()).toBe(1)
    expect(troubles).toEqual([])
  })

  it('shows a case that failed in both and lost a metric, its words and its calls side by side', async () => {
    const project = await projectWithRuns()
    const { page, url, goto, barriers, troubles } = await openApp(project, { language })
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['today']}&with=${ids['hasty']}`)
    const rows = page.getByRole('grid', { name: say('Case by case') }).locator('[data-index]')
    await page.getByRole('button', { name: new RegExp(`^${say('Scores moved')} `) }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.first().textContent()).toContain('hopeless')
    expect(await rows.first().textContent()).toContain(say('scores fell'))
    await page.getByLabel(say('Which metric moved')).selectOption('tool_trajectory_avg_score')
    await page.getByLabel(say('Direction')).selectOption('up')
    await expect.poll(() => rows.count()).toBe(0)
    await page.getByLabel(say('Direction')).selectOption('down')
    await expect.poll(() => rows.count()).toBe(1)

    await rows.first().press('Enter')
    const side = page.getByRole('group', { name: say('{case}, side by side', { case: 'hopeless' }) })
    await side.locator('ins', { hasText: 'perhaps' }).waitFor()
    await side.locator('del', { hasText: 'certainly' }).waitFor()
    expect(await side.locator('.side-call[data-mark=missing]').count()).toBe(1)
    expect(await side.locator('.side-call[data-mark=other-arguments] ins').allTextContents()).toEqual(['7'])
    await expect.poll(() => side.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => side.count()).toBe(0)
    expect(troubles).toEqual([])
  })
})

describe('the comparison', () => {
  it('walks from case to case in the order of the table, and says which one of how many', async () => {
    const project = await projectWithRuns()
    const { page, url, goto } = await openApp(project)
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['today']}&with=${ids['hasty']}&show=changed&sort=-case`)
    const rows = page.getByRole('grid', { name: 'Case by case' }).locator('[data-index]')
    await rows.first().press('Enter')
    await page.getByText(fill('{at} of {all}', { at: 1, all: 9 })).waitFor()
    await page.keyboard.press('j')
    await page.getByText(fill('{at} of {all}', { at: 2, all: 9 })).waitFor()
    const second = await page.locator('[data-index="1"] b').textContent()
    const opened = page.getByRole('group', { name: fill('{case}, side by side', { case: second ?? '' }) })
    await expect.poll(() => opened.count()).toBe(1)
  })

  it('calls no run better where the datasets differ, in no colour either', async () => {
    const project = await projectWithRuns()
    project.write({ 'a.evalset.json': setOf({ extra: true }) })
    await project.runHere('run', 'a.evalset.json', '--target', './agent.mjs', '--name', 'elsewhere')
    const { page, url, goto } = await openApp(project)
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['hasty']}&with=${ids['elsewhere']}`)
    await page
      .getByText(
        'The datasets differ. Only cases of the same content are compared, and no run is called better or worse.',
      )
      .waitFor()
    await page.locator('.compare-verdict[data-of=open]').first().waitFor()
    expect(await page.locator('[data-of=better], [data-of=worse]').count()).toBe(0)
  })

  it('is downloaded as a page, a table or a text, and fits a phone', async () => {
    const project = await projectWithRuns()
    const { page, url, goto, barriers, troubles } = await openApp(project, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['today']}&with=${ids['hasty']}&with=${ids['careful']}&case=hopeless`)
    await page.getByRole('group', { name: fill('{case}, side by side', { case: 'hopeless' }) }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV table' }).click()
    const text = readFileSync(await (await downloading).path(), 'utf8')
    expect(text.split('\r\n')[0]).toMatch(/^baseline,run,case,change/)
    expect(troubles).toEqual([])
  })

  it('shows the first of repeats as that, and no case as missing of which a stopped run has no result', async () => {
    const project = newProject({
      'agent.mjs': agents.loud,
      'moody.mjs':
        "let asked = 0\nexport default () => ({ response: (asked += 1) === 1 ? 'SAY ONE' : 'no', toolCalls: [] })\n",
      'waiting.mjs': agents.waiting,
      'a.evalset.json': loudSet({ one: 'right', late: 'right' }),
    })
    await project.run('run', 'a.evalset.json', '-t', './agent.mjs', '--name', 'before')
    await project.run('run', 'a.evalset.json', '-t', './moody.mjs', '-j', '1', '--repeat', '2', '--name', 'moody')
    const stopped = project.start(['run', 'a.evalset.json', '-t', './waiting.mjs', '-j', '1', '--name', 'stopped'])
    await until(() => existsSync(join(project.folder, 'asked')))
    stopped.child.kill('SIGINT')
    await stopped.ended
    const { page, url, goto, troubles } = await openApp(project)
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['before']}&with=${ids['moody']}&with=${ids['stopped']}`)
    const cells = (name: string) => page.locator('[data-index]', { hasText: name }).getByRole('gridcell')
    // One of two repeats passed: the answer beside it is the one that did.
    await expect.poll(() => cells('say one').nth(2).textContent()).toMatch(/Passed.*Repeat 1.*worse.*SAY ONE/)
    expect(await cells('say late').nth(3).textContent()).toBe('This run has no result of the case')
    await cells('say one').first().click()
    await page.getByRole('region', { name: 'moody' }).getByText('Repeat 1').waitFor()
    expect(troubles).toEqual([])
  })

  it('follows a run that is still playing to its end, and keeps questions under long names in sight', async () => {
    const long = 'とても長いケースの名前'.repeat(12)
    const project = newProject({
      'agent.mjs': agents.waiting,
      'a.evalset.json': loudSet({ [long]: 'right', late: 'right' }),
      go: '',
    })
    const played = ['run', 'a.evalset.json', '--target', './agent.mjs', '-j', '1', '--name']
    await project.run(...played, 'before')
    const asked = join(project.folder, 'asked')
    for (const file of ['go', 'asked']) rmSync(join(project.folder, file))
    const { page, url, goto, troubles } = await openApp(project)
    const playing = project.start([...played, 'after'])
    await until(() => existsSync(asked))
    const ids = await idsByName(url)
    await goto(`/compare?baseline=${ids['before']}&with=${ids['after']}`)
    const grid = page.getByRole('grid', { name: 'Case by case' })
    await grid.getByText('Running').first().waitFor()
    expect(await grid.getByText('This run has no result of the case').count()).toBe(0)
    await page.getByRole('note').getByText('Still running: after.').waitFor()
    project.write({ go: '' })
    await playing.ended
    await expect.poll(() => grid.getByText('= the same').count()).toBe(2)
    expect(await page.getByRole('note').count()).toBe(0)
    const row = grid.locator('[data-index]', { hasText: long })
    expect(await bottomOf(row.locator('.grid-case bdi').first())).toBeLessThanOrEqual(await bottomOf(row))
    expect(troubles).toEqual([])
  })

  it('of four runs of many cases has the rows that are seen, asks for their answers once, and scrolls', async () => {
    const project = newProject()
    const { cases, transcripts } = await generateCases(project.folder, 2500)
    for (const name of ['one', 'two', 'three', 'four']) {
      await project.runHere('run', cases, '--target', `recorded:${transcripts}`, '--fail-on', 'none', '--name', name)
    }
    const { page, url, goto, troubles } = await openApp(project)
    const ids = await idsByName(url)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
    const others = ['two', 'three', 'four'].map((name) => `&with=${ids[name]}`).join('')
    await goto(`/compare?baseline=${ids['one']}${others}`)
    await page.getByRole('button', { name: `${'All cases'} (2,500)` }).waitFor()
    await page.locator('[data-index="0"] .grid-answer', { hasText: /./ }).last().waitFor()
    const rowsOf = (name: string) => `/api/runs/${ids[name]}/cases`
    expect(asked.filter((path) => path.endsWith('/cases')).toSorted()).toEqual(
      ['one', 'two', 'three', 'four'].map(rowsOf).toSorted(),
    )
    expect(asked.filter((path) => path === '/api/compare').length).toBe(3)
    expect(await page.locator('[role=row][data-index]').count()).toBeLessThan(50)
    await page.locator('[role=grid]').press('End')
    await page.locator('[data-index="2499"] .grid-answer', { hasText: /./ }).last().waitFor()

    // A run may have been played on meanwhile: whoever comes again is shown what is there now.
    await page.getByRole('link', { name: 'Datasets' }).click()
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor()
    asked.length = 0
    await page.goBack()
    await page.locator('[data-index="0"] .grid-answer', { hasText: /./ }).last().waitFor()
    await expect.poll(() => asked.filter((path) => path.endsWith('/cases')).length).toBe(4)
    expect(troubles).toEqual([])
  })
})

const lost = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

function setOf({ extra = false } = {}) {
  const right = Object.fromEntries(
    [...lost, 'kept'].map((name) => [name, [turn(`say ${name}`, `SAY ${name.toUpperCase()}`)]]),
  )
  const calls = [
    { name: 'look', args: { n: 3 } },
    { name: 'ask', args: {} },
  ]
  const hopeless = { hopeless: [turn('will it rain', 'nobody can know that', calls)] }
  return evalSet({ ...right, ...hopeless, ...(extra && { more: [turn('say more', 'SAY MORE')] }) })
}

/** `today` and `careful` answer all but one case, `hasty` hardly any, and does worse in the one that fails anyway. */
async function projectWithRuns(): Promise<Project> {
  const project = newProject({
    'agent.mjs': `import { readFileSync } from 'node:fs'
      export default async (question) => {
        const manner = readFileSync('manner', 'utf8')
        const instructions = 'You say what you are asked to say, and you say it with ' + manner + ', in capital letters and without a word more.'
        if (question === 'will it rain')
          return manner === 'haste'
            ? { response: 'it will perhaps rain tomorrow', toolCalls: [{ name: 'look', args: { n: 7 } }], instructions }
            : { response: 'it will certainly rain tomorrow', toolCalls: [{ name: 'look', args: { n: 3 } }, { name: 'ask', args: {} }], instructions }
        return { response: manner === 'haste' && !question.endsWith('kept') ? 'no' : question.toUpperCase(), toolCalls: [], instructions }
      }`,
    'a.evalset.json': setOf(),
  })
  for (const [name, manner] of [
    ['today', 'care'],
    ['hasty', 'haste'],
    ['careful', 'care'],
  ] as const) {
    project.write({ manner })
    await project.runHere('run', 'a.evalset.json', '--target', './agent.mjs', '--name', name)
  }
  return project
}

async function bottomOf(of: Locator): Promise<number> {
  return of.evaluate((shown) => shown.getBoundingClientRect().bottom)
}

async function idsByName(url: string): Promise<Readonly<Record<string, string>>> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as {
    runs: { runId: string; name: string }[]
  }
  return Object.fromEntries(runs.map(({ runId, name }) => [name, runId]))
}
