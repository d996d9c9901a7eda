import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { type CaseEntry, type TableEntry } from './order-rows.ts'
import { resultKey } from '../../../source/result-key.ts'

export type CaseSteps = {
  /** Counts from 1; undefined for a case outside of the filter. */
  readonly at: number | undefined
  readonly all: number
  readonly entry: CaseEntry | undefined
  readonly previous: CaseRow | undefined
  readonly next: CaseRow | undefined
}

/** The neighbours of a case in the filtered and sorted table. A case in several groups counts once. */
export function stepsAround(entries: readonly TableEntry[], place: string): CaseSteps {
  const cases = [
    ...new Map(entries.flatMap((entry) => (entry.kind === 'case' ? [[resultKey(entry.row), entry]] : []))).values(),
  ]
  const index = cases.findIndex(
    ({ row, repeats }) => resultKey(row) === place || repeats.some((one) => resultKey(one) === place),
  )
  return {
    at: index === -1 ? undefined : index + 1,
    all: cases.length,
    entry: cases[index],
    previous: index > 0 ? cases[index - 1]?.row : undefined,
    next: cases[index + 1]?.row,
  }
}
