import { describe, expect, it } from 'vitest'
import { type Project, agents, loudSet, newProject } from '../e2e/run-shinsa.ts'
import { translate } from '../../src/i18n/translate.ts'
import { languages, saying } from './languages.ts'
import { type App, openApp } from './open-app.ts'

const metric = 'final_response_match_v2'
const names = ['tea', 'milk', 'rice', 'soup', 'fish', 'cake', 'plum', 'leek', 'corn', 'bean']

/** As `shinsa judge race` and `shinsa judge validate --against` write them. */
const interval = { value: 0.8, low: 0.6, high: 0.9, n: 20, level: 0.95, method: 'wilson' }
const one = { judge: 'model', answered: 20, kappa: { ...interval, status: 'measured' } }
const race = {
  results: 20,
  cases: 20,
  tied: 0,
  judges: [
    { ...one, name: 'good', agreement: interval, dollars: 0.002, seconds: 1.2 },
    { ...one, name: '<i>fair</i>', agreement: { ...interval, value: 0.7, low: 0.5, high: 0.85 } },
  ],
  differences: [
    {
      name: 'mcnemar',
      first: '<i>fair</i>',
      second: 'good',
      difference: interval,
      p: 0.3,
      adjustedP: 0.3,
      apart: false,
    },
  ],
  best: ['good', '<i>fair</i>'],
}
const drift = {
  outcome: 'changed',
  results: 20,
  answered: 20,
  flipped: 6,
  passes: { name: 'mcnemar', p: 0.01, difference: { ...interval, value: -0.3, low: -0.5, high: -0.1 } },
  relevant: 0.1,
  judges: { first: 'judge', second: 'judge' },
}

const said = {
  en: ['too few labels', 'people would give', 'verdicts are worth'],
  ja: ['ラベルが少なすぎ', '人の採点では平均', '件分に相当'],
}

describe.each(languages)('what people say, in %s', (language) => {
  const say = saying(language)

  it('corrects the rate of the judge, beside it, and a plan leads to what is to be labelled', async () => {
    const project = await ranProject()
    for (const name of names.slice(0, 6))
      await project.runHere('labels', 'add', 'first', name, metric, name === 'fish' ? 'fail' : 'pass')
    const app = await openApp(project, { language })
    const { page, barriers, troubles } = app
    const runId = await runNamed(app, 'first')
    await app.goto(`/runs/${runId}`)
    await app.goto(`/labels?run=${runId}&metric=${metric}`)
    const card = page.getByRole('region', { name: say('As people would have it') })
    for (const row of [say('The judge'), say('Corrected by labels'), say('Labels alone')])
      await card.getByRole('rowheader', { name: row, exact: true }).waitFor()
    expect(await barriers({ least: true })).toEqual([])

    const plan = page.getByRole('region', { name: say('How many labels does it take?') })
    await plan.getByLabel(say('Width of the interval, in points')).fill('40')
    const start = plan.getByRole('button')
    const all = page.getByRole('button', { name: say('Show all results') })
    await expect.poll(async () => Number(/\d+/.exec(await start.innerText())?.[0])).toBeGreaterThan(1)
    const count = Number(/\d+/.exec(await start.innerText())?.[0])
    await start.press('Enter')
    await all.waitFor()
    expect(page.url()).toContain('plan=0.4')
    await page.getByText(say('{done} of {all} labelled, {left} left', { done: 0, all: count, left: count })).waitFor()
    await page.getByRole('button', { name: say('Skip'), exact: true }).waitFor()
    await page.keyboard.press('p')
    await page
      .getByText(say('{done} of {all} labelled, {left} left', { done: 1, all: count, left: count - 1 }))
      .waitFor()
    expect(await barriers()).toEqual([])
    await all.press('Enter')
    await page.getByText(say('{done} of {all} labelled, {left} left', { done: 7, all: 10, left: 3 })).waitFor()

    const judges = page.getByRole('region', { name: say('Judges held against the labels') })
    for (const [content, shown] of [
      [
        '{"metrics":[]}',
        say('{name} is no result of judge race, and none of judge validate --against.', { name: 'judges.json' }),
      ],
      [
        JSON.stringify(race),
        say('{first} and {second} cannot be told apart', { first: '<i>fair</i>', second: 'good' }),
      ],
      [
        JSON.stringify({ metrics: [{ metric, drift }] }),
        translate(
          {
            text: '{metric}: the judge has changed ({first} → {second})',
            values: { metric, first: 'judge', second: 'judge' },
          },
          language,
        ),
      ],
    ] as const) {
      await judges
        .getByLabel(say('Show a result'))
        .setInputFiles({ name: 'judges.json', mimeType: 'application/json', buffer: Buffer.from(content) })
      await judges.getByText(shown).waitFor()
    }

    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers({ least: true })).toEqual([])
    expect(troubles).toEqual([])
  })

  it('is told by category, of scores as a mean, and of all people together', async () => {
    const rows = Array.from({ length: 16 }, (_, at) => ({
      id: `case-${at}`,
      question: `say ${at}`,
      answer: at % 5 === 0 ? 'wrong' : `SAY ${at}`,
      category: at < 12 ? '<b>drinks</b>' : 'food',
    }))
    const project = newProject({
      'agent.ts': agents.loud,
      'a.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
    })
    const options = ['-t', './agent.ts', '--config', 'test_config.json', '--name', 'first', '--fail-on', 'none']
    await project.runHere('run', 'a.jsonl', ...options)
    for (const [at, { id, answer }] of rows.slice(0, 14).entries()) {
      const score = answer === 'wrong' ? '20' : '90'
      await project.runHere('labels', 'add', 'first', id, metric, score, '--by', 'first person')
      if (at < 8) await project.runHere('labels', 'add', 'first', id, metric, score, '--by', 'second person')
    }
    const app = await openApp(project, { language })
    const { page, barriers, troubles } = app
    await app.goto(`/labels?run=${await runNamed(app, 'first')}&metric=${metric}`)
    const card = page.getByRole('region', { name: say('As people would have it') })
    await card.getByRole('rowheader', { name: '<b>drinks</b>' }).waitFor()
    const sentences = await card.locator('p').allInnerTexts()
    for (const told of said[language])
      expect(sentences).toEqual(expect.arrayContaining([expect.stringContaining(told)]))
    // In Japanese no English sentence is left.
    expect(sentences.join(' ')).not.toMatch(said[language === 'en' ? 'ja' : 'en'].join('|'))
    await page.getByText(say('Agreement between people'), { exact: true }).click()
    await page.getByText('Krippendorff').first().waitFor()
    expect(await barriers({ least: true })).toEqual([])
    expect(troubles).toEqual([])
  })
})

/** A finished run of ten cases, of which the agent gets eight right. */
async function ranProject(): Promise<Project> {
  const cases = names.map((name) => [name, name === 'fish' || name === 'leek' ? 'wrong' : 'right'] as const)
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet(Object.fromEntries(cases)),
    'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
  })
  await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first', '--fail-on', 'none')
  return project
}

async function runNamed({ page, url }: App, name: string): Promise<string> {
  const { runs } = await (await page.request.get(new URL('/api/runs', url).href)).json()
  return runs.find((run: { name?: string; runId: string }) => run.name === name).runId
}
