import { Link, useLocation } from 'wouter'
import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { Badge } from '../../components/badge.tsx'
import { runMarkColumn } from '../../components/table/mark-column.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormats } from '../../words/formats.ts'
import { useAllWords } from '../../words/language.tsx'
import { CompareMarked } from '../runs/compare-marked.tsx'
import { gateOf, usePointWords } from './point-words.ts'
import { measureText } from './series-choice.tsx'
import type { Measure } from './measures.ts'
import { useMarkedRuns } from '../runs/use-marked-runs.ts'

type TrendTableProps = { readonly points: readonly TrendPoint[]; readonly measures: readonly Measure[] }

/** The charts' numbers, newest first; two runs can be marked for comparison. */
export function TrendTable({ points, measures }: TrendTableProps) {
  const { say } = useAllWords()
  const [, go] = useLocation()
  const { marked } = useMarkedRuns(points)
  const columns = useTrendColumns({ points, measures })
  return (
    <Card
      title={say('Runs of this line')}
      aside={<CompareMarked runIds={points.map(({ runId }) => runId).filter((runId) => marked.includes(runId))} />}
    >
      <DataTable
        label={say('Runs of this line')}
        rows={points.toReversed()}
        columns={columns}
        rowKey={({ runId }) => runId}
        open={({ runId }) => go(`/runs/${runId}`)}
      />
    </Card>
  )
}

function useTrendColumns({ points, measures }: TrendTableProps): readonly Column<TrendPoint>[] {
  const { marked, mark } = useMarkedRuns(points)
  const { say } = useAllWords()
  const { dateTime } = useFormats()
  const { value, changes } = usePointWords()
  return [
    runMarkColumn({ say, marked, mark }),
    {
      id: 'gate',
      head: say('Verdict'),
      width: 'minmax(5.75rem, 7rem)',
      wideOnly: true,
      cell: (point) => <Badge of={gateOf(point)} />,
    },
    {
      id: 'run',
      head: say('Run'),
      width: 'minmax(7rem, 1.5fr)',
      cell: ({ runId, name, createdAt }) => (
        <span className="two-lines">
          <Link href={`/runs/${runId}`}>{name ?? runId}</Link>
          <span className="soft small">{dateTime(createdAt)}</span>
        </span>
      ),
    },
    ...measures.map((measure, index) => ({
      id: measure.name,
      head: measureText(measure, say),
      width: 'minmax(7rem, 1fr)',
      // A phone has room for one measure.
      wideOnly: index > 0,
      cell: (point: TrendPoint) => <Value {...value(point, measure)} />,
    })),
    {
      id: 'changes',
      head: say('Settings that differ from the run before'),
      width: 'minmax(8rem, 3fr)',
      wideOnly: true,
      cell: (point) => {
        const text = changes(point).join('; ')
        return (
          <span className="small" title={text}>
            <bdi>{text === '' ? '–' : text}</bdi>
          </span>
        )
      },
    },
  ]
}

function Value({ value, interval }: ReturnType<ReturnType<typeof usePointWords>['value']>) {
  return (
    <span className="two-lines">
      <b>{value}</b>
      <span className="soft small">{interval}</span>
    </span>
  )
}
