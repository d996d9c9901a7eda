import type { ComparedCase, RunComparison } from '../../core/index.ts'
import { csvLine, type CsvCell } from '../csv.ts'
import { caseChange } from './case-change.ts'

/** Writes a comparison as CSV: a line for each case of each compared run, two columns for each metric. */
export function* toCsvComparison(comparisons: readonly RunComparison[]): Generator<string> {
  const values = comparisons.flatMap(({ cases }) => cases.flatMap((one) => one.values))
  const metrics = [...new Set(values.map(({ metric }) => metric))]
  const ofMetrics = metrics.flatMap((metric) => [`${metric} baseline`, metric])
  yield csvLine(['baseline', 'run', 'case', 'change', 'baseline verdict', 'verdict', ...ofMetrics])
  for (const { first, second, cases } of comparisons) {
    for (const one of cases) yield csvLine([first.runId, second.runId, ...cellsOf(one, metrics)])
  }
}

function cellsOf(compared: ComparedCase, metrics: readonly string[]): readonly CsvCell[] {
  const { caseId, first, second, values } = compared
  const ofMetrics = metrics.flatMap((name) => {
    const value = values.find(({ metric }) => metric === name)
    return [value?.first ?? undefined, value?.second ?? undefined]
  })
  return [caseId, caseChange(compared), first, second, ...ofMetrics]
}
