import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { type CaseEntry, type TableEntry } from './order-rows.ts'
import { resultKey } from '../../../source/result-key.ts'

/** The neighbours of a case in a list. */
export type StepsAround<Place> = {
  /** Counts from 1; undefined for a case outside of the filter. */
  readonly at: number | undefined
  readonly all: number
  readonly previous: Place | undefined
  readonly next: Place | undefined
}

export type CaseSteps = StepsAround<CaseRow> & { readonly entry: CaseEntry | undefined }

/** The keys that go to the neighbours. */
export function stepKeys<Place>(steps: StepsAround<Place> | undefined, goTo: (place: Place) => void) {
  const { previous, next } = steps ?? {}
  return {
    ...(next !== undefined && { j: () => goTo(next) }),
    ...(previous !== undefined && { k: () => goTo(previous) }),
  }
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
