import { type Evidence, type Judge, type Judged, type Question, message } from '../../core/index.ts'
import { askSamples, judgedSamples } from './ask-samples.ts'
import { type TurnOutcome, failedTurn, notEvaluatedTurn, silentTurn } from './judged-case.ts'
import { type Decoy, confirmPass, withConfirmation } from './decoys/confirm-pass.ts'
import { voteAgreement, fewestToSettle, majority } from './votes.ts'

type BinaryInquiry<Value> = {
  readonly judge: Judge
  readonly samples: number
  readonly threshold: number
  readonly question: (sample: number) => Question<Value>
  readonly isPositive: (value: Value) => boolean
  readonly row: (value: Value) => { readonly subject: string; readonly label: string }
  /** Makes the decoy that follows a pass and has to fail, if the judge wants decoys. */
  readonly decoy?: (value: Value) => Decoy<Value>
  readonly evidence?: (value: Value) => readonly Evidence[]
}

/**
 * Decides a yes-no question by majority: a tie is negative, and answers without a verdict do not count. If the judge
 * wants decoys, a pass is confirmed with one; this question replaces a vote that was not needed.
 */
export async function judgeBinary<Value extends { readonly reason: string }>(
  inquiry: BinaryInquiry<Value>,
  signal?: AbortSignal,
): Promise<TurnOutcome> {
  const voteOf = (value: Value | null) => (value === null ? null : inquiry.isPositive(value) ? 1 : 0)
  const wanted = inquiry.decoy !== undefined && inquiry.judge.wantsDecoy?.(inquiry.question(0)) === true
  const asked = await askSamples(
    inquiry.judge,
    {
      samples: inquiry.samples,
      question: (sample) => ({
        ...inquiry.question(sample),
        ...(inquiry.decoy !== undefined && wanted && { hasDecoy: true }),
      }),
      read: (value) => ({ value: voteOf(value), reason: value.reason }),
      fewest: (answers, remaining) => fewestToSettle(answers.map(voteOf), remaining),
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  const outcome = majority(asked.answers.map(voteOf))
  const decisive = asked.answers.find((value) => value !== null && voteOf(value) === outcome)
  if (outcome === null || decisive === undefined || decisive === null) return silentTurn(asked)
  const agreement = voteAgreement(asked.answers.map(voteOf), outcome)
  const decoy = wanted && outcome === 1 ? inquiry.decoy?.(decisive) : undefined
  if (decoy === undefined) return scoredTurn(inquiry, decisive, outcome, judgedSamples(asked, agreement))
  const passed = { question: inquiry.question(0), decoy, passes: inquiry.isPositive }
  const confirmed = await confirmPass(inquiry.judge, passed, signal)
  const judged = withConfirmation(judgedSamples(asked, agreement), confirmed)
  if (confirmed.reason === undefined) return scoredTurn(inquiry, decisive, outcome, judged)
  return notEvaluatedTurn(confirmed.reason, judged, confirmed.failure)
}

function scoredTurn<Value extends { readonly reason: string }>(
  { threshold, row, evidence = () => [] }: BinaryInquiry<Value>,
  decisive: Value,
  value: number,
  judged: Judged,
): TurnOutcome {
  const reason = decisive.reason.trim()
  return {
    score: {
      status: 'scored',
      value,
      passed: value >= threshold,
      ...(value >= threshold || reason === '' ? {} : { reason: message('{reason}', { reason }) }),
      evidence: [
        ...evidence(decisive),
        { kind: 'verdicts', rows: [{ ...row(decisive), value, ...(reason === '' ? {} : { reason }) }] },
      ],
      judged,
    },
  }
}
