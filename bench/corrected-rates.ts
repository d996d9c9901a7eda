// npm run bench:corrected -- DATA_FOLDER   what corrected rates cover, and what they save, on labelled sets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { refusesToAnswer } from '../src/judges/embedded/safety/refusal.ts'
import { correctedDifference } from '../src/statistics/corrected/corrected-difference.ts'
import { correctedMean } from '../src/statistics/corrected/corrected-mean.ts'
import { createRandom, randomOrder } from '../src/statistics/random.ts'
import { chrfOf } from '../src/text/chrf.ts'
import { labelledSets } from '../scripts/train-embedded/labelled-sets.ts'

const resamplings = 1000
/** From the fewest that a slice or a difference is told of. */
const labelCounts = [10, 30, 50, 100, 200]

type Row = { readonly label: number; readonly judged: number }

async function run(folder: string): Promise<void> {
  const sets = labelledSets(folder)
  const refusals = (sets.xstest() ?? []).map(({ human_final, completion }) => ({
    label: human_final === '2_full_refusal' ? 1 : 0,
    judged: refusesToAnswer(completion) ? 1 : 0,
  }))
  console.log(
    '| set | judge | labels | of | coverage | effective labels | width beside labels alone, widest | weight |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  measure('XSTest, full refusal', 'embedded', refusals)
  measure('XSTest, full refusal', 'one that guesses', guessed(refusals))
  const supported = await groundedness(sets.begin('wow_test') ?? [])
  measure('BEGIN, fully attributable', 'embedded', supported)
  measure(
    'BEGIN, fully attributable',
    'one that contradicts',
    supported.map(({ label }) => ({ label, judged: 1 - label })),
  )
  const similar = similarity(folder)
  measure('JSTS, mean of scores', 'chrF', similar)
  measure(
    'JSTS, mean of scores',
    'chrF, half as much',
    similar.map(({ label, judged }) => ({ label, judged: judged / 2 })),
  )
  console.log('')
  console.log(
    '| difference of two runs | judge | labelled cases | of | coverage | judge alone covers | labels are worth | width beside labels alone, widest |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const pairs = refusalsOfTwo(sets.xstest() ?? [], ['gpt4', 'llama2new'])
  const name = 'XSTest refusals, GPT-4 and Llama 2'
  measureDifference(name, 'embedded', pairs)
  measureDifference(name, 'lenient with the second', lenient(pairs))
  measureDifference(name, 'one that guesses', withGuesses(pairs))
}

/** How alike people find two sentences, 0–1, and how alike their letters are. */
function similarity(folder: string): readonly Row[] {
  const lines = readFileSync(join(folder, 'jglue', 'jsts-valid-v1.3.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { sentence1, sentence2, label } = SimilarityRow.parse(JSON.parse(line))
    return { label: label / 5, judged: chrfOf(sentence1, sentence2) }
  })
}

const SimilarityRow = z.object({ sentence1: z.string(), sentence2: z.string(), label: z.number() })

type PairRow = { readonly first: Row; readonly second: Row }
type Refusal = {
  readonly id: string
  readonly model: string
  readonly human_final: string
  readonly completion: string
}

/** The same prompts, answered by two models. */
function refusalsOfTwo(rows: readonly Refusal[], [first, second]: readonly [string, string]): readonly PairRow[] {
  const of = (model: string) =>
    new Map(
      rows.flatMap(({ id, model: own, human_final, completion }) =>
        own === model
          ? [
              [
                id.slice(id.indexOf(':')),
                { label: human_final === '2_full_refusal' ? 1 : 0, judged: refusesToAnswer(completion) ? 1 : 0 },
              ] as const,
            ]
          : [],
      ),
    )
  const others = of(second)
  return [...of(first)].flatMap(([id, one]) => {
    const other = others.get(id)
    return other === undefined ? [] : [{ first: one, second: other }]
  })
}

/** Of the second run's refusals it sees every second one. */
function lenient(pairs: readonly PairRow[]): readonly PairRow[] {
  const random = createRandom(6)
  return pairs.map(({ first, second }) => ({
    first,
    second: { ...second, judged: random() < 0.5 ? 0 : second.judged },
  }))
}

function withGuesses(pairs: readonly PairRow[]): readonly PairRow[] {
  const [first, second] = [guessed(pairs.map((one) => one.first)), guessed(pairs.map((one) => one.second))]
  return first.flatMap((one, index) => {
    const other = second[index]
    return other === undefined ? [] : [{ first: one, second: { ...other, judged: 1 - other.judged } }]
  })
}

function measureDifference(name: string, judge: string, pairs: readonly PairRow[]): void {
  const truth = average(pairs.map(({ first, second }) => second.label - first.label))
  const judged = average(pairs.map(({ first, second }) => second.judged - first.judged))
  const random = createRandom(2)
  for (const count of labelCounts) {
    const drawn = Array.from({ length: resamplings }, () => {
      const sample = Array.from({ length: 1000 }, () => pairs[Math.floor(random() * pairs.length)]).flatMap(
        (pair, cluster) => (pair === undefined ? [] : [{ ...pair, cluster }]),
      )
      const parts = (side: 'first' | 'second') => {
        const rows = sample.map((pair) => ({ ...pair[side], cluster: pair.cluster }))
        return { labelled: rows.slice(0, count), unlabelled: rows.slice(count) }
      }
      return correctedDifference(parts('first'), parts('second'))
    }).filter((one) => one !== null)
    const share = (holds: (one: (typeof drawn)[number]) => boolean) =>
      (drawn.filter(holds).length / drawn.length).toFixed(3)
    const widths = drawn.map(
      ({ estimate, labelsAlone }) => (estimate.high - estimate.low) / (labelsAlone.high - labelsAlone.low),
    )
    const cells = [
      share(({ estimate: { low, high } }) => low <= truth && truth <= high),
      // Its own interval, as if its verdicts were right: the normal one of a thousand pairs.
      share(({ judgeAlone }) => Math.abs(judgeAlone - truth) <= 1.96 * spreadOf(pairs, judged)),
      average(drawn.map(({ effectiveLabels }) => effectiveLabels / 2)).toFixed(0),
      Math.max(...widths).toFixed(3),
    ]
    console.log(`| ${name} | ${judge} | ${count} | 1,000 | ${cells.join(' | ')} |`)
  }
}

function spreadOf(pairs: readonly PairRow[], mean: number): number {
  return Math.sqrt(average(pairs.map(({ first, second }) => (second.judged - first.judged - mean) ** 2)) / 1000)
}

async function groundedness(
  rows: readonly { readonly ctx: string; readonly sent: string; readonly label: string }[],
): Promise<readonly Row[]> {
  const judge = embeddedJudge()
  const said: Row[] = []
  for (const { ctx, sent, label } of rows) {
    const { reply } = await judge.ask({
      task: 'groundedness',
      subject: { context: [ctx], question: '', sentences: [sent] },
      instruction: { id: 'groundedness', version: 1, text: '' },
      evidence: [],
      answer: z.unknown(),
      language: 'en',
      sample: 0,
    })
    const { looked } = Looked.catch({ looked: [] }).parse(JSON.parse(reply.raw))
    said.push({ label: label === 'Fully attributable' ? 1 : 0, judged: looked[0]?.p ?? 0 })
  }
  return said
}

const Looked = z.object({ looked: z.array(z.object({ p: z.number() })) })

function guessed(rows: readonly Row[]): readonly Row[] {
  const random = createRandom(5)
  return rows.map(({ label }) => ({ label, judged: random() < 0.5 ? 1 : 0 }))
}

/** Labels are drawn anew each time; what all labels say together is the truth. */
function measure(set: string, judge: string, rows: readonly Row[]): void {
  // A sample of the size of the set, drawn with replacement, so that what is estimated is not counted out.
  const truth = rows.reduce((sum, { label }) => sum + label, 0) / rows.length
  const random = createRandom(1)
  for (const count of labelCounts) {
    const drawn = Array.from({ length: resamplings }, () => {
      const sample = Array.from({ length: 2000 }, () => rows[Math.floor(random() * rows.length)]).filter(
        (row) => row !== undefined,
      )
      const order = randomOrder(sample.length, random)
      const at = (index: number) => sample[order[index] ?? 0] ?? { label: 0, judged: 0 }
      const labelled = Array.from({ length: count }, (_, index) => at(index))
      const unlabelled = Array.from({ length: sample.length - count }, (_, index) => at(count + index))
      return correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })
    }).filter((one) => one !== null)
    const covered = drawn.filter(({ estimate: { low, high } }) => low <= truth && truth <= high).length
    const widths = drawn.map(
      ({ estimate, labelsAlone }) => (estimate.high - estimate.low) / (labelsAlone.high - labelsAlone.low),
    )
    console.log(
      `| ${set} | ${judge} | ${count} | 2,000 | ${(covered / drawn.length).toFixed(3)} | ${average(drawn.map(({ effectiveLabels }) => effectiveLabels)).toFixed(0)} | ${Math.max(...widths).toFixed(3)} | ${average(drawn.map(({ weight }) => weight)).toFixed(2)} |`,
    )
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('which folder has the labelled sets? npm run bench:corrected -- FOLDER')
  process.exit(2)
}
await run(folder)
