import type { Message } from '../../../../src/core/basics/message.ts'
import type { CaseRow } from '../../../../src/server/api/runs.ts'

/** Failures with a common reason: the metric, or the error. */
export type Failures = {
  readonly metric: string | undefined
  readonly count: number
  /** Each case once, in the order of the run. */
  readonly cases: readonly { readonly caseId: string; readonly position: number; readonly repeat: number }[]
  /** The reason of the first one. */
  readonly reason: Message | undefined
}

/** Most frequent first. A result that fails several metrics counts for each; one without scores counts for its error. */
export function mostFailures(rows: readonly CaseRow[]): readonly Failures[] {
  const found = new Map<string, { rows: CaseRow[]; metric: string | undefined }>()
  for (const row of rows) {
    if (row.verdict !== 'failed' && row.verdict !== 'error') continue
    for (const metric of failedMetrics(row)) {
      const key = metric ?? ''
      const group = found.get(key) ?? { rows: [], metric }
      group.rows.push(row)
      found.set(key, group)
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .map(({ rows: failed, metric }) => ({
      metric,
      count: failed.length,
      cases: [...new Map(failed.toReversed().map((row) => [row.caseId, row])).values()].toReversed(),
      reason: (failed.find((row) => row.metric === metric) ?? (metric === undefined ? failed[0] : undefined))?.reason,
    }))
}

function failedMetrics({ scores, verdict }: CaseRow): readonly (string | undefined)[] {
  const failed = scores.filter(({ status }) => status === 'failed').map(({ metric }) => metric)
  return verdict === 'error' || failed.length === 0 ? [undefined] : failed
}
