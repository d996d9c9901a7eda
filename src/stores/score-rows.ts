import { type InvocationScore, type Score, notReported } from '../core/index.ts'

/** As scores are kept: the name of a metric alone says that the agent does not report what it measures. */
export type KeptScore = string | Score | (Omit<Score, 'invocations'> & { readonly invocations: readonly object[] })

/** Without what most scores say twice: the one exchange of a case has the case's own value. Half of what a run keeps would be that. */
export function keptScore(score: Score): KeptScore {
  if (isNotReported(score)) return score.metric
  const [only, ...others] = ('invocations' in score ? score.invocations : undefined) ?? []
  if (only === undefined || others.length > 0 || !isSame(only, score)) return score
  // The cast: not every kind of score has all three.
  const { status: _status, value: _value, passed: _passed, ...own } = only as ScoreOutcome
  return { ...score, invocations: [own] }
}

/** The inverse of `keptScore`; what was kept whole stays as it is. */
export function scoreFrom(kept: KeptScore): Score {
  if (typeof kept === 'string') return notReported(kept)
  const [only] = ('invocations' in kept ? kept.invocations : undefined) ?? []
  // The casts: an exchange without a status is what `keptScore` made of one that has all of these from its case.
  if (only === undefined || 'status' in only) return kept as Score
  const { status, value, passed } = kept as Extract<Score, { status: 'scored' }>
  const whole = { status, ...(value !== undefined && { value }), ...(passed !== undefined && { passed }), ...only }
  return { ...kept, invocations: [whole] } as Score
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
