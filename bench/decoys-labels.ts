// npm run bench:decoys -- DATA_FOLDER   how many right passes the embedded judge loses to decoys, on sets that people labelled.
import type { Judge, Metric } from '../src/core/index.ts'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { withDecoys } from '../src/judges/index.ts'
import { finalResponseMatch, hallucinations } from '../src/metrics/index.ts'
import { wilsonInterval } from '../src/statistics/index.ts'
import type { LabelledSets } from '../scripts/train-embedded/labelled-sets.ts'
import { labelledSets } from '../scripts/train-embedded/labelled-sets.ts'

type Item = {
  readonly question: string
  readonly reference?: string
  readonly context?: string
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
]

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('which folder has the labelled sets? npm run bench:decoys -- FOLDER')
  process.exit(2)
}
const lost: string[] = []
for (const [name, itemsOf, metricOf] of sets) {
  const items = itemsOf(labelledSets(folder)).slice(0, 3000)
  let passed = 0
  let kept = 0
  for (const item of items) {
    if (!(await passes(metricOf(embeddedJudge()), item))) continue
    passed += 1
    if (await passes(metricOf(withDecoys(embeddedJudge(), 'all')), item)) kept += 1
    else if (lost.length < 40) lost.push(`${name}: ${item.reference ?? item.context ?? ''} | ${item.answer}`)
  }
  const { value, low, high } = wilsonInterval(passed - kept, Math.max(1, passed))
  console.log(
    `${name}: ${passed} of ${items.length} pass, of these lost: ${percent(value)} % (${percent(low)}–${percent(high)})`,
  )
}
if (process.argv.includes('--show')) console.log(lost.join('\n'))

async function passes(metric: Metric, { question, reference, context, answer }: Item): Promise<boolean> {
  const userContent = { parts: [{ text: question }] }
  const score = await metric.score(
    {
      id: 'item',
      conversation: [
        { userContent, ...(reference !== undefined && { finalResponse: { parts: [{ text: reference }] } }) },
      ],
      ...(context !== undefined && { metadata: { documents: [context] } }),
    },
    { invocations: [{ userContent, finalResponse: { parts: [{ text: answer }] } }] },
    {},
  )
  if (score.status === 'not-evaluated' && process.argv.includes('--show') && lost.length < 40)
    lost.push(score.reason.text + JSON.stringify(score.reason.values ?? {}))
  return score.status === 'scored' && score.passed
}

function percent(share: number): string {
  return (100 * share).toFixed(2)
}
