import { fill } from '../../words/language.tsx'
import type { DataColumn } from './data-table-column.ts'

type MarkColumnProps = {
  readonly head: string
  /** What the box of a run is called. */
  readonly says: string
  readonly marked: readonly string[]
  readonly mark: (runId: string) => void
}

/** A box for each run, to choose it by. */
export function runMarkColumn<Row extends { readonly runId: string; readonly name?: string | undefined }>({
  head,
  says,
  marked,
  mark,
}: MarkColumnProps): DataColumn<Row> {
  return {
    id: 'mark',
    head,
    width: '4.25rem',
    cell: ({ runId, name = runId }) => (
      <input
        type="checkbox"
        checked={marked.includes(runId)}
        aria-label={fill(says, { run: name })}
        onChange={() => mark(runId)}
      />
    ),
  }
}
