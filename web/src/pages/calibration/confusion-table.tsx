import './confusion-table.css'
import { useLocation } from 'wouter'
import { useChosen } from '../../chosen.ts'
import type { CalibrationRow } from '../../../../src/server/api/comparisons.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { say } from '../../words/say.ts'

const verdicts = ['pass', 'fail'] as const
const verdictNames = { pass: 'pass##expected', fail: 'fail##expected' } as const
const cellNames = {
  'pass-pass': 'rightly passed',
  'pass-fail': 'false alarm',
  'fail-pass': 'missed violation',
  'fail-fail': 'violation found',
} as const

type ConfusionTableProps = {
  readonly runId: string
  readonly rows: readonly CalibrationRow[]
  readonly unscored: number
}

/** Expected against given verdicts; a cell shows its cases. */
export function ConfusionTable({ runId, rows, unscored }: ConfusionTableProps) {
  const cell = useChosen().search.get('cell')
  const [, navigate] = useLocation()
  return (
    <div className="stack">
      <ConfusionCells rows={rows} />
      {unscored > 0 && (
        <p className="soft small">
          {say('{count} {count|result|results} without a verdict that counts: see the run.', { count: unscored })}
        </p>
      )}
      <DataTable
        label={say('Expected and given verdicts')}
        rows={cell === null ? rows : rows.filter((row) => cellOf(row) === cell)}
        columns={columns()}
        rowKey={(row) => `${row.position}/${row.repeat}`}
        open={(row) => navigate(`/runs/${runId}/cases/${row.position}/${row.repeat}`)}
      />
    </div>
  )
}

function ConfusionCells({ rows }: Pick<ConfusionTableProps, 'rows'>) {
  const { search, change } = useChosen()
  const shown = search.get('cell')
  return (
    <div className="confusion">
      {verdicts.flatMap((expected) =>
        verdicts.map((result) => {
          const name = `${expected}-${result}` as const
          return (
            <button
              key={name}
              type="button"
              className="confusion-cell"
              data-right={expected === result}
              aria-pressed={shown === name}
              onClick={() => change('cell', shown === name ? '' : name)}
            >
              <span className="small">
                {say('expected {expected}, given {given}', {
                  expected: say(verdictNames[expected]),
                  given: say(verdictNames[result]),
                })}
              </span>
              <span>
                <b>{rows.filter((row) => cellOf(row) === name).length}</b> {say(cellNames[name])}
              </span>
            </button>
          )
        }),
      )}
    </div>
  )
}

function columns(): readonly Column<CalibrationRow>[] {
  return [
    {
      id: 'case',
      head: say('Case'),
      width: 'minmax(10rem, 3fr)',
      sortBy: (row) => row.caseId,
    },
    {
      id: 'expected',
      head: say('Expected'),
      width: 'minmax(5rem, 1fr)',
      sortBy: (row) => say(verdictNames[row.expected]),
    },
    {
      id: 'given',
      head: say('Given'),
      width: 'minmax(5rem, 1fr)',
      sortBy: (row) => say(verdictNames[row.result]),
    },
    {
      id: 'confidence',
      head: say('Confidence'),
      width: 'minmax(5rem, 1fr)',
      numeric: true,
      sortBy: (row) => row.confidence,
      cell: (row) => row.confidence?.toFixed(2) ?? '–',
    },
    {
      id: 'right',
      head: say('Right##or wrong'),
      width: 'minmax(7rem, 1fr)',
      wideOnly: true,
      sortBy: (row) => Number(row.expected === row.result),
      cell: (row) => <Badge of={row.expected === row.result ? 'passed' : 'failed'} />,
    },
  ]
}

function cellOf({ expected, result }: CalibrationRow): string {
  return `${expected}-${result}`
}
