import { EvalError, message } from '../../core/index.ts'

export type AdkStatus = 'PASSED' | 'FAILED' | 'NOT_EVALUATED' | 'INFORMATIONAL'

const wireValues: Readonly<Record<AdkStatus, number>> = { PASSED: 1, FAILED: 2, NOT_EVALUATED: 3, INFORMATIONAL: 4 }

export function statusToWire(status: AdkStatus): number {
  return wireValues[status]
}

export function statusFromWire(value: unknown): AdkStatus | undefined {
  const statuses = Object.keys(wireValues) as AdkStatus[] // the keys of this very object
  return statuses.find((status) => value === status || value === wireValues[status])
}

export function evalStatus(score: number | null | undefined, threshold: number): AdkStatus {
  if (score === null || score === undefined) return 'NOT_EVALUATED'
  return score >= threshold ? 'PASSED' : 'FAILED'
}

/** The status of a case from those of its metrics: one failure fails it, and one pass hides what was not evaluated. */
export function finalStatus(statuses: Iterable<AdkStatus>): AdkStatus {
  const all = new Set(statuses)
  if (all.has('FAILED')) return 'FAILED'
  return all.has('PASSED') ? 'PASSED' : 'NOT_EVALUATED'
}

export type AdkOutcome = { readonly score: number | null; readonly status: AdkStatus }

export type AdkMetricOutcome = { readonly overall: AdkOutcome; readonly perInvocation: readonly AdkOutcome[] }

const notEvaluated: AdkOutcome = { score: null, status: 'NOT_EVALUATED' }

/**
 * Returns ADK's result of a metric for a case with `turns` turns. When the whole was not evaluated, or the metric threw
 * (undefined), no turn counts as evaluated, whatever the metric said of single turns.
 *
 * @throws {EvalError} when an evaluated metric does not have one result per turn
 */
export function metricOutcome(result: AdkMetricOutcome | undefined, turns: number): AdkMetricOutcome {
  if (result === undefined || result.overall.status === 'NOT_EVALUATED') {
    return { overall: notEvaluated, perInvocation: Array.from({ length: turns }, () => notEvaluated) }
  }
  if (result.perInvocation.length === turns) return result
  throw new EvalError(
    'format',
    message('the metric scored {scored} of {turns} {turns|turn|turns}', { scored: result.perInvocation.length, turns }),
    { hint: message('A metric that was evaluated has one result per turn.') },
  )
}

export type AdkMetricRun = { readonly turnScores: readonly (number | null)[]; readonly status: AdkStatus }

/**
 * Combines one metric over several runs of a case: the mean over all turns is compared with the threshold. A single run
 * keeps its status, informational stays informational, and a run that failed without any score fails the whole.
 */
export function aggregateRuns(runs: readonly AdkMetricRun[], threshold: number | null): AdkOutcome {
  const score = mean(runs.flatMap(({ turnScores }) => turnScores))
  const [first] = runs
  if (first !== undefined && runs.length === 1) return { score, status: first.status }
  if (runs.some(({ status }) => status === 'INFORMATIONAL')) return { score, status: 'INFORMATIONAL' }
  const crashed = runs.some(({ turnScores, status }) => status === 'FAILED' && turnScores.length === 0)
  if (crashed) return { score, status: 'FAILED' }
  return { score, status: threshold === null ? 'NOT_EVALUATED' : evalStatus(score, threshold) }
}

export type AdkTurnScores = { readonly threshold: number; readonly scores: readonly (number | null)[] }

/** ADK's pytest helper: the mean of each metric over all turns and runs must reach its threshold. */
export function agentEvaluatorVerdict(metrics: Readonly<Record<string, AdkTurnScores>>): {
  readonly failedMetrics: readonly string[]
  readonly passed: boolean
} {
  const failedMetrics = Object.entries(metrics)
    .filter(([, { scores, threshold }]) => evalStatus(mean(scores), threshold) !== 'PASSED')
    .map(([name]) => name)
  return { failedMetrics, passed: failedMetrics.length === 0 }
}

/** Counts cases as `adk eval` prints them: all that did not pass failed. Its exit code is always 0; ours is not. */
export function adkSummary(caseStatuses: readonly AdkStatus[]): {
  readonly passed: number
  readonly failed: number
  readonly exitCode: 0
} {
  const passed = caseStatuses.filter((status) => status === 'PASSED').length
  return { passed, failed: caseStatuses.length - passed, exitCode: 0 }
}

function mean(scores: readonly (number | null)[]): number | null {
  const numbers = scores.filter((score) => score !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, score) => sum + score, 0) / numbers.length
}
