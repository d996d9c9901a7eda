import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle } from 'react'
import { useKeys } from '../../pages/labels/use-keys.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Methods of a table for the components around it. */
export type TableHandle = {
  /** Moves the focus by so many rows, or to the row that had it last. */
  step(by: number): void
  /** Scrolls to a row and makes it current, or focuses it. */
  show(key: string, focus?: boolean): void
}

/** Rows, and what is done with them. */
export type RowsWithKeys<Row> = {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly open?: (row: Row) => void
  /** Called when a row receives the focus. */
  readonly onStep?: (row: Row) => void
  readonly onEscape?: (() => void) | undefined
  /** Marks or unmarks a row; with `through`, all rows since the last marked one. */
  readonly onMark?: ((row: Row, through: boolean) => void) | undefined
  /** Whether it is the page's main table: j, k and Enter work wherever the focus is. */
  readonly isMain?: boolean
  readonly handle?: Ref<TableHandle>
}

type RowKeys<Row> = RowsWithKeys<Row> & {
  /** Index of the row that had the focus last. */
  readonly current: number
  readonly choose: (index: number) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly virtual: { scrollToIndex(index: number): void }
}

/** Moves the focus along the rows of a table, whether they are there already or not. @returns what listens to keys in the table */
export function useRowKeys<Row>(table: RowKeys<Row>): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, current, choose, scroller, virtual, open } = table
  const focusRow = useRowFocus(scroller, current)

  function focusAt(index: number): void {
    choose(index)
    virtual.scrollToIndex(index)
    focusRow(index)
  }

  function moveTo(index: number, marking = false): void {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[next]
    if (row === undefined) return
    focusAt(next)
    if (marking) table.onMark?.(row, true)
    table.onStep?.(row)
  }

  const step = (by: number) =>
    moveTo(scroller.current?.contains(document.activeElement) === true ? current + by : current)
  const anywhere = { j: () => step(1), k: () => step(-1), Enter: () => open?.(rows[current] as Row) }
  useKeys(table.isMain === true && rows.length > 0 ? anywhere : {})

  useImperativeHandle(table.handle, () => ({
    step,
    show(key, focus = false) {
      const index = rows.findIndex((row) => table.rowKey(row) === key)
      if (index === -1) return
      if (focus) return focusAt(index)
      choose(index)
      virtual.scrollToIndex(index)
    },
  }))

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (!(target instanceof Element) || target.closest('input, select, textarea') !== null) return
    const isOnRow = target.closest('[data-index]') !== null
    const next = steps[event.key]?.(current, rows.length)
    if (next !== undefined) {
      event.preventDefault()
      // From the table's head the keys lead to the row that had the focus last.
      const isNear = Math.abs(next - current) === 1
      moveTo(!isOnRow && isNear ? current : next, event.shiftKey)
    } else if (isOnRow && (event.key === 'x' || event.key === 'X')) {
      event.preventDefault()
      table.onMark?.(rows[current] as Row, event.shiftKey)
    } else if (event.key === 'Escape' && table.onEscape !== undefined) {
      event.preventDefault()
      table.onEscape()
    }
    // On links and buttons Enter has its own meaning.
    else if (event.key === 'Enter' && open !== undefined && target.matches('[data-index]')) {
      event.preventDefault()
      open(rows[current] as Row)
    }
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
