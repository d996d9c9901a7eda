import type { CaseRecord, Verdict } from '../core/index.ts'
import type { CaseRow, Progress } from './api/runs.ts'
import { toCaseRow } from './case-row.ts'

/** The known results of a run in progress. A place is a row's number in the run: position × repeats + repeat. */
export type LiveTable = ReturnType<typeof liveRowTable>

export function liveRowTable(repeats: number) {
  const known = new Map<number, CaseRow>()
  const verdicts = placeVerdicts()
  const changed: number[] = []
  let inOrder: readonly CaseRow[] | undefined

  function keep(place: number, row: CaseRow): void {
    known.set(place, row)
    changed.push(place)
    inOrder = undefined
  }

  /** The end of one repeat may make the others of its case flaky. */
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
    /** Stores a result. @returns its place */
    take(record: CaseRecord): number {
      const place = placeOf(record, repeats)
      const row = toCaseRow(record)
      const before = known.get(place)
      if (before !== undefined && isSame(before, row)) return place
      verdicts.set(place, row.verdict)
      keep(place, row)
      if (repeats > 1) markFlaky(record.position)
      return place
    },

    unended: verdicts.unended,

    size: () => known.size,

    rows(): readonly CaseRow[] {
      inOrder ??= [...known].toSorted(([one], [other]) => one - other).map(([, row]) => row)
      return inOrder
    },

    changes: () => changed.length,

    since: (changes: number): readonly CaseRow[] =>
      [...new Set(changed.slice(changes))].flatMap((place) => known.get(place) ?? []),

    results: verdicts.results,
  }
}

/** The same for a run that is shown page by page: it keeps verdicts only, since the page reads its rows from the store. */
export function liveVerdictTable(repeats: number): LiveTable {
  const verdicts = placeVerdicts()
  let changes = 0
  return {
    take(record) {
      const place = placeOf(record, repeats)
      if (verdicts.set(place, record.result?.verdict)) changes += 1
      return place
    },
    unended: verdicts.unended,
    size: () => 0,
    rows: () => [],
    changes: () => changes,
    since: () => [],
    results: verdicts.results,
  }
}

function placeOf({ position, repeat }: CaseRecord, repeats: number): number {
  return position * repeats + repeat
}

function isSame(before: CaseRow, now: CaseRow): boolean {
  return before.verdict === now.verdict && before.answer === now.answer && before.scores.length === now.scores.length
}

/** The verdicts of a run so far. */
function placeVerdicts() {
  const verdicts: (Verdict | undefined)[] = []
  const unended = new Set<number>()
  const counts = { passed: 0, failed: 0, error: 0, 'not-evaluated': 0 }

  return {
    /** @returns whether the verdict is new */
    set(place: number, verdict: Verdict | undefined): boolean {
      const isNew = verdicts.length <= place
      while (verdicts.length <= place) unended.add(verdicts.push(undefined) - 1)
      const before = verdicts[place]
      if (before === verdict) return isNew
      verdicts[place] = verdict
      if (before !== undefined) counts[before] -= 1
      if (verdict !== undefined) counts[verdict] += 1
      if (verdict === undefined) unended.add(place)
      else unended.delete(place)
      return true
    },

    /** Returns the places without a verdict before the last known one, begun or not. */
    unended: (): readonly number[] => [...unended].toSorted((one, other) => one - other),

    results(): Progress['results'] {
      const { passed, failed, error, 'not-evaluated': notEvaluated } = counts
      return { total: passed + failed + error + notEvaluated, passed, failed, error, notEvaluated }
    },
  }
}
