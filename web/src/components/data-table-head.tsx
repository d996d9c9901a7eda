import { fill, useWords } from '../words/language.tsx'
import type { DataColumn, Sort } from './data-table-column.ts'

type DataTableHeadProps<Row> = {
  readonly column: DataColumn<Row>
  readonly sort: Sort
  /** Orders what the first leaves equal. */
  readonly thenBy: Sort
  readonly onSort: ((sort: Sort, beside: boolean) => void) | undefined
}

/** A column that can be sorted by is first sorted from the least, then from the most; with Shift beside another one. */
export function HeadCell<Row>({ column, sort, thenBy, onSort }: DataTableHeadProps<Row>) {
  const { id, head, headIsHidden, sortBy, numeric, wideOnly, onName } = column
  const { words } = useWords()
  const order = orderBy(id, sort)
  const second = orderBy(id, thenBy)
  const arrow = (order ?? second) === undefined ? '' : (order ?? second) === 'ascending' ? '↑' : '↓'
  const sign = <span aria-hidden="true">{second === undefined ? arrow : `${arrow}²`}</span>
  const says = fill(words.table.sortBy, { column: head })
  const sortIt = ({ shiftKey }: { readonly shiftKey: boolean }) =>
    onSort?.((order ?? second) === 'ascending' ? `-${id}` : id, shiftKey)
  return (
    <div role="columnheader" className="table-cell" data-numeric={numeric} data-wide-only={wideOnly} aria-sort={order}>
      {onName === undefined && (sortBy === undefined || onSort === undefined) && (
        <span className={headIsHidden && 'hidden-words'}>{head}</span>
      )}
      {onName === undefined && sortBy !== undefined && onSort !== undefined && (
        <button type="button" className="table-sort" title={says} onClick={sortIt}>
          {head}
          {sign}
        </button>
      )}
      {onName !== undefined && (
        <span className="table-named">
          <button
            type="button"
            className="table-sort"
            title={`${head}: ${onName.says}`}
            aria-pressed={onName.pressed}
            onClick={onName.act}
          >
            {head}
          </button>
          <button type="button" className="table-sort" title={says} aria-label={says} onClick={sortIt}>
            {arrow === '' ? <span aria-hidden="true">↕</span> : sign}
          </button>
        </span>
      )}
    </div>
  )
}

function orderBy(id: string, sort: Sort): 'ascending' | 'descending' | undefined {
  return sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
}
