import { fill } from '../../words/language.tsx'
import type { DataColumn } from './data-table-column.ts'

type MarkColumnProps = {
  readonly head: string
  /** The label of a run's checkbox. */
  readonly says: string
  readonly marked: readonly string[]
  readonly mark: (runId: string) => void
}

/** A column of checkboxes for runs. */
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
