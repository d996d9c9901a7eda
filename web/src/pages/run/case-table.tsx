import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { decimal, quantity } from '../../../../src/reporters/number-format.ts'
import type { CaseRow } from '../../../../src/server/api.ts'
import { Badge } from '../../components/badge.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table.tsx'
import { Select } from '../../components/select.tsx'
import type { RowsSoFar } from '../../source/use-case-rows.ts'
import { useFormats } from '../../words/formats.ts'
import { useChosen } from '../../chosen.ts'
import { fill, useWords } from '../../words/language.tsx'
import { rowTest, verdictTests } from './workbench/match-rows.ts'
import type { VerdictFilter } from './workbench/table-view.ts'
import { parseTableView, verdictFilters } from './workbench/table-view.ts'

type Shown = {
  readonly runId: string
  readonly repeat: number
  readonly soFar: RowsSoFar
  /** What has become of cases without a verdict. */
  readonly unended: 'running' | 'interrupted'
}

/** Every result of a run; what is chosen here stands in the address. */
export function CaseTable({ runId, repeat, soFar: { rows, complete }, unended }: Shown) {
  const { words, say } = useWords()
  const [, go] = useLocation()
  const { search, change } = useChosen()
  const columns = useColumns({ runId, repeat, unended })
  const view = useMemo(() => parseTableView(search), [search])
  const category = search.get('category') ?? ''
  const only = view.verdicts[0]
  const categories = useMemo(() => [...new Set(rows.flatMap((row) => row.category ?? []))], [rows])
  const counts = useMemo(
    () => verdictFilters.map((name) => [name, rows.filter(verdictTests[name]).length] as const),
    [rows],
  )
  const shown = useMemo(() => rows.filter(rowTest(view, say)), [rows, view, say])

  const names: Readonly<Record<VerdictFilter, string>> = {
    ...words.verdict,
    running: words.verdict[unended],
    flaky: words.run.flaky,
    disagreed: words.run.disagreed,
  }
  return (
    <div className="stack">
      <div className="row">
        <div className="row" role="group" aria-label={words.table.filterRows}>
          <button type="button" className="button" aria-pressed={only === undefined} onClick={() => change('only', '')}>
            {words.run.all} <span className="soft">{rows.length}</span>
          </button>
          {counts
            .filter(([name, count]) => count > 0 || name === only)
            .map(([name, count]) => (
              <button
                key={name}
                type="button"
                className="button"
                aria-pressed={only === name}
                onClick={() => change('only', only === name ? '' : name)}
              >
                {names[name]} <span className="soft">{count}</span>
              </button>
            ))}
        </div>
        {categories.length > 0 && (
          <Select
            label={words.run.category}
            value={category}
            choices={[['', words.run.allCategories], ...categories.map((name) => [name, name] as const)]}
            choose={(value) => change('category', value)}
          />
        )}
        <input
          type="search"
          value={search.get('q') ?? ''}
          placeholder={words.table.filter}
          aria-label={words.table.filterRows}
          onChange={({ target }) => change('q', target.value)}
        />
        <output className="soft small">
          {complete
            ? fill(words.table.shown, { shown: shown.length, all: rows.length })
            : fill(words.run.loadingRows, { count: rows.length })}
        </output>
      </div>
      <DataTable
        label={words.run.cases}
        rows={shown}
        columns={columns}
        rowKey={({ position, repeat: at }) => `${position}/${at}`}
        open={(row) => go(addressOf(runId, row))}
        sort={search.get('sort') ?? ''}
        onSort={(sort) => change('sort', sort)}
        empty={rows.length === 0 ? words.run.noCases : undefined}
      />
    </div>
  )
}

function addressOf(runId: string, { position, repeat }: CaseRow): string {
  return `/runs/${runId}/cases/${position}/${repeat}`
}

const severity = { failed: 0, error: 1, 'not-evaluated': 2, passed: 3 } as const

function useColumns({ runId, repeat, unended }: Omit<Shown, 'soFar'>): readonly Column<CaseRow>[] {
  const { words, say } = useWords()
  const { duration } = useFormats()
  return [
    {
      id: 'verdict',
      head: words.run.verdict,
      width: '7.5rem',
      sortBy: ({ verdict }) => verdict && severity[verdict],
      cell: ({ verdict }) => <Badge of={verdict ?? unended} />,
    },
    {
      id: 'case',
      head: words.run.case,
      width: 'minmax(8rem, 0.9fr)',
      sortBy: ({ caseId }) => caseId,
      cell: (row) => (
        <span className="two-lines">
          <Link href={addressOf(runId, row)} title={row.caseId}>
            <bdi>{row.caseId}</bdi>
            {repeat > 1 && ` #${row.repeat + 1}`}
          </Link>
          <span className="soft small">
            {[row.category, row.flaky && words.run.flaky, row.judgeDisagreed && words.run.disagreed]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'question',
      head: words.run.question,
      width: 'minmax(10rem, 1.6fr)',
      wideOnly: true,
      cell: ({ question, answer }) => (
        <span className="two-lines">
          <bdi title={question}>{question}</bdi>
          <bdi className="soft small" title={answer}>
            {answer}
          </bdi>
        </span>
      ),
    },
    {
      id: 'why',
      head: words.run.reason,
      width: 'minmax(9rem, 1.4fr)',
      sortBy: ({ metric }) => metric,
      cell: (row) => <Reason row={row} say={say} />,
    },
    {
      id: 'cost',
      head: words.run.cost,
      width: '5.5rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ dollars }) => dollars,
      cell: ({ dollars }) => (dollars === undefined ? '–' : `$${quantity(dollars)}`),
    },
    {
      id: 'time',
      head: words.run.time,
      width: '6rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ durationMs }) => durationMs,
      cell: ({ durationMs }) => (durationMs === undefined ? '–' : duration(durationMs)),
    },
  ]
}

function Reason({ row: { metric, reason, scores }, say }: { readonly row: CaseRow; readonly say: Say }) {
  const value = scores.find((score) => score.metric === metric)?.value
  if (metric === undefined && reason === undefined) return null
  const said = reason === undefined ? '' : say(reason)
  return (
    <span className="two-lines">
      <bdi title={said}>{said}</bdi>
      {metric !== undefined && (
        <bdi className="soft small">
          {metric}
          {value !== undefined && ` ${decimal(value)}`}
        </bdi>
      )}
    </span>
  )
}

type Say = ReturnType<typeof useWords>['say']
