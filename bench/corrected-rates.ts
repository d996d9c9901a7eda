// npm run bench:corrected -- DATA_FOLDER   what corrected rates cover, and what they save, on labelled sets.
import { z } from 'zod'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { refusesToAnswer } from '../src/judges/embedded/safety/refusal.ts'
import { correctedMean } from '../src/statistics/corrected/corrected-mean.ts'
import { createRandom, randomOrder } from '../src/statistics/random.ts'
import { labelledSets } from '../scripts/train-embedded/labelled-sets.ts'

const resamplings = 1000
const labelCounts = [30, 50, 100, 200]

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
