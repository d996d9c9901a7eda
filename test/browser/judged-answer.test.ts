import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newProject, turn, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

const timeout = 120_000

const teas = {
  en: {
    document:
      'Steep the green tea leaves for three minutes. The water for green tea is 80 degrees hot. Keep the tin closed.',
    answer:
      'Green tea:\n\n1. **Steep** the green tea leaves for three minutes. [1]\n2. The water for green tea is 95 degrees hot. [1]\n\nPandas sleep in tall <b>bamboo</b> forests. Is that enough?',
    good: '**Steep** the green tea leaves for three minutes. [1]',
    bad: 'The water for green tea is 95 degrees hot. [1]',
    against: 'The water for green tea is 80 degrees hot.',
  },
  ja: {
    document: '緑茶の茶葉は三分間蒸らす。緑茶の湯の温度は80度である。茶筒の蓋は閉めておく。',
    answer:
      '緑茶について：\n\n1. 緑茶の茶葉は三分間蒸らす。[1]\n2. 緑茶の湯の温度は95度である。[1]\n\nパンダは<b>竹林</b>で眠る動物である。よろしいですか？',
    good: '緑茶の茶葉は三分間蒸らす。[1]',
    bad: '緑茶の湯の温度は95度である。[1]',
    against: '緑茶の湯の温度は80度である。',
  },
} as const

describe.each(languages)('an answer sentence by sentence, in %s', (language) => {
  const say = saying(language)
  const tea = teas[language]

  it('is as it was written, and says of each sentence what and why, by keyboard alone', { timeout }, async () => {
    const { page, goto, barriers, troubles } = await openApp(await teaProject(), { language })
    await goto(await caseOf(page, goto, language))
    const card = page.getByRole('region', { name: say('Sentence by sentence') })
    await expect.poll(() => textOf(page)).toBe(tea.answer)
    await expect
      .poll(() => card.getByRole('list', { name: say('What the marks mean') }).innerText())
      .toContain(say('Contradicted'))

    await card.getByRole('button', { name: tea.good }).focus()
    const why = card.getByRole('region', { name: say('Why') })
    await expect.poll(async () => why.innerText()).toContain(say('Supported'))
    await page.keyboard.press('Tab')
    await expect.poll(async () => why.innerText()).toContain(say('Contradicted'))
    await expect.poll(() => why.innerText()).toContain(tea.against)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(tea.bad)
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => why.innerText())
      .toBe(say('Choose a sentence to see what was made of it, and from what.'))
    expect(troubles).toEqual([])
  })
})

describe('several metrics that judge sentences', () => {
  it('are chosen from, and the choice stands in the address', { timeout }, async () => {
    const { page, goto, barriers, troubles } = await openApp(await teaProject())
    await goto(await caseOf(page, goto, 'en'))
    const card = page.getByRole('region', { name: 'Sentence by sentence' })
    await card.getByLabel('Metric').selectOption('picky')
    await expect.poll(() => page.url()).toContain('grounding=picky')
    await page.reload()
    const unjudged = card.getByRole('list', { name: 'What the marks mean' })
    await expect.poll(async () => unjudged.innerText()).toContain(`${'Not judged'} 4`)
    await expect.poll(() => textOf(page)).toBe(teas.en.answer)
    await card.getByText('1 judged sentence that the answer does not have in these words').click()
    await card.getByText('Coffee is black.').waitFor()
    const score = page.locator('.case-score').filter({ hasText: 'picky' })
    await expect.poll(() => score.getByText('Rather thin.').count()).toBe(1)
    await expect.poll(() => score.getByText('Coffee is black.').count()).toBe(1)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

describe('an answer sentence by sentence on a phone in the dark', () => {
  it('is no wider than the screen, and leaves the sentence in sight that it explains', { timeout }, async () => {
    const options = { viewport: { width: 390, height: 700 }, colorScheme: 'dark' } as const
    const { page, goto, barriers } = await openApp(await teaProject(), options)
    await goto(await caseOf(page, goto, 'en'))
    const sentence = page.getByRole('button', { name: teas.en.bad })
    await sentence.focus()
    await page.getByText(teas.en.against).first().waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const [box, why] = [await sentence.boundingBox(), await page.getByRole('region', { name: 'Why' }).boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(why?.y ?? 0)
    expect(await barriers()).toEqual([])
  })
})

async function teaProject(): Promise<Project> {
  const cases = (['en', 'ja'] as const).map((language) => ({
    eval_id: language,
    conversation: [turn(language, '')],
    documents: [teas[language].document],
  }))
  const answers = Object.fromEntries(Object.entries(teas).map(([language, { answer }]) => [language, answer]))
  const rows = [
    { subject: 'Is that enough?', label: 'not_applicable', value: 1 },
    { subject: 'Coffee is black.', label: 'unsupported', value: 0, reason: 'Nobody says so.' },
  ]
  const reply = { judge: 'somebody', instruction: 'picky@1', raw: '{}', latencyMs: 1, calls: 1 }
  const samples = [{ value: 0.5, reason: 'Rather thin.', reply }]
  const outcome = { status: 'scored', value: 0.5, passed: false }
  const picky = {
    ...outcome,
    metric: 'picky',
    threshold: 1,
    comment: 'Rather thin.',
    evidence: [{ kind: 'verdicts', rows }],
    invocations: [
      {
        ...outcome,
        evidence: [{ kind: 'verdicts', rows }],
        comment: 'Rather thin.',
        judged: { samples, saved: 0, agreement: 1 },
      },
    ],
  }
  const project = newProject({
    'shinsa.config.mjs': `export default {
      target: (question) => (${JSON.stringify(answers)})[question],
      criteria: { hallucinations_v1: 0.8 },
      metrics: [{ name: 'picky', score: () => (${JSON.stringify(picky)}) }],
    }`,
    'tea.evalset.json': { eval_set_id: 'tea', eval_cases: cases },
  })
  const { exitCode } = await project.runHere('run', 'tea.evalset.json')
  expect(exitCode).toBe(1)
  return project
}

/** The address of the case of a language. */
async function caseOf(page: Page, goto: (path: string) => Promise<void>, language: 'en' | 'ja'): Promise<string> {
  await goto('/')
  const { runs } = (await (await fetch(new URL('/api/runs', page.url()))).json()) as { runs: { runId: string }[] }
  return `/runs/${runs[0]?.runId ?? ''}/cases/${language === 'en' ? 0 : 1}/0`
}

/** The answer as it is shown, without the signs and the words that are for screen readers only. */
async function textOf(page: Page): Promise<string> {
  const text = page.locator('.judged-text')
  await text.waitFor()
  return text.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const extra of copy.querySelectorAll('.judged-sign, .hidden-words')) extra.remove()
    return copy.textContent ?? ''
  })
}
