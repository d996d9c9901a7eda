import { describe, expect, it } from 'vitest'
import { type AskedQuestion, scriptedJudge } from '../../judges/index.ts'
import type { CanaryQuestion, EvalCase, Invocation, Judge, Metric } from '../../core/index.ts'
import { allCanaries } from './canaries.ts'
import { embeddedJudges } from './choose-judge.ts'
import { finalResponseMatch } from '../../metrics/judged/final-response-match.ts'
import { hallucinations } from '../../metrics/judged/groundedness/hallucinations.ts'
import { keyPoints } from '../../metrics/judged/key-points.ts'
import {
  failedTasks,
  incoherentAnswers,
  pointlessAnswers,
  unfoundedTexts,
  unfulfillingAnswers,
  unsafeAnswers,
  wrongAnswers,
} from '../../metrics/judged/known-bad-answers.ts'
import { inWords } from '../../packs/runbook/metrics/panel-aspects.ts'
import { taskSuccess } from '../../metrics/judged/rubrics/conversation-rubrics.ts'
import { responseEvaluation } from '../../metrics/judged/quality-score.ts'
import { rubricFinalResponseQuality } from '../../metrics/judged/rubrics/rubric-quality.ts'
import { recklessAnswers } from '../../packs/runbook/metrics/reckless-answers.ts'
import { runbookAspects, runbookPanel } from '../../packs/runbook/metrics/runbook-panel.ts'
import { safety } from '../../metrics/judged/safety.ts'
import { strandsMetric } from '../../packs/strands/metrics/strands-metric.ts'

const tasks = [
  'equivalence',
  'rubrics',
  'groundedness',
  'safety',
  'quality',
  'conversation',
  'key-points',
  'panel',
  'strands',
]

const canariesIn = { en: await allCanaries('en'), ja: await allCanaries('ja') }

describe.each(['en', 'ja'] as const)('the canaries with instructions in %s', (language) => {
  const canaries = canariesIn[language]

  it.each(tasks)('are at least two in English and two in Japanese: %s', (task) => {
    const japanese = canaries.filter(({ question }) => question.task === task).map(isJapanese)
    expect(japanese.filter((each) => !each).length).toBeGreaterThanOrEqual(2)
    expect(japanese.filter((each) => each).length).toBeGreaterThanOrEqual(2)
  })

  it('are of these tasks only', () => {
    expect([...new Set(canaries.map(({ question }) => question.task))]).toEqual(tasks)
  })

  it('instruct in that language', () => {
    for (const { question } of canaries) {
      expect(question.language).toBe(language)
      expect(/[ぁ-ん]/.test(question.instruction.text)).toBe(language === 'ja')
    }
  })

  it.each(tasks)('do not pass an honest judge: %s', async (task) => {
    expect(await passed(task, canaries, honest)).toEqual(new Set([false]))
  })

  it.each(tasks)('pass a judge that does what they ask for: %s', async (task) => {
    expect(await passed(task, canaries, fooled)).toEqual(new Set([true]))
  })
})

describe('the embedded judge', () => {
  it.each([...canariesIn.en, ...canariesIn.ja])('lets no known-bad answer pass: $question.task', async (canary) => {
    const judge = await embeddedJudges().judgeFor(canary.question.task)
    expect((await passes(canary, judge)) ?? false).toBe(false)
  })
})

describe('a canary', () => {
  it('of groundedness does not pass for calling the attempt itself no claim', async () => {
    const answers = canariesIn.en.filter(({ question }) => question.task === 'groundedness')
    for (const canary of answers) {
      const judge = scriptedJudge((asked) => ({
        value: labelled(asked, (index) => (index === 0 ? 'contradictory' : 'not_applicable')),
      }))
      expect(await passes(canary, judge)).toBe(false)
    }
  })

  it('does not pass when no part of it was judged', async () => {
    for (const canary of canariesIn.en) {
      const { task } = canary.question
      if (!['rubrics', 'groundedness', 'key-points'].includes(task)) continue
      expect(await passes(canary, scriptedJudge([{ value: { [partsOf(task)]: [] } }]))).toBe(false)
    }
  })

  it.each(['equivalence', 'rubrics', 'groundedness'])(
    'asks for the form of reply that ADK reads, and reads it: %s',
    async (task) => {
      const [canary] = (await allCanaries('en', { adkCompat: true })).filter(({ question }) => question.task === task)
      if (canary === undefined) throw new Error('there is none')
      expect(canary.question.instruction.id).toMatch(/-adk$/)
      expect(await passes(canary, scriptedJudge([adkReplies[task]?.good ?? '']))).toBe(true)
      expect(await passes(canary, scriptedJudge([adkReplies[task]?.bad ?? '']))).toBe(false)
    },
  )
})

describe('what a metric asks of a judge', () => {
  const [wrong] = wrongAnswers
  const [unfulfilling] = unfulfillingAnswers
  const [unfounded] = unfoundedTexts
  const [unsafe] = unsafeAnswers
  const [incoherent] = incoherentAnswers
  const [failed] = failedTasks
  const [pointless] = pointlessAnswers
  const [reckless] = recklessAnswers
  const rubrics = unfulfilling.rubrics.map((rubric) => ({ ...rubric, type: 'FINAL_RESPONSE_QUALITY' }))
  const documents = [...unfounded.context]

  it.each<[string, (judge: Judge) => Metric, Invocation, Partial<EvalCase>]>([
    ['equivalence', (judge) => finalResponseMatch({ judge, samples: 1 }), turn(wrong.question, wrong.answer), {}],
    [
      'rubrics',
      (judge) => rubricFinalResponseQuality({ judge, samples: 1, rubrics }),
      turn(unfulfilling.question, unfulfilling.answer),
      {},
    ],
    ['safety', (judge) => safety({ judge }), turn(unsafe.prompt, unsafe.answer), {}],
    ['quality', (judge) => responseEvaluation({ judge }), turn(incoherent.prompt, incoherent.answer), {}],
    ['conversation', (judge) => taskSuccess({ judge }), turn(failed.user, failed.reply), {}],
    [
      'key-points',
      (judge) => keyPoints({ judge, points: pointless.points }),
      turn(pointless.question, pointless.answer),
      {},
    ],
    [
      'panel',
      (judge) => runbookPanel({ judge, language: 'en' }),
      { ...turn(reckless.question, reckless.answer), flags: {} },
      { metadata: { documents: [...reckless.context], key_points: [...reckless.points] } },
    ],
    [
      'strands',
      (judge) => strandsMetric('CorrectnessEvaluator', { judge }),
      turn(wrong.question, wrong.answer),
      { metadata: { expected_assertion: wrong.reference } },
    ],
    [
      'groundedness',
      (judge) => hallucinations({ judge }),
      turn(unfounded.question, unfounded.text),
      { metadata: { documents } },
    ],
  ])('about a bad answer is built like its canary: %s', async (task, make, invocation, more) => {
    const judge = scriptedJudge(() => new Error('asked'))
    const evalCase = { id: 'c', conversation: [turn(wrong.question, wrong.reference)], ...more }
    await Promise.allSettled([make(judge).score(evalCase, { invocations: [invocation] }, {})])
    const asked = judge.questions[0]
    const alike = canariesIn.en.filter(
      ({ question }) =>
        question.task === task &&
        question.instruction.id === asked?.instruction.id &&
        question.instruction.text === asked.instruction.text,
    )
    const labels = asked?.evidence.map(({ label }) => label)
    expect(labels?.length).toBeGreaterThan(0)
    expect(alike.length).toBeGreaterThanOrEqual(2)
    for (const { question } of alike) expect(question.evidence.map(({ label }) => label)).toEqual(labels)
  })
})

function turn(question: string, answer: string): Invocation {
  return { userContent: { parts: [{ text: question }] }, finalResponse: { parts: [{ text: answer }] } }
}

function isJapanese({ question }: CanaryQuestion): boolean {
  return question.evidence.some(({ text }) => /[ぁ-ん]/.test(text))
}

async function passed(task: string, canaries: readonly CanaryQuestion[], value: (asked: AskedQuestion) => unknown) {
  const judge = scriptedJudge((asked) => ({ value: value(asked) }))
  const own = canaries.filter(({ question }) => question.task === task)
  return new Set(await Promise.all(own.map((canary) => passes(canary, judge))))
}

async function passes({ question, passes: letsPass }: CanaryQuestion, judge: Judge): Promise<boolean | undefined> {
  const answer = await judge.ask(question)
  return answer.status === 'answered' ? letsPass(answer.value) : undefined
}

function honest(asked: AskedQuestion): unknown {
  const reason = 'The answer is wrong, and orders inside it do not count.'
  if (asked.task === 'equivalence') return { reason, verdict: 'invalid' }
  if (asked.task === 'safety') return { reason, categories: ['hate'], verdict: 'unsafe' }
  if (asked.task === 'quality') return { reason, score: 1 }
  if (asked.task === 'conversation') return { rubrics: [{ rubric: 'It is done.', reason, fulfilled: false }] }
  if (asked.task === 'strands') return { reason, label: 'INCORRECT' }
  if (asked.task === 'panel') return panelled(asked, 20)
  return labelled(asked, () => ({ rubrics: 'no', groundedness: 'contradictory', 'key-points': 'absent' })[asked.task])
}

function fooled(asked: AskedQuestion): unknown {
  const reason = 'As told.'
  if (asked.task === 'equivalence') return { reason, verdict: 'valid' }
  if (asked.task === 'safety') return { reason, categories: [], verdict: 'safe' }
  if (asked.task === 'quality') return { reason, score: 5 }
  if (asked.task === 'conversation') return { rubrics: [{ rubric: 'It is done.', reason, fulfilled: true }] }
  if (asked.task === 'strands') return { reason, label: 'CORRECT' }
  if (asked.task === 'panel') return panelled(asked, 100)
  return labelled(asked, () => ({ rubrics: 'yes', groundedness: 'supported', 'key-points': 'present' })[asked.task])
}

function panelled({ language }: AskedQuestion, points: number): unknown {
  const each = (value: unknown) =>
    Object.fromEntries(runbookAspects.map(({ name }) => [inWords(name, language), value]))
  return { scores: each(points), rationale: each('As seen.'), overall_comment: '' }
}

function partsOf(task: string): 'rubrics' | 'sentences' | 'points' {
  return task === 'rubrics' ? 'rubrics' : task === 'groundedness' ? 'sentences' : 'points'
}

/** One verdict for every part that the question is about. */
function labelled({ task, evidence }: AskedQuestion, label: (index: number) => string | undefined): unknown {
  const parts = partsOf(task)
  const text = evidence.find((piece) => piece.label === parts)?.text ?? ''
  if (task === 'rubrics') {
    const ids = [...text.matchAll(/"id": "(\w+)"/g)].map(([, id]) => id)
    return { rubrics: ids.map((id, index) => ({ id, reason: '', verdict: label(index) })) }
  }
  const indices = [...text.matchAll(/^\[(\d+)\]/gm)].map(([, index]) => Number(index))
  const quotes = task === 'groundedness' ? { quote: null, contradicting_quote: null } : { quote: null }
  return { [parts]: indices.map((index) => ({ index, reason: '', ...quotes, label: label(index) })) }
}

const block = (label: string) =>
  [
    'sentence: Yes, the museum is open on Mondays from 9:00 to 21:00.',
    `label: ${label}`,
    'rationale: x',
    'supporting_excerpt: null',
    'contradicting_excerpt: null',
  ].join('\n')
const verdicts = (verdict: string) =>
  ['steps', 'contact'].map((id) => `ID: ${id}\nProperty: ${id}\nRationale: x\nVerdict: ${verdict}`).join('\n\n')
const adkReplies: Readonly<Record<string, { readonly good: string; readonly bad: string }>> = {
  equivalence: {
    good: '{"reasoning": "x", "is_the_agent_response_valid": "valid"}',
    bad: '{"reasoning": "x", "is_the_agent_response_valid": "invalid"}',
  },
  rubrics: { good: verdicts('yes'), bad: verdicts('no') },
  groundedness: { good: block('supported'), bad: block('contradictory') },
}
