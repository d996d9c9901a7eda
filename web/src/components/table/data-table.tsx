import './data-table.css'
import { useState, memo, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useChosen } from '../../chosen.ts'
import { useIsPrinting } from '../../design/use-is-printing.ts'
import { type RowsWithKeys, useRowKeys } from './use-row-keys.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { BreakingName } from '../breaking-name.tsx'
import { sayFirst as say, useLanguage } from '../../words/say.ts'

export type Column<Row> = {
  readonly id: string
  readonly head: string
  /** Whether the head is only for screen readers. */
  readonly headIsHidden?: true
  /** Renders a cell; by default the sort key. */
  readonly cell?: (row: Row) => ReactNode
  /** The sort key; columns without it cannot be sorted. Rows without a value come last in either direction. */
  readonly sortBy?: (row: Row) => number | string | undefined
  /** A CSS grid width. */
  readonly width: string
  readonly numeric?: boolean
  /** Whether small screens hide the column. */
  readonly wideOnly?: boolean
  /** Whether the column contains prose, which is shown on two lines; on paper `wide` has most of the sheet. */
  readonly text?: true | 'wide'
  /** Shown under the name; the name itself is only for screen readers. */
  readonly more?: ReactNode
  /** Whether the head is rotated, since the column is narrower than its name. */
  readonly turned?: boolean
}

/** `column` in ascending and `-column` in descending order, as in the address. */
type Sort = string

/** The scroll position in pixels, and the row that had the focus last. */
export type TablePlace = { readonly top: number; readonly at: number }

type DataTableProps<Row> = RowsWithKeys<Row> & {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** By default as the address has it. */
  readonly sort?: Sort
  readonly thenBy?: Sort
  /** `beside` keeps the former sort as the primary one. */
  readonly onSort?: (sort: Sort, beside: boolean) => void
  /** Whether small screens scroll horizontally. */
  readonly wide?: true
  /** Whether the rows are sorted already. */
  readonly sorted?: true
  readonly rowHeight?: number
  /** Content that spans all columns; undefined for ordinary rows. */
  readonly across?: (row: Row) => ReactNode
  /** The row that is shown beside the table. */
  readonly chosen?: string | undefined
  /** Restores the table's former position and receives its changes. */
  readonly place?: TablePlace
  readonly onPlace?: (place: Partial<TablePlace>) => void
  /** The minimum CSS width of all columns together; a narrower table scrolls. */
  readonly leastWidth?: string
  /** Number of rows still loading, for which space is reserved. */
  readonly awaited?: number
  readonly empty?: ReactNode
}

const usualHeight = 52
/** Larger tables are not printed as a whole. */
export const mostOnPaper = 500

/** A table of any length that renders only visible rows. Keys move along the rows and open them. */
export function DataTable<Row>(shown: DataTableProps<Row>) {
  const { search, change } = useChosen()
  const { label, rows, columns, rowKey, open, sort = search.get('sort') ?? '', thenBy = '', across, chosen } = shown
  const { onSort = (next: Sort) => change('sort', next) } = shown
  const { rowHeight = usualHeight, onPlace, onMark, awaited = 0 } = shown
  const scroller = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const sorted = shown.sorted === true ? rows : sortRows(rows, columns, sort)
  const { current, choose } = useCurrentRow(sorted, rowKey, shown.place?.at)
  const virtual = useVirtualRows(
    {
      count: sorted.length,
      rowHeight,
      keyOf: (index) => rowKey(sorted[index] as Row),
      current,
      top: shown.place?.top,
      onTop: (top) => onPlace?.({ top }),
    },
    scroller,
  )
  const onPaper = useIsPrinting() ? sorted.slice(0, mostOnPaper) : undefined
  const inSight = onPaper?.map((row, index) => ({ index, key: rowKey(row), start: 0 })) ?? virtual.getVirtualItems()
  const onKeyDown = useRowKeys({ ...shown, rows: sorted, current, choose, scroller, virtual })

  return (
    <div className="table-frame">
      <div
        ref={scroller}
        className="table"
        data-wide={shown.wide}
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-describedby={keysId}
        style={styleOf(columns, shown.leastWidth)}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className="table-row table-head" role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} thenBy={thenBy} onSort={onSort} />
          ))}
        </div>
        {sorted.length === 0 && awaited === 0 && <EmptyRow>{shown.empty}</EmptyRow>}
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() || awaited * rowHeight }}>
          {inSight.map(({ index, key, start }) => {
            const row = sorted[index] as Row
            return (
              <div
                key={key}
                role="row"
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={chosen === undefined ? undefined : chosen === key}
                tabIndex={index === current ? 0 : -1}
                className="table-row"
                data-opens={open !== undefined}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                onFocus={() => {
                  choose(index)
                  onPlace?.({ at: index })
                }}
                onKeyDown={onKeyDown}
                {...mouseOn(row, open, onMark)}
              >
                <Cells columns={columns as readonly Column<unknown>[]} row={row} across={across as Across} />
              </div>
            )
          })}
        </div>
      </div>
      {onPaper !== undefined && <PaperNote shown={onPaper.length} all={sorted.length} />}
      <p id={keysId} className="soft small table-keys">
        {say('Keys: ↑ ↓ or j k to move, Enter to open, Home and End for the ends.')}
      </p>
    </div>
  )
}

/** Says that a table is not printed as a whole. */
function PaperNote({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (shown === all) return null
  return (
    <p className="soft small">{say('The first {shown} of {all} rows. An export has all of them.', { shown, all })}</p>
  )
}

/** A click opens a row; with Shift it marks all rows since the last marked one. */
function mouseOn<Row>(row: Row, open: DataTableProps<Row>['open'], onMark: DataTableProps<Row>['onMark']) {
  return {
    onMouseDown(event: MouseEvent) {
      // Prevents selecting text.
      if (event.shiftKey && onMark !== undefined) event.preventDefault()
    },
    onClick(event: MouseEvent) {
      if (!opensBy(event.target)) return
      if (event.shiftKey && onMark !== undefined) onMark(row, true)
      else open?.(row)
    },
  }
}

function EmptyRow({ children }: { readonly children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" className="table-empty">
        {children ?? say('No row fits the filter')}
      </div>
    </div>
  )
}

/** Column widths for each screen size. */
function styleOf<Row>(columns: readonly Column<Row>[], leastWidth = '0px'): React.CSSProperties {
  const widthsOf = (shown: readonly Column<Row>[]) => shown.map(({ width }) => width).join(' ')
  // Cast: React's style type knows no custom properties.
  return {
    '--columns': widthsOf(columns),
    '--columns-small': widthsOf(columns.filter(({ wideOnly }) => wideOnly !== true)),
    '--least-width': leastWidth,
  } as React.CSSProperties
}

type Across = ((row: unknown) => ReactNode) | undefined
type CellsProps = { readonly columns: readonly Column<unknown>[]; readonly row: unknown; readonly across: Across }

/** Memoized, so that visible rows are not rendered again while the table scrolls. */
const Cells = memo(function CellsOfRow({ columns, row, across }: CellsProps) {
  useLanguage()
  const whole = across?.(row)
  if (whole !== undefined) {
    return (
      <div role="gridcell" className="table-cell table-across" aria-colspan={columns.length}>
        {whole}
      </div>
    )
  }
  return columns.map(({ id, numeric, wideOnly, text, turned, sortBy, cell = valueCell(sortBy) }) => (
    <div
      key={id}
      role="gridcell"
      className="table-cell"
      data-numeric={numeric}
      data-narrow={turned}
      data-text={text}
      data-wide-only={wideOnly}
    >
      {cell(row)}
    </div>
  ))
})

function valueCell(valueOf: Column<unknown>['sortBy']): (row: unknown) => ReactNode {
  return (row) => {
    const value = valueOf?.(row) ?? '–'
    return <bdi title={String(value)}>{value}</bdi>
  }
}

/** A click on a link, button or checkbox does not open the row, nor does selecting text. */
function opensBy(target: EventTarget): boolean {
  const own = target instanceof Element && target.closest('a, button, input, select, label') !== null
  return !own && window.getSelection()?.isCollapsed !== false
}

/** Equal rows keep their order. */
function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort): readonly Row[] {
  const down = sort.startsWith('-')
  const sortBy = columns.find(({ id }) => id === (down ? sort.slice(1) : sort))?.sortBy
  if (sortBy === undefined) return rows
  const keyed = rows.map((row) => ({ row, key: sortBy(row) }))
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key, down)).map(({ row }) => row)
}

/** Numbers within words are compared as numbers; rows without a key come last in either direction. */
function compareKeys(a: number | string | undefined, b: number | string | undefined, down: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  return down ? -order : order
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The row that has or last had the focus; it stays the same row when rows are inserted or reordered. */
function useCurrentRow<Row>(rows: readonly Row[], rowKey: (row: Row) => string, first = 0) {
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

type DataTableHeadProps<Row> = {
  readonly column: Column<Row>
  readonly sort: Sort
  /** The secondary sort. */
  readonly thenBy: Sort
  readonly onSort: (sort: Sort, beside: boolean) => void
}

/** Sorts in ascending, then descending order; with Shift as the secondary sort. */
function HeadCell<Row>({ column, sort, thenBy, onSort }: DataTableHeadProps<Row>) {
  const { id, head, headIsHidden = column.more !== undefined, sortBy, numeric, wideOnly, turned } = column
  const order = orderBy(id, sort)
  const second = orderBy(id, thenBy)
  const arrow = (order ?? second) === undefined ? '' : (order ?? second) === 'ascending' ? '↑' : '↓'
  const says = say('Sort by {column}', { column: head })
  return (
    <div
      role="columnheader"
      className="table-cell"
      data-numeric={numeric}
      data-turned={turned}
      data-wide-only={wideOnly}
      aria-sort={order}
    >
      {column.more}
      {sortBy === undefined ? (
        <span className={headIsHidden ? 'hidden-words' : undefined}>{head}</span>
      ) : (
        <button
          type="button"
          className="table-sort"
          title={says}
          aria-label={says}
          onClick={({ shiftKey }) => onSort((order ?? second) === 'ascending' ? `-${id}` : id, shiftKey)}
        >
          <span>
            <BreakingName name={head} />
          </span>
          <span aria-hidden="true" data-second={second !== undefined}>
            {arrow}
          </span>
        </button>
      )}
    </div>
  )
}

function orderBy(id: string, sort: Sort): 'ascending' | 'descending' | undefined {
  return sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
}
