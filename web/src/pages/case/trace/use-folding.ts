import { useMemo, useState } from 'react'
import type { ShownTrace } from './use-trace.ts'
import { type HiddenRange, outermost } from './visible-rows.ts'

export type Folding = ReturnType<typeof useFolding>

/** Which rows hide what is below them, and which are shown in full. */
export function useFolding({ total, rowAt }: ShownTrace) {
  const [folded, setFolded] = useState<ReadonlyMap<number, number>>(new Map())
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const hidden = useMemo(
    () =>
      outermost(
        [...folded].map(([row, within]): HiddenRange => ({ start: row + 1, end: Math.min(total, row + 1 + within) })),
      ),
    [folded, total],
  )
  return {
    hidden,
    open,

    /** Undefined where nothing is below a row. */
    isExpanded(row: number): boolean | undefined {
      return (rowAt(row)?.within ?? 0) === 0 ? undefined : !folded.has(row)
    },

    /** Hides what is below a row, or shows it again. */
    expand(row: number): void {
      const within = rowAt(row)?.within ?? 0
      if (within === 0) return
      const next = new Map(folded)
      if (!next.delete(row)) next.set(row, within)
      setFolded(next)
    },

    /** Shows a row in full, or in a line again. What is in a row itself is less than what is below it. */
    toggle(row: number): void {
      if (rowAt(row)?.kind === 'agent' || rowAt(row)?.kind === 'model') {
        this.expand(row)
        return
      }
      const next = new Set(open)
      if (!next.delete(row)) next.add(row)
      setOpen(next)
    },

    parentOf: (row: number) => parentOf(row, rowAt),
  }
}

/** The nearest row above that it stands below; itself where there is none. */
function parentOf(row: number, rowAt: ShownTrace['rowAt']): number {
  const depth = rowAt(row)?.depth ?? 0
  if (depth === 0) return row
  for (let above = row - 1; above >= 0; above -= 1) {
    const other = rowAt(above)
    if (other === undefined) return row
    if (other.depth < depth) return above
  }
  return row
}
