import { type InvocationScore, type Score, notReported } from '../core/index.ts'

type UnionOmit<Whole, Key extends PropertyKey> = Whole extends unknown ? Omit<Whole, Key> : never

/**
 * As scores are kept: the name of a metric alone says that the agent does not report what it measures; a value without a status
 * is scored where it passes or not, and measured where it has a unit.
 */
export type KeptScore =
  | string
  | (UnionOmit<Score, 'invocations' | 'status'> & {
      readonly status?: Score['status']
      readonly invocations?: readonly object[] | undefined
    })

/** Without what most scores say twice: the one exchange of a case has the case's own value. Half of what a run keeps would be that. */
export function keptScore(score: Score): KeptScore {
  if (isNotReported(score)) return score.metric
  const { status, ...rest } = score
  const kept = status === 'scored' || status === 'measured' ? rest : score
  const [only, ...others] = score.invocations ?? []
  if (only === undefined || others.length > 0 || !isSame(only, score)) return kept
  // The cast: not every kind of score has all three.
  const { status: _status, value: _value, passed: _passed, ...own } = only as ScoreOutcome
  return { ...kept, invocations: [own] }
}

/** The inverse of `keptScore`. */
export function scoreFrom(kept: KeptScore): Score {
  if (typeof kept === 'string') return notReported(kept)
  // The casts: only `keptScore` leaves a status out, of scores that have a value; an exchange without a status is what it made of
  // one that has all of these from its case.
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
  // Its status, its metric, its reason, and that it is informational.
  return Object.keys(score).length === 4 && Object.keys(score.reason).length === 1
}

type ScoreOutcome = { readonly status: string; readonly value?: number; readonly passed?: boolean }

function isSame(one: ScoreOutcome & InvocationScore, whole: ScoreOutcome & Score): boolean {
  return one.status === whole.status && one.value === whole.value && one.passed === whole.passed
}
