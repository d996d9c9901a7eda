import { Link, useLocation } from 'wouter'
import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { CompareMarked, runMarkColumn, useMarkedRuns } from '../runs/marked-runs.tsx'
import { gateOf, pointChanges, pointValue } from './point-words.ts'
import { measureText } from './series-choice.tsx'
import type { Measure } from './measures.ts'
import { TwoLines } from '../../components/two-lines.tsx'
import { formatted, say } from '../../words/say.ts'

type TrendTableProps = { readonly points: readonly TrendPoint[]; readonly measures: readonly Measure[] }

/** The charts' numbers, newest first; two runs can be marked for comparison. */
export function TrendTable({ points, measures }: TrendTableProps) {
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
  return [
    runMarkColumn({ marked, mark }),
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
        <TwoLines below={formatted.dateTime(createdAt)}>
          <Link href={`/runs/${runId}`}>{name ?? runId}</Link>
        </TwoLines>
      ),
    },
    ...measures.map((measure, index) => ({
      id: measure.name,
      head: measureText(measure),
      width: 'minmax(7rem, 1fr)',
      // A phone has room for one measure.
      wideOnly: index > 0,
      cell: (point: TrendPoint) => <Value {...pointValue(point, measure)} />,
    })),
    {
      id: 'changes',
      head: say('Settings that differ from the run before'),
      width: 'minmax(8rem, 3fr)',
      wideOnly: true,
      cell: (point) => {
        const text = pointChanges(point).join('; ')
        return (
          <bdi className="small" title={text}>
            {text || '–'}
          </bdi>
        )
      },
    },
  ]
}

function Value({ value, interval }: ReturnType<typeof pointValue>) {
  return (
    <TwoLines below={interval}>
      <b>{value}</b>
    </TwoLines>
  )
}
