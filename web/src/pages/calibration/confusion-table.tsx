import './confusion-table.css'
import { useLocation } from 'wouter'
import { useChosen } from '../../chosen.ts'
import type { CalibrationRow } from '../../../../src/server/api/comparisons.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import type { AllWords } from '../../words/words.ts'

const verdicts = ['pass', 'fail'] as const

/** Expected against given verdicts; a cell shows its cases. */
export function ConfusionTable({
  runId,
  rows,
  unscored,
}: {
  readonly runId: string
  readonly rows: readonly CalibrationRow[]
  readonly unscored: number
}) {
  const { words } = useAllWords()
  const texts = words.calibration.matrix
  const { search, change } = useChosen()
  const [, navigate] = useLocation()
  const cell = search.get('cell')
  const sort = search.get('sort') ?? ''
  return (
    <div className="stack">
      <ConfusionCells rows={rows} shown={cell} show={(name) => change('cell', name)} />
      {unscored > 0 && <p className="soft small">{fill(texts.unscored, { count: unscored })}</p>}
      <DataTable
        label={texts.title}
        rows={cell === null ? rows : rows.filter((row) => cellOf(row) === cell)}
        columns={columnsIn(words)}
        rowKey={(row) => `${row.position}/${row.repeat}`}
        open={(row) => navigate(`/runs/${runId}/cases/${row.position}/${row.repeat}`)}
        sort={sort}
        onSort={(next) => change('sort', next)}
      />
    </div>
  )
}

type Cells = {
  readonly rows: readonly CalibrationRow[]
  /** The cell whose cases are shown. */
  readonly shown: string | null
  readonly show: (name: string) => void
}

function ConfusionCells({ rows, shown, show }: Cells) {
  const texts = useAllWords().words.calibration.matrix
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
              onClick={() => show(shown === name ? '' : name)}
            >
              <span className="small">{fill(texts.cell, { expected: texts[expected], given: texts[result] })}</span>
              <span>
                <b>{rows.filter((row) => cellOf(row) === name).length}</b> {texts.cells[name]}
              </span>
            </button>
          )
        }),
      )}
    </div>
  )
}

function columnsIn(words: AllWords): readonly Column<CalibrationRow>[] {
  const texts = words.calibration.matrix
  return [
    {
      id: 'case',
      head: words.run.case,
      width: 'minmax(10rem, 3fr)',
      sortBy: (row) => row.caseId,
    },
    {
      id: 'expected',
      head: words.case.expected,
      width: 'minmax(5rem, 1fr)',
      sortBy: (row) => texts[row.expected],
    },
    {
      id: 'given',
      head: texts.given,
      width: 'minmax(5rem, 1fr)',
      sortBy: (row) => texts[row.result],
    },
    {
      id: 'confidence',
      head: words.reviews.report.confidence,
      width: 'minmax(5rem, 1fr)',
      numeric: true,
      sortBy: (row) => row.confidence,
      cell: (row) => row.confidence?.toFixed(2) ?? '–',
    },
    {
      id: 'right',
      head: texts.right,
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
