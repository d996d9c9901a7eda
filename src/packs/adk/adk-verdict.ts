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

function mean(scores: readonly (number | null)[]): number | null {
  const numbers = scores.filter((score) => score !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, score) => sum + score, 0) / numbers.length
}
