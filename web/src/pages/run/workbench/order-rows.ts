import { resultKey } from '../../../source/result-key.ts'
import type { CaseRow, ScoreCell } from '../../../../../src/server/api/runs.ts'
import { valuesOf } from '../../../../../src/server/view/match-rows.ts'
import { cellOf, compareKeys, sortKey, worstOf } from '../../../../../src/server/view/sort-key.ts'
import { type TableView, columnOf } from '../../../../../src/server/view/table-view.ts'

/** A row of the table: a case with its repeats, or a single result. */
export type CaseEntry = {
  readonly kind: 'case'
  readonly key: string
  /** The result that is opened: the worst of the matching repeats. */
  readonly row: CaseRow
  readonly repeats: readonly CaseRow[]
}

export type GroupEntry = {
  readonly kind: 'group'
  readonly key: string
  /** Undefined for cases in no group. */
  readonly name: string | undefined
  readonly cases: number
  readonly passed: number
  readonly evaluated: number
  readonly first: CaseRow
  readonly open: boolean
}

export type TableEntry = CaseEntry | GroupEntry

type Ordering = Pick<TableView, 'sort' | 'thenBy' | 'group'> & {
  readonly fits: (row: CaseRow) => boolean
  /** Whether the repeats of a case share a row. */
  readonly together: boolean
}

/** Returns the matching cases in order. */
export function orderCases(
  rows: readonly CaseRow[],
  { fits, together, sort, thenBy, group }: Ordering,
): readonly CaseEntry[] {
  const alone = !together || group === 'case'
  const entries = alone ? rows.filter(fits).map(entryOf) : casesOf(rows, fits)
  const column = columnOf(sort)
  const keyed = entries.map((entry) => ({
    entry,
    key: sortKey(entry, column === '' ? 'verdict' : column),
    second: thenBy === '' ? undefined : sortKey(entry, columnOf(thenBy)),
  }))
  const [down, secondDown] = [sort.startsWith('-'), thenBy.startsWith('-')]
  // Ties keep the order of the dataset.
  return keyed
    .toSorted((a, b) => compareKeys(a.key, b.key, down) || compareKeys(a.second, b.second, secondDown))
    .map(({ entry }) => entry)
}

/** Groups cases, the group with the most failures first; closed groups keep their head. */
export function groupCases(
  cases: readonly CaseEntry[],
  group: string,
  closed: ReadonlySet<string>,
): readonly TableEntry[] {
  if (group === '') return cases
  const groups = new Map<string | undefined, CaseEntry[]>()
  for (const entry of cases) {
    const names = valuesOf(entry.row, group)
    for (const name of names.length === 0 ? [undefined] : names.map(String)) {
      const members = groups.get(name)
      if (members === undefined) groups.set(name, [entry])
      else members.push(entry)
    }
  }
  return [...groups]
    .map(([name, members]) => ({ head: headOf(name, members, closed), members }))
    .toSorted((a, b) => troubled(b.head) - troubled(a.head))
    .flatMap(({ head, members }) => [
      head,
      ...(head.open ? members.map((entry) => ({ ...entry, key: `${head.key} ${entry.key}` })) : []),
    ])
}

/** The score status of the worst repeat. */
export function statusOf({ repeats }: CaseEntry, metric: string): ScoreCell['status'] | undefined {
  const statuses = repeats.flatMap(({ scores }) => cellOf(scores, metric)?.status ?? [])
  return worstFirst.find((status) => statuses.includes(status))
}

const worstFirst = ['failed', 'error', 'broken', 'not-evaluated', 'passed', 'measured', 'not-applicable'] as const

function entryOf(row: CaseRow): CaseEntry {
  return { kind: 'case', key: resultKey(row), row, repeats: [row] }
}

/** Repeats of a case are adjacent. */
function casesOf(rows: readonly CaseRow[], fits: (row: CaseRow) => boolean): readonly CaseEntry[] {
  const entries: CaseEntry[] = []
  for (let from = 0; from < rows.length;) {
    const position = rows[from]?.position
    let to = from + 1
    while (rows[to]?.position === position) to += 1
    const repeats = rows.slice(from, to)
    const row = worstOf(repeats.filter(fits))
    if (row !== undefined) entries.push({ kind: 'case', key: String(position), row, repeats })
    from = to
  }
  return entries
}

function headOf(name: string | undefined, members: readonly CaseEntry[], closed: ReadonlySet<string>): GroupEntry {
  const verdicts = members.flatMap(({ repeats }) => repeats.flatMap(({ verdict }) => verdict ?? []))
  const key = name === undefined ? 'without' : `in ${name}`
  return {
    kind: 'group',
    key,
    name,
    cases: members.length,
    passed: verdicts.filter((verdict) => verdict === 'passed').length,
    evaluated: verdicts.filter((verdict) => verdict !== 'not-evaluated').length,
    // Groups are never empty.
    first: (members[0] as CaseEntry).row,
    open: !closed.has(key),
  }
}

function troubled({ passed, evaluated }: GroupEntry): number {
  return evaluated - passed
}
