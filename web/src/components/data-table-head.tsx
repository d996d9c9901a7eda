import { fill, useWords } from '../words/language.tsx'
import { BreakingName } from './breaking-name.tsx'
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
  const { id, head, headIsHidden = column.more !== undefined, sortBy, numeric, wideOnly, turned } = column
  const { words } = useWords()
  const order = orderBy(id, sort)
  const second = orderBy(id, thenBy)
  const arrow = (order ?? second) === undefined ? '' : (order ?? second) === 'ascending' ? '↑' : '↓'
  const says = fill(words.table.sortBy, { column: head })
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
      {sortBy === undefined || onSort === undefined ? (
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
