import { useMemo } from 'react'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { useComparisons } from '../../source/use-comparisons.ts'
import { comparisonOf } from './comparison-of.ts'

/** Loads the comparisons with a baseline and joins them once all are there. */
export function useComparison(baseline: string, others: readonly string[], rows: readonly RunRow[]) {
  const running = rows.filter(({ runId, state }) => state === 'running' && [baseline, ...others].includes(runId))
  const answer = useComparisons(
    baseline,
    others,
    running.map(({ runId }) => runId),
  )
  const pairs = answer.status === 'ready' ? answer.value : undefined
  const comparison = useMemo(() => (pairs === undefined ? undefined : comparisonOf(pairs, rows)), [pairs, rows])
  return { answer, comparison, running }
}
