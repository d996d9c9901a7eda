import { sayFirst as say } from '../../words/say.ts'
import type { DataColumn } from './data-table-column.ts'

type MarkColumnProps = {
  readonly marked: readonly string[]
  readonly mark: (runId: string) => void
}

/** A column of checkboxes for runs. */
export function runMarkColumn<Row extends { readonly runId: string; readonly name?: string | undefined }>({
  marked,
  mark,
}: MarkColumnProps): DataColumn<Row> {
  return {
    id: 'mark',
    head: say('Compare'),
    width: '4.25rem',
    cell: ({ runId, name = runId }) => (
      <input
        type="checkbox"
        checked={marked.includes(runId)}
        aria-label={say('Mark {run} for comparing', { run: name })}
        onChange={() => mark(runId)}
      />
    ),
  }
}
