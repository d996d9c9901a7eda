import { useMemo, useState } from 'react'
import type { ShownTrace } from './use-trace.ts'

/** Which rows are folded; none that hides the row shown in full. */
export function useFolding({ total, rowAt }: ShownTrace, chosen: number | undefined) {
  const [known, setFolded] = useState<ReadonlyMap<number, number>>(new Map())
  const folded = useMemo(
    () => new Map([...known].filter(([row, within]) => !isBelow(chosen, row, within))),
    [known, chosen],
  )
  const visible = useMemo(() => visibleRows(total, folded), [total, folded])
  const withinOf = (row: number) => rowAt(row)?.within ?? 0
  return {
    visible,

    /** Undefined where the row has no children. */
    isExpanded: (row: number) => (withinOf(row) === 0 ? undefined : !folded.has(row)),

    /** Whether folding one row would hide another. */
    hides: (row: number, other: number | undefined) => isBelow(other, row, withinOf(row)),

    /** Folds a row or unfolds it. */
    expand(row: number): void {
      const next = new Map(folded)
      if (!next.delete(row) && withinOf(row) > 0) next.set(row, withinOf(row))
      setFolded(next)
    },

    /** The parent row; the row itself at the top level. */
    parentOf(row: number): number {
      const depth = rowAt(row)?.depth ?? 0
      for (let above = depth === 0 ? -1 : row - 1; above >= 0; above -= 1) {
        const other = rowAt(above)
        if (other === undefined) return row
        if (other.depth < depth) return above
      }
      return row
    },
  }
}

/** The rows that are not hidden, when each folded row hides so many of those below it. */
export function visibleRows(total: number, folded: ReadonlyMap<number, number>): readonly number[] {
  const rows: number[] = []
  for (let row = 0; row < total; row += 1 + (folded.get(row) ?? 0)) rows.push(row)
  return rows
}

/** The place of a row among those that are not hidden; a hidden row is at the place of the one that hides it. */
export function placeOfRow(row: number, visible: readonly number[]): number {
  return visible.findLastIndex((one) => one <= row)
}

function isBelow(row: number | undefined, above: number, within: number): boolean {
  return row !== undefined && row > above && row <= above + within
}
