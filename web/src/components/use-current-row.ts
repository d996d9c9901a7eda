import { useState } from 'react'

/** The row that has the focus, or had it last. It stays that row where others come in before it, or the order changes. */
export function useCurrentRow<Row>(rows: readonly Row[], rowKey: (row: Row) => string, first = 0) {
  const [chosen, setChosen] = useState<{ readonly index: number; readonly key?: string }>({ index: first })
  const { index, key } = chosen
  const near = Math.max(0, Math.min(index, rows.length - 1))

  function keyAt(at: number): string | undefined {
    const row = rows[at]
    return row === undefined ? undefined : rowKey(row)
  }

  function placeNow(): number {
    if (key === undefined || keyAt(near) === key) return near
    const moved = rows.findIndex((row) => rowKey(row) === key)
    return moved === -1 ? near : moved
  }

  return {
    current: placeNow(),
    choose(at: number): void {
      const next = keyAt(at)
      setChosen((before) =>
        before.index === at && before.key === next ? before : { index: at, ...(next !== undefined && { key: next }) },
      )
    },
  }
}
