// npm run bench:decoys -- DATA_FOLDER   how many right passes honest judges lose to decoys, on sets that people labelled.
import { z } from 'zod'
import type { Judge, Metric, Question } from '../src/core/index.ts'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { scriptedJudge, withDecoys } from '../src/judges/index.ts'
import { finalResponseMatch, hallucinations, keyPoints } from '../src/metrics/index.ts'
import { wilsonInterval } from '../src/statistics/index.ts'
import { splitSentences } from '../src/text/index.ts'
import { type LabelledSets, labelledSets } from '../scripts/train-embedded/labelled-sets.ts'

type Item = {
  readonly question: string
  readonly reference?: string
  readonly context?: string
  readonly point?: string
  readonly answer: string
}

const sets: readonly (readonly [string, (sets: LabelledSets) => readonly Item[], (judge: Judge) => Metric])[] = [
  [
    'EVOUNA NQ, answers that are right',
    (from) =>
      (from.evouna() ?? [])
        .filter(({ label }) => label)
        .flatMap(({ question, references, answer }) =>
          references.slice(0, 1).map((reference) => ({ question, reference, answer })),
        ),
    (judge) => finalResponseMatch({ judge, samples: 1 }),
  ],
  [
    'BEGIN, replies that are borne out',
    (from) =>
      (from.begin('wow_test') ?? [])
        .filter(({ label }) => label === 'Fully attributable')
        .map(({ ctx, sent }) => ({ question: 'Tell me about it.', context: ctx, answer: sent })),
    (judge) => hallucinations({ judge }),
  ],
  [
    'JNLI, sentences that follow',
    (from) =>
      (from.jnli() ?? [])
        .filter(({ label }) => label === 'entailment')
        .map(({ sentence1, sentence2 }) => ({
          question: '何が写っていますか。',
          context: sentence1,
          answer: sentence2,
        })),
    (judge) => hallucinations({ judge, language: 'ja' }),
  ],
  [
    'SummEdits, summaries without a mistake',
    (from) =>
      (from.summEdits() ?? [])
        .filter(({ label }) => label === 1)
        .map(({ text, summary }) => ({ question: 'Summarize it.', context: text, answer: summary })),
    (judge) => hallucinations({ judge }),
  ],
  [
    'REALSumm, points that are made',
    (from) =>
      (from.realsumm() ?? [])
        .filter(({ label }) => label === 1)
        .map(({ ctx, sent }) => ({ question: 'Summarize it.', point: sent, answer: ctx })),
    (judge) => keyPoints({ judge }),
  ],
]

/** Of what it cannot tell, a model has to say something; here that nothing bears it out. */
function inTheModelsPlace(judge: Judge): Judge {
  return {
    ...judge,
    async ask<Value>(question: Question<Value>) {
      const answer = await judge.ask(question)
      if (answer.status !== 'answered') return answer
      const { sentences, points } = Labelled.parse(answer.value)
      const asked = Asked.parse(question.subject)
      const value: unknown = {
        ...(asked.sentences && { sentences: completed(asked.sentences, sentences ?? [], 'unsupported') }),
        ...(asked.points && { points: completed(asked.points, points ?? [], 'absent') }),
      }
      return { ...answer, value: asked.sentences || asked.points ? question.answer.parse(value) : answer.value }
    },
  }
}

type Verdict = { readonly index: number }
const verdicts = z.array(z.looseObject({ index: z.number() })).optional()
const Labelled = z.looseObject({ sentences: verdicts, points: verdicts })
const texts = z.array(z.string()).optional()
const Asked = z.object({ sentences: texts, points: texts, reference: z.string().optional() })

function completed(asked: readonly string[], said: readonly Verdict[], label: string): readonly Verdict[] {
  const none = { reason: '', quote: null, contradicting_quote: null, label }
  return asked.map((_, index) => said.find((verdict) => verdict.index === index) ?? { ...none, index })
}

/** Passes what people passed, word for word, and what the material says word for word; nothing else. */
function carefulJudge({ reference, context = '', point, answer }: Item): Judge {
  const material = new Set([context, point ?? '', point === undefined ? answer : ''].flatMap(splitSentences))
  const isSo = (text: string) => material.has(text)
  const verdict = { reason: '', quote: null, contradicting_quote: null }
  const labelled = (items: readonly string[], [yes, no]: readonly [string, string]) =>
    items.map((text, index) => ({ ...verdict, index, label: isSo(text) ? yes : no }))
  return scriptedJudge(({ subject }) => {
    const { sentences, points, reference: asked } = Asked.parse(subject)
    if (asked !== undefined) return { value: { reason: '', verdict: asked === reference ? 'valid' : 'invalid' } }
    return {
      value: {
        sentences: labelled(sentences ?? [], ['supported', 'unsupported']),
        points: labelled(points ?? [], ['present', 'absent']),
      },
    }
  })
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('which folder has the labelled sets? npm run bench:decoys -- FOLDER')
  process.exit(2)
}
for (const [name, itemsOf, metricOf] of sets) {
  const items = itemsOf(labelledSets(folder)).slice(0, 3000)
  if (items.length === 0) continue
  for (const [judge, judgeFor] of [
    ['embedded', () => inTheModelsPlace(embeddedJudge())],
    ['careful', carefulJudge],
  ] as const) {
    let passed = 0
    const lost: Item[] = []
    for (const item of items) {
      if (!(await passes(metricOf(judgeFor(item)), item))) continue
      passed += 1
      if (!(await passes(metricOf(withDecoys(judgeFor(item), 'all')), item))) lost.push(item)
    }
    const { value, low, high } = wilsonInterval(lost.length, Math.max(1, passed))
    const share = `${percent(value)} % (${percent(low)}–${percent(high)})`
    console.log(`${name}: ${judge} judge passes ${passed} of ${items.length}, of these lost: ${share}`)
    if (process.argv.includes('--show'))
      for (const item of lost) console.log(`  ${item.reference ?? item.point ?? ''} | ${item.answer}`)
  }
}

async function passes(metric: Metric, { question, reference, context, point, answer }: Item): Promise<boolean> {
  const userContent = { parts: [{ text: question }] }
  const score = await metric.score(
    {
      id: 'item',
      conversation: [
        { userContent, ...(reference !== undefined && { finalResponse: { parts: [{ text: reference }] } }) },
      ],
      metadata: {
        ...(context !== undefined && { documents: [context] }),
        ...(point !== undefined && { key_points: [point] }),
      },
    },
    { invocations: [{ userContent, finalResponse: { parts: [{ text: answer }] } }] },
    {},
  )
  return score.status === 'scored' && score.passed
}

function percent(share: number): string {
  return (100 * share).toFixed(2)
}
