import type { CaseRecord } from '../core/index.ts'
import type { CaseRow, Progress } from './api.ts'
import { toCaseRow } from './case-row.ts'

/** The rows of a run as far as they are known. A place is a row's number in the run: position × repeats + repeat. */
export function liveRowTable(repeats: number) {
  const known = new Map<number, CaseRow>()
  const unended = new Set<number>()
  const changed: number[] = []
  const counts = { passed: 0, failed: 0, error: 0, 'not-evaluated': 0 }
  let inOrder: readonly CaseRow[] | undefined

  function keep(place: number, row: CaseRow): void {
    known.set(place, row)
    changed.push(place)
    inOrder = undefined
  }

  function count(place: number, { verdict }: CaseRow): void {
    const before = known.get(place)?.verdict
    if (before !== undefined) counts[before] -= 1
    if (verdict !== undefined) counts[verdict] += 1
    if (verdict === undefined) unended.add(place)
    else unended.delete(place)
  }

  /** A repeat that ends may make the others of its case flaky. */
  function markFlaky(position: number): void {
    const first = position * repeats
    const places = Array.from({ length: repeats }, (_, repeat) => first + repeat)
    const ended = places.flatMap((place) => known.get(place)?.verdict ?? [])
    const passed = ended.filter((verdict) => verdict === 'passed').length
    const flaky = passed > 0 && passed < ended.length
    for (const place of places) {
      const row = known.get(place)
      if (row !== undefined && row.flaky !== flaky) keep(place, { ...row, flaky })
    }
  }

  return {
    /** @returns its place */
    take(record: CaseRecord): number {
      const place = record.position * repeats + record.repeat
      const row = toCaseRow(record)
      const before = known.get(place)
      if (before !== undefined && isSame(before, row)) return place
      count(place, row)
      keep(place, row)
      if (repeats > 1) markFlaky(record.position)
      return place
    },

    unendedBefore: (place: number): readonly number[] => [...unended].filter((one) => one < place),

    size: () => known.size,

    /** In dataset order. */
    rows(): readonly CaseRow[] {
      inOrder ??= [...known].toSorted(([one], [other]) => one - other).map(([, row]) => row)
      return inOrder
    },

    changes: () => changed.length,

    since: (changes: number): readonly CaseRow[] =>
      [...new Set(changed.slice(changes))].flatMap((place) => known.get(place) ?? []),

    results(): Progress['results'] {
      const { passed, failed, error, 'not-evaluated': notEvaluated } = counts
      return { total: passed + failed + error + notEvaluated, passed, failed, error, notEvaluated }
    },
  }
}

function isSame(before: CaseRow, now: CaseRow): boolean {
  return before.verdict === now.verdict && before.answer === now.answer && before.scores.length === now.scores.length
}
