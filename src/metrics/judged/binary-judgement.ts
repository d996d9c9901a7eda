import type { Evidence, Judge, Question } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import type { Asked } from './ask-samples.ts'
import { askSamples, judgedOf } from './ask-samples.ts'
import type { TurnOutcome } from './judged-case.ts'
import { failedTurn, silentTurn } from './judged-case.ts'
import { agreementOf, isSettled, majority } from './votes.ts'

type BinaryInquiry<Value> = {
  readonly judge: Judge
  readonly samples: number
  readonly threshold: number
  readonly question: (sample: number) => Question<Value>
  readonly isPositive: (value: Value) => boolean
  /** What the verdict is about and how it reads, for the row that people see. */
  readonly row: (value: Value) => { readonly subject: string; readonly label: string }
  /** What else people may want to look at. */
  readonly evidence?: (value: Value) => readonly Evidence[]
}

/** Puts a question of two answers to the vote: the majority decides, a tie is negative, silent answers do not count. */
export async function judgeBinary<Value extends { readonly reason: string }>(
  inquiry: BinaryInquiry<Value>,
  signal?: AbortSignal,
): Promise<TurnOutcome> {
  const voteOf = (value: Value | null) => (value === null ? null : inquiry.isPositive(value) ? 1 : 0)
  const asked = await askSamples(
    inquiry.judge,
    {
      samples: inquiry.samples,
      question: inquiry.question,
      read: (value) => ({ value: voteOf(value), reason: value.reason }),
      settled: (answers, remaining) => isSettled(answers.map(voteOf), remaining),
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  const outcome = majority(asked.answers.map(voteOf))
  const decisive = asked.answers.find((value) => value !== null && voteOf(value) === outcome)
  if (outcome === null || decisive === undefined || decisive === null) return silentTurn(asked)
  return scoredTurn(inquiry, asked, decisive, outcome, agreementOf(asked.answers.map(voteOf), outcome))
}

function scoredTurn<Value extends { readonly reason: string }>(
  { threshold, row, evidence = () => [] }: BinaryInquiry<Value>,
  asked: Asked<Value>,
  decisive: Value,
  value: number,
  agreement: number | null,
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
      judged: judgedOf(asked, agreement),
    },
  }
}
