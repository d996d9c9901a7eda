import './data-table.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { fill, useWords } from '../words/language.tsx'

export type Column<Row> = {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** What the column is sorted by; without it, it is not. Rows without a value come last either way. */
  readonly sortBy?: (row: Row) => number | string | undefined
  /** As CSS writes the width of a grid column. */
  readonly width: string
  readonly numeric?: boolean
  /** Left out where the screen is small. */
  readonly wideOnly?: boolean
}

/** `column` from the least, `-column` from the most; as it stands in an address. */
export type Sort = string

type Shown<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly open?: (row: Row) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Shown instead of rows. */
  readonly empty?: ReactNode
}

const rowHeight = 52

/** A table of any length: only the rows in sight are there. Keys move along rows and open them. */
export function DataTable<Row>({ label, rows, columns, rowKey, open, sort = '', onSort, empty }: Shown<Row>) {
  const { words } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const sorted = sortRows(rows, columns, sort)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(sorted[index] as Row),
    overscan: 8,
  })
  const current = Math.min(at, sorted.length - 1)

  function moveTo(index: number): void {
    const next = Math.max(0, Math.min(sorted.length - 1, index))
    setAt(next)
    virtual.scrollToIndex(next)
    // The row may only be there after the next frame.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      moveTo(step(current, sorted.length))
    } else if (event.key === 'Enter' && open !== undefined) {
      event.preventDefault()
      open(sorted[current] as Row)
    }
  }

  return (
    <div className="table-frame">
      <div
        ref={scroller}
        className="table"
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-describedby="table-keys"
        style={templateOf(columns)}
      >
        <div className="table-row table-head" role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
        {sorted.length === 0 && (
          <div role="row">
            <div role="gridcell" className="table-empty">
              {empty ?? words.table.nothing}
            </div>
          </div>
        )}
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = sorted[index] as Row
            return (
              <div
                key={key}
                role="row"
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={index === current ? 0 : -1}
                className="table-row"
                data-opens={open !== undefined}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                onFocus={() => setAt(index)}
                onKeyDown={onKeyDown}
                onClick={(event) => opensBy(event.target) && open?.(row)}
              >
                {columns.map((column) => (
                  <Cell key={column.id} column={column} row={row} />
                ))}
              </div>
            )
          })}
        </div>
      </div>
      <p id="table-keys" className="soft small table-keys">
        {words.table.keys}
      </p>
    </div>
  )
}

/** The widths of columns, on a screen of each size. */
function templateOf<Row>(columns: readonly Column<Row>[]): React.CSSProperties {
  const widthsOf = (shown: readonly Column<Row>[]) => shown.map(({ width }) => width).join(' ')
  // The cast: a style may have properties of our own, and its type knows none.
  return {
    '--columns': widthsOf(columns),
    '--columns-small': widthsOf(columns.filter(({ wideOnly }) => wideOnly !== true)),
  } as React.CSSProperties
}

type HeadCellProps<Row> = { readonly column: Column<Row>; readonly sort: Sort; readonly onSort?: (sort: Sort) => void }

/** A column that can be sorted by is first sorted from the least, then from the most. */
function HeadCell<Row>({ column: { id, head, sortBy, numeric, wideOnly }, sort, onSort }: HeadCellProps<Row>) {
  const { words } = useWords()
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  return (
    <div role="columnheader" className="table-cell" data-numeric={numeric} data-wide-only={wideOnly} aria-sort={order}>
      {sortBy === undefined || onSort === undefined ? (
        head
      ) : (
        <button
          type="button"
          className="table-sort"
          title={fill(words.table.sortBy, { column: head })}
          onClick={() => onSort(order === 'ascending' ? `-${id}` : id)}
        >
          {head}
          <span aria-hidden="true">{order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}</span>
        </button>
      )}
    </div>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  return (
    <div role="gridcell" className="table-cell" data-numeric={column.numeric} data-wide-only={column.wideOnly}>
      {column.cell(row)}
    </div>
  )
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

/** A click on a link, a button or a box in a row is meant for that, and text that was marked was not clicked. */
function opensBy(target: EventTarget): boolean {
  const own = target instanceof Element && target.closest('a, button, input, select, label') !== null
  return !own && window.getSelection()?.isCollapsed !== false
}

/** Equal rows stay in the order in which they came. */
function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort): readonly Row[] {
  const down = sort.startsWith('-')
  const sortBy = columns.find(({ id }) => id === (down ? sort.slice(1) : sort))?.sortBy
  if (sortBy === undefined) return rows
  const keyed = rows.map((row) => ({ row, key: sortBy(row) }))
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key, down)).map(({ row }) => row)
}

function compareKeys(a: number | string | undefined, b: number | string | undefined, down: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  return down ? -order : order
}

const collator = new Intl.Collator(undefined, { numeric: true })
