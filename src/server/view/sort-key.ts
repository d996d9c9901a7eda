import type { CaseRow, ScoreCell } from '../api/runs.ts'
import { severityOf } from '../case-severity.ts'
import { reasonKey, valuesOf } from './match-rows.ts'

type Sorted = { readonly row: CaseRow; readonly repeats: readonly CaseRow[] }

export type SortKey = number | string | undefined

export function sortKey(entry: Sorted, column: string): SortKey {
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
      return meanOfRepeats(repeats, ({ dollars }) => dollars)
    case 'judge-cost':
      return meanOfRepeats(repeats, ({ judgeDollars }) => judgeDollars)
    case 'time':
      return meanOfRepeats(repeats, ({ durationMs }) => durationMs)
    case 'tokens':
      return meanOfRepeats(repeats, ({ tokens }) => tokens)
    default: {
      const value = valuesOf(row, column)[0]
      return value === undefined ? undefined : natural(String(value))
    }
  }
}

/** Pads numbers so that they sort by value. An `Intl.Collator` with the same order takes ten times as long. */
function natural(text: string): string {
  return text.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
}

/** Sorts missing keys last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, down: boolean): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = a < b ? -1 : 1
  return down ? -order : order
}

/** Returns the mean score over the repeats; undefined where none has a number. */
export function scoreOf({ repeats }: Pick<Sorted, 'repeats'>, metric: string): number | undefined {
  return meanOfRepeats(repeats, ({ scores }) => cellOf(scores, metric)?.value)
}

export function cellOf(scores: readonly ScoreCell[], metric: string): ScoreCell | undefined {
  return scores.find((score) => score.metric === metric)
}

export function meanOfRepeats(
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

/** Returns the result that fared worst; of equal ones the first. */
export function worstOf(rows: readonly CaseRow[]): CaseRow | undefined {
  let worst = rows[0]
  for (const row of rows) if (worst !== undefined && severityOf(row) < severityOf(worst)) worst = row
  return worst
}
