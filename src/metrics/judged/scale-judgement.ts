import { type Judge, type Question, message } from '../../core/index.ts'
import { askSamples, judgedSamples } from './ask-samples.ts'
import { type TurnOutcome, failedTurn, notEvaluatedTurn, silentTurn } from './judged-case.ts'
import { type Decoy, confirmPass, unconfirmed, withConfirmation } from './decoys/confirm-pass.ts'

type Marked = { readonly reason: string; readonly score: number }

type ScaleInquiry = {
  readonly judge: Judge
  readonly samples: number
  readonly threshold: number
  readonly points: number
  readonly subject: string
  readonly question: (sample: number) => Question<Marked>
  /** Makes the decoy that follows a pass and has to get a lower mark, if the judge wants decoys. */
  readonly decoy?: () => Decoy<Marked>
}

/**
 * Asks for marks and takes their mean, 0–1. Every sample counts, so none can be saved; agreement is the share of marks
 * on the same side of the threshold as the mean.
 */
export async function judgeOnScale(inquiry: ScaleInquiry, signal?: AbortSignal): Promise<TurnOutcome> {
  const { judge, samples, threshold, points, subject, question } = inquiry
  const wanted = inquiry.decoy !== undefined && judge.wantsDecoy?.(question(0)) === true
  const asked = await askSamples(
    judge,
    {
      samples,
      question: (sample) => ({ ...question(sample), ...(wanted && { hasDecoy: true }) }),
      read: ({ reason, score }) => ({ value: fractionOf(score, points), reason }),
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
  const agreement = values.filter((each) => each >= threshold === passed).length / values.length
  // A decoy cannot get a mark below the lowest one.
  const confirmed = wanted && passed && value > 0 ? await confirmMark(value, inquiry, signal) : unconfirmed
  const judged = withConfirmation(judgedSamples(asked, agreement), confirmed)
  if (confirmed.reason !== undefined) return notEvaluatedTurn(confirmed.reason, judged, confirmed.failure)
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: message('{reason}', { reason: first.reason }) }),
      evidence: [
        { kind: 'verdicts', rows: marks.map((mark, index) => rowOf(subject, mark, points, values[index] ?? null)) },
      ],
      judged,
    },
  }
}

async function confirmMark(value: number, inquiry: ScaleInquiry, signal: AbortSignal | undefined) {
  const { judge, threshold, points, question } = inquiry
  const decoy = inquiry.decoy?.()
  if (decoy === undefined) return unconfirmed
  const passes = ({ score }: Marked) => fractionOf(score, points) >= value
  const stands = ({ score }: Marked) => fractionOf(score, points) >= threshold
  return confirmPass(judge, { question: question(0), decoy, passes, stands }, signal)
}

/** Converts a mark from 1 to `points` to 0–1. */
export function fractionOf(score: number, points: number): number {
  return (score - 1) / (points - 1)
}

function rowOf(subject: string, { reason, score }: Marked, points: number, value: number | null) {
  return { subject, label: `${score}/${points}`, value, reason }
}
