import { fill, useWords } from '../words/language.tsx'
import type { Column, Sort } from './data-table-column.ts'

type Shown<Row> = {
  readonly column: Column<Row>
  readonly sort: Sort
  readonly onSort: ((sort: Sort) => void) | undefined
}

/** A column that can be sorted by is first sorted from the least, then from the most. */
export function HeadCell<Row>({ column, sort, onSort }: Shown<Row>) {
  const { id, head, sortBy, numeric, wideOnly, onName } = column
  const { words } = useWords()
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const sign = <span aria-hidden="true">{order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}</span>
  const says = fill(words.table.sortBy, { column: head })
  const sortIt = () => onSort?.(order === 'ascending' ? `-${id}` : id)
  return (
    <div role="columnheader" className="table-cell" data-numeric={numeric} data-wide-only={wideOnly} aria-sort={order}>
      {onName === undefined && (sortBy === undefined || onSort === undefined) && head}
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
            {order === undefined ? <span aria-hidden="true">↕</span> : sign}
          </button>
        </span>
      )}
    </div>
  )
}
