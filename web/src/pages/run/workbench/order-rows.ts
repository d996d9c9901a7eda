import type { CaseRow, ScoreCell } from '../../../../../src/server/api.ts'
import { severityOf } from '../../../../../src/server/case-severity.ts'
import { reasonKey, valuesOf } from '../../../../../src/server/view/match-rows.ts'
import type { TableView } from '../../../../../src/server/view/table-view.ts'
import { columnOf } from '../../../../../src/server/view/table-view.ts'

/** One row of the table: a case with all its repeats, or one result where repeats stand alone. */
export type CaseEntry = {
  readonly kind: 'case'
  readonly key: string
  /** The result that it is opened at: of those that fit the filter the one that fared worst. */
  readonly row: CaseRow
  readonly repeats: readonly CaseRow[]
}

export type GroupEntry = {
  readonly kind: 'group'
  readonly key: string
  /** Undefined for what is in no group. */
  readonly name: string | undefined
  readonly cases: number
  readonly passed: number
  readonly evaluated: number
  readonly first: CaseRow
  readonly open: boolean
}

export type Entry = CaseEntry | GroupEntry

type Ordering = Pick<TableView, 'sort' | 'thenBy' | 'group'> & {
  readonly fits: (row: CaseRow) => boolean
  /** Whether the repeats of a case stand in one row. */
  readonly together: boolean
}

/** The cases that fit, in the order of a view. */
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
  // Equal ones stay in the order of the dataset.
  return keyed
    .toSorted((a, b) => compare(a.key, b.key, down) || compare(a.second, b.second, secondDown))
    .map(({ entry }) => entry)
}

/** Cases under the heads of their groups, the group with the most that did not pass first; a closed one keeps its head. */
export function groupCases(cases: readonly CaseEntry[], group: string, closed: ReadonlySet<string>): readonly Entry[] {
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

/** The mean of what repeats scored; undefined where none has a number. */
export function scoreOf({ repeats }: CaseEntry, metric: string): number | undefined {
  return meanOf(repeats, ({ scores }) => cellOf(scores, metric)?.value)
}

/** How the worst repeat was scored. */
export function statusOf({ repeats }: CaseEntry, metric: string): ScoreCell['status'] | undefined {
  const statuses = repeats.flatMap(({ scores }) => cellOf(scores, metric)?.status ?? [])
  return worstFirst.find((status) => statuses.includes(status))
}

export function cellOf(scores: readonly ScoreCell[], metric: string): ScoreCell | undefined {
  return scores.find((score) => score.metric === metric)
}

/** The mean over the repeats of a case that say it. */
export function meanOf(
  repeats: readonly CaseRow[],
  numberOf: (row: CaseRow) => number | undefined,
): number | undefined {
  let [sum, count] = [0, 0]
  for (const row of repeats) {
    const number = numberOf(row)
    if (number === undefined) continue
    sum += number
    count += 1
  }
  return count === 0 ? undefined : sum / count
}

/** Key of a result in tables and addresses. */
export function placeOf({ position, repeat }: Pick<CaseRow, 'position' | 'repeat'>): string {
  return `${position}/${repeat}`
}

const worstFirst = ['failed', 'error', 'broken', 'not-evaluated', 'passed', 'measured', 'not-applicable'] as const

function entryOf(row: CaseRow): CaseEntry {
  return { kind: 'case', key: placeOf(row), row, repeats: [row] }
}

/** Rows come with the repeats of a case behind each other. */
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

function worstOf(rows: readonly CaseRow[]): CaseRow | undefined {
  let worst = rows[0]
  for (const row of rows) if (worst !== undefined && severityOf(row) < severityOf(worst)) worst = row
  return worst
}

type Key = number | string | undefined

function sortKey(entry: CaseEntry, column: string): Key {
  const { row, repeats } = entry
  if (column.startsWith('score.')) return scoreOf(entry, column.slice(6))
  switch (column) {
    case 'verdict':
      return Math.min(...repeats.map(severityOf))
    case 'case':
      return natural(row.caseId)
    case 'place':
      return row.position
    case 'why':
      return reasonKey(row)
    case 'cost':
      return meanOf(repeats, ({ dollars }) => dollars)
    case 'time':
      return meanOf(repeats, ({ durationMs }) => durationMs)
    case 'tokens':
      return meanOf(repeats, ({ tokens }) => tokens)
    default: {
      const value = valuesOf(row, column)[0]
      return value === undefined ? undefined : natural(String(value))
    }
  }
}

/** Numbers in words are compared as numbers. A collator that does the same takes ten times as long. */
function natural(text: string): string {
  return text.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
}

function compare(a: Key, b: Key, down: boolean): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = a < b ? -1 : 1
  return down ? -order : order
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
    // There is none without members.
    first: (members[0] as CaseEntry).row,
    open: !closed.has(key),
  }
}

function troubled({ passed, evaluated }: GroupEntry): number {
  return evaluated - passed
}
