import type { KeyboardEvent, Ref, RefObject } from 'react'
import { useImperativeHandle } from 'react'

/** What others ask of a table. */
export type TableHandle = {
  /** Steps from the row that has the focus, or gives it to the one that had it last. */
  step(by: number): void
  /** Brings a row into sight, and makes it the one that gets the focus next. */
  show(key: string): void
  /** Does what Enter does on the row that had the focus last. */
  openCurrent(): void
}

type Table<Row> = {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly open?: (row: Row) => void
  readonly onStep?: (row: Row) => void
  readonly onEscape?: (() => void) | undefined
  readonly handle?: Ref<TableHandle>
  /** The index of the row that had the focus last. */
  readonly current: number
  readonly setAt: (index: number) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly virtual: { scrollToIndex(index: number): void }
}

/** Moves the focus along the rows of a table, whether they are there already or not. @returns what listens to keys on a row */
export function useRowKeys<Row>(table: Table<Row>): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, current, setAt, scroller, virtual, open } = table

  function moveTo(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[next]
    if (row === undefined) return
    setAt(next)
    virtual.scrollToIndex(next)
    // The row may only be there after the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    )
    table.onStep?.(row)
  }

  useImperativeHandle(table.handle, () => ({
    step: (by) => moveTo(scroller.current?.contains(document.activeElement) === true ? current + by : current),
    show(key) {
      const index = rows.findIndex((row) => table.rowKey(row) === key)
      if (index === -1) return
      setAt(index)
      virtual.scrollToIndex(index)
    },
    openCurrent() {
      const row = rows[current]
      if (row !== undefined) open?.(row)
    },
  }))

  return (event) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      moveTo(step(current, rows.length))
    } else if (event.key === 'Enter' && open !== undefined) {
      event.preventDefault()
      open(rows[current] as Row)
    } else if (event.key === 'Escape') table.onEscape?.()
  }
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  j: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  k: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: (_index, count) => count - 1,
}
