import {
  type EvalError,
  type Evidence,
  type InvocationScore,
  type JudgeSample,
  type Judged,
  type Message,
  message,
} from '../../core/index.ts'
import { type TurnOutcome, notEvaluatedTurn } from './judged-case.ts'

type JudgedStepVerdictRow = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** The outcome for one text of a turn. A null `value` has a reason. */
export type StepOutcome = {
  readonly value: number | null
  readonly reason?: Message
  readonly failure?: EvalError
  readonly rows: readonly JudgedStepVerdictRow[]
  readonly samples: readonly JudgeSample[]
  readonly saved: number
  readonly agreement: number | null
  readonly uncovered: readonly string[]
}

/** Takes the mean of the steps. A step without a score leaves the turn without one, except in ADK. */
export function turnOfSteps(
  steps: readonly StepOutcome[],
  options: { threshold: number; adkCompat: boolean },
): TurnOutcome {
  const judged = judgedBySteps(steps)
  const rows = steps.flatMap((step) => step.rows)
  const open = steps.find(({ value }) => value === null)
  const values = steps.flatMap(({ value }) => value ?? [])
  if (values.length === 0 || (open !== undefined && !options.adkCompat)) {
    const reason = open?.reason ?? message('The turn has no text to check')
    const turn = notEvaluatedTurn(reason, judged, open?.failure)
    if (rows.every(({ value }) => value === null)) return turn
    return { ...turn, score: { ...turn.score, evidence: [{ kind: 'verdicts', rows }] } }
  }
  return { score: scoredTurn(values, rows, judged, options.threshold) }
}

function scoredTurn(
  values: readonly number[],
  rows: readonly JudgedStepVerdictRow[],
  judged: Judged,
  threshold: number,
): InvocationScore {
  const value = values.reduce((sum, each) => sum + each, 0) / values.length
  const passed = value >= threshold
  const unfounded = rows.filter((row) => row.value === 0)
  return {
    status: 'scored',
    value,
    passed,
    ...(passed ? {} : { reason: unfoundedReason(unfounded, rows.length) }),
    evidence: [{ kind: 'verdicts', rows: [...rows] }],
    judged,
  }
}

function unfoundedReason(unfounded: readonly JudgedStepVerdictRow[], total: number): Message {
  return message('{count} of {total} {total|sentence is|sentences are} not borne out: {first}', {
    count: unfounded.length,
    total,
    first: unfounded[0]?.subject ?? '',
  })
}

function judgedBySteps(steps: readonly StepOutcome[]): Judged {
  const agreements = steps.flatMap(({ agreement }) => agreement ?? [])
  const uncovered = steps.flatMap((step) => step.uncovered)
  return {
    samples: steps.flatMap(({ samples }) => samples),
    saved: steps.reduce((sum, { saved }) => sum + saved, 0),
    agreement: agreements.length === 0 ? null : agreements.reduce((sum, each) => sum + each, 0) / agreements.length,
    ...(uncovered.length === 0 ? {} : { uncovered }),
  }
}
