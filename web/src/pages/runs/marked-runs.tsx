import { Link } from 'wouter'
import { useChosen } from '../../chosen.ts'
import type { Column } from '../../components/table/data-table.tsx'
import { comparisonPath, othersAtMost } from '../compare/use-compared-runs.ts'
import { sayFirst as say } from '../../words/say.ts'

/** The runs of a list that somebody marked, as the address has them. */
export function useMarkedRuns(runs: readonly { readonly runId: string }[]) {
  const { search, toggle } = useChosen()
  const marked = search.getAll('mark').filter((runId) => runs.some((run) => run.runId === runId))
  return { marked, mark: (runId: string) => toggle('mark', runId, marked) }
}

/** A column of checkboxes for runs. */
export function runMarkColumn<Row extends { readonly runId: string; readonly name?: string | undefined }>({
  marked,
  mark,
}: ReturnType<typeof useMarkedRuns>): Column<Row> {
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

/** Leads to the comparison of marked runs, oldest first: that is the baseline, whichever was marked first. */
export function CompareMarked({ runIds: [baseline, ...others] }: { readonly runIds: readonly string[] }) {
  return (
    <span className="runs-compare row">
      {baseline !== undefined && others.length > 0 && others.length <= othersAtMost ? (
        <Link className="button" data-kind="main" href={comparisonPath(baseline, others)}>
          {say('Compare the {count} marked', { count: others.length + 1 })}
        </Link>
      ) : (
        <span className="soft small">{say('Mark two to six runs to compare them')}</span>
      )}
    </span>
  )
}
