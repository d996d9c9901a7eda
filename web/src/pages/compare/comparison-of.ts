import { useMemo } from 'react'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { comparedTogether } from '../../../../src/reporters/comparison/compared-together.ts'
import { caseChange, type CaseChange } from '../../../../src/reporters/comparison/case-change.ts'
import { useComparisons } from '../../source/use-comparisons.ts'

export type ComparisonCase = Comparison['cases'][number]
type ComparisonOfVerdict = ComparisonCase['first']

/** A run with its displayed name; of repeated cases the first repeat is shown. */
export type NamedRun = { readonly runId: string; readonly name: string; readonly isRepeated: boolean }

/** A case in all runs; `sides` are in the order of the compared runs. */
export type CaseInRuns = {
  readonly caseId: string
  readonly baseline: { readonly verdict: ComparisonOfVerdict; readonly position: number | undefined }
  readonly sides: readonly { readonly of: ComparisonCase | undefined; readonly change: CaseChange }[]
}

/** Several runs compared with one baseline. */
export type RunsCompared = {
  readonly baseline: NamedRun
  readonly others: readonly NamedRun[]
  readonly comparisons: readonly Comparison[]
  readonly cases: readonly CaseInRuns[]
  /** Metrics whose score changed in some case. */
  readonly metrics: readonly string[]
}

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

/** Joins comparisons with one baseline and adjusts their p-values for multiple tests. */
function comparisonOf(pairs: readonly Comparison[], rows: readonly RunRow[]): RunsCompared {
  const comparisons = comparedTogether(pairs)
  const nameOf = ({ runId, name }: Comparison['first']): NamedRun => {
    const row = rows.find((one) => one.runId === runId)
    return { runId, name: name ?? row?.name ?? runId, isRepeated: row !== undefined && row.repeat > 1 }
  }
  const first = comparisons[0]?.first ?? { runId: '', passRate: null }
  return {
    baseline: nameOf(first),
    others: comparisons.map(({ second }) => nameOf(second)),
    comparisons,
    cases: casesOf(comparisons),
    metrics: [
      ...new Set(comparisons.flatMap(({ cases }) => cases.flatMap(({ values }) => values.map(({ metric }) => metric)))),
    ],
  }
}

function casesOf(comparisons: readonly Comparison[]): readonly CaseInRuns[] {
  const byId = comparisons.map(({ cases }) => new Map(cases.map((one) => [one.caseId, one])))
  const ids = new Set(comparisons.flatMap(({ cases }) => cases.map(({ caseId }) => caseId)))
  return [...ids].map((caseId) => {
    const found = byId.map((cases) => cases.get(caseId))
    const inBaseline = found.find((one) => one?.first !== undefined)
    return {
      caseId,
      baseline: { verdict: inBaseline?.first, position: inBaseline?.positions.first },
      sides: found.map((of) => ({ of, change: of === undefined ? ('only-one' as const) : caseChange(of) })),
    }
  })
}
