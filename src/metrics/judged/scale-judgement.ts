import type { Judge, Question } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { askSamples, judgedOf } from './ask-samples.ts'
import type { TurnOutcome } from './judged-case.ts'
import { failedTurn, silentTurn } from './judged-case.ts'

/** A mark on a scale from 1 to `points`, with the reason before it. */
type Marked = { readonly reason: string; readonly score: number }

type ScaleInquiry = {
  readonly judge: Judge
  readonly samples: number
  readonly threshold: number
  readonly points: number
  readonly subject: string
  readonly question: (sample: number) => Question<Marked>
}

/**
 * Asks for a mark and takes the mean of all of them, 0–1. Every sample counts, so none can be saved; agreement is the
 * share of marks on the same side of the threshold as their mean.
 */
export async function judgeOnScale(inquiry: ScaleInquiry, signal?: AbortSignal): Promise<TurnOutcome> {
  const { judge, samples, threshold, points, subject, question } = inquiry
  const asked = await askSamples(
    judge,
    {
      samples,
      question,
      read: ({ reason, score }) => ({ value: fractionOf(score, points), reason }),
      settled: () => false,
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  const marks = asked.answers.filter((answer) => answer !== null)
  const [first] = marks
  if (first === undefined) return silentTurn(asked)
  const values = marks.map(({ score }) => fractionOf(score, points))
  const value = values.reduce((sum, each) => sum + each, 0) / values.length
  const passed = value >= threshold
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: message('{reason}', { reason: first.reason }) }),
      evidence: [
        { kind: 'verdicts', rows: marks.map((mark, index) => rowOf(subject, mark, points, values[index] ?? null)) },
      ],
      judged: judgedOf(asked, values.filter((each) => each >= threshold === passed).length / values.length),
    },
  }
}

/** A mark from 1 to `points` as 0–1. */
export function fractionOf(score: number, points: number): number {
  return (score - 1) / (points - 1)
}

function rowOf(subject: string, { reason, score }: Marked, points: number, value: number | null) {
  return { subject, label: `${score}/${points}`, value, reason }
}
