import { type InvocationScore, type Score, notReported } from '../core/index.ts'

type UnionOmit<Whole, Key extends PropertyKey> = Whole extends unknown ? Omit<Whole, Key> : never

/**
 * The stored form of a score. A metric's name alone means that the agent does not report the quantity; a value without
 * a status is `scored` if it has `passed`, and `measured` if it has a unit.
 */
export type KeptScore =
  | string
  | (UnionOmit<Score, 'invocations' | 'status'> & {
      readonly status?: Score['status']
      readonly invocations?: readonly object[] | undefined
    })

/** Leaves out what most scores repeat, such as a single exchange with the value of its case: half of a run's size. */
export function keptScore(score: Score): KeptScore {
  if (isNotReported(score)) return score.metric
  const { status, ...rest } = score
  const kept = status === 'scored' || status === 'measured' ? rest : score
  const [only, ...others] = score.invocations ?? []
  if (only === undefined || others.length > 0 || !isSame(only, score)) return kept
  // The cast is safe for reading: kinds of scores that lack a field give undefined.
  const { status: _status, value: _value, passed: _passed, ...own } = only as ScoreOutcome
  return { ...kept, invocations: [own] }
}

/** The inverse of `keptScore`. */
export function scoreFrom(kept: KeptScore): Score {
  if (typeof kept === 'string') return notReported(kept)
  // The casts are safe: only `keptScore` leaves out a status, of scores that have a value, and an exchange without a
  // status gets all three fields from its case.
  const score = { status: 'passed' in kept ? 'scored' : 'measured', ...kept } as Score
  const [only] = score.invocations ?? []
  if (only === undefined || 'status' in only) return score
  const { status, value, passed } = score as Extract<Score, { status: 'scored' }>
  const whole = {
    status,
    ...(value !== undefined && { value }),
    ...(passed !== undefined && { passed }),
    ...(only as object),
  }
  return { ...score, invocations: [whole] } as Score
}

const unreported = notReported('').reason.text

function isNotReported(score: Score): boolean {
  if (score.status !== 'not-evaluated' || score.reason.text !== unreported || score.informational !== true) return false
  // Status, metric, reason, and `informational`.
  return Object.keys(score).length === 4 && Object.keys(score.reason).length === 1
}

type ScoreOutcome = { readonly status: string; readonly value?: number; readonly passed?: boolean }

function isSame(one: ScoreOutcome & InvocationScore, whole: ScoreOutcome & Score): boolean {
  return one.status === whole.status && one.value === whole.value && one.passed === whole.passed
}
