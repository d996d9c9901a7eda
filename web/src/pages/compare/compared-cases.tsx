import { useMemo, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { changeSigns } from '../../../../src/reporters/comparison/case-change.ts'
import { decimal, decimalsApart } from '../../../../src/reporters/number-format.ts'
import { useChosen } from '../../chosen.ts'
import { Badge, type Badged } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, sortRows } from '../../components/data-table.tsx'
import type { TableHandle } from '../../components/use-row-keys.ts'
import { useTableKeys } from '../../components/use-table-keys.ts'
import { Select } from '../../components/select.tsx'
import { useAllWords } from '../../words/language.tsx'
import { shownCases, shows, type Chosen, type ShownCase } from './case-filter.ts'
import type { ComparisonCase, RunsCompared } from './comparison-of.ts'
import { SideBySide } from './side-by-side.tsx'

/** Every case of the runs, those that changed first, and one of them side by side. */
export function ComparedCases({ comparison }: { readonly comparison: RunsCompared }) {
  const { words } = useAllWords()
  const { search, change } = useChosen()
  const [, setSearch] = useSearchParams()
  const chosen = useChosenCases(comparison)
  const { show, side, metric, direction } = chosen
  const { shown: found, counts } = useMemo(
    () => shownCases(comparison, { show, side, metric, direction }),
    [comparison, show, side, metric, direction],
  )
  const columns = useCaseColumns(comparison, chosen)
  const sort = search.get('sort') ?? 'change'
  // In the order of the table, so that the next case is the one below.
  const shown = sortRows(found, columns, sort)
  const open = shown.findIndex(({ caseId }) => caseId === search.get('case'))
  const opened = open === -1 ? comparison.cases.find(({ caseId }) => caseId === search.get('case')) : shown[open]
  // An open case has these keys for itself.
  const table = useRef<TableHandle>(null)
  useTableKeys(table, opened === undefined && shown.length > 0)
  return (
    <>
      <Card title={words.compare.cases}>
        <CaseFilters comparison={comparison} chosen={chosen} counts={counts} />
        <p className="small soft">{words.compare.sideHint}</p>
        <DataTable
          handle={table}
          label={words.compare.cases}
          rows={shown}
          columns={columns}
          rowKey={(row) => row.caseId}
          open={(row) => change('case', row.caseId)}
          sort={sort}
          onSort={(by) => change('sort', by)}
        />
      </Card>
      {opened !== undefined && (
        <SideBySide
          key={opened.caseId}
          comparison={comparison}
          compared={opened}
          place={open === -1 ? undefined : { index: open, of: shown.length }}
          go={(step) => {
            const next = shown[open + step]
            if (next !== undefined) change('case', next.caseId)
          }}
          close={() =>
            setSearch(
              (before) => {
                const after = new URLSearchParams(before)
                after.delete('case')
                return after
              },
              { replace: true },
            )
          }
        />
      )}
    </>
  )
}

function useChosenCases({ others }: RunsCompared): Chosen {
  const [search] = useSearchParams()
  const side = others.findIndex(({ runId }) => runId === search.get('of'))
  const direction = search.get('direction')
  return {
    show: shows.find((name) => name === search.get('show')) ?? 'all',
    side: side === -1 ? undefined : side,
    metric: search.get('metric') ?? '',
    direction: direction === 'down' || direction === 'up' ? direction : '',
  }
}

type Filters = {
  readonly comparison: RunsCompared
  readonly chosen: Chosen
  readonly counts: ReadonlyMap<(typeof shows)[number], number>
}

function CaseFilters({ comparison: { others, comparisons }, chosen, counts }: Filters) {
  const { words } = useAllWords()
  const { change, search } = useChosen()
  const metrics = [
    ...new Set(comparisons.flatMap(({ cases }) => cases.flatMap(({ values }) => values.map(({ metric }) => metric)))),
  ]
  return (
    <div className="row">
      <fieldset className="row compare-show">
        <legend className="hidden-words">{words.compare.show}</legend>
        {shows
          .filter((name) => name === 'all' || name === chosen.show || (counts.get(name) ?? 0) > 0)
          .map((name) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={chosen.show === name}
              onClick={() => change('show', name === 'all' ? '' : name)}
            >
              {`${words.compare.shows[name]} (${counts.get(name) ?? 0})`}
            </button>
          ))}
      </fieldset>
      {others.length > 1 && (
        <Select
          label={words.compare.ofRun}
          value={search.get('of') ?? ''}
          choices={[['', words.compare.anyRun], ...others.map(({ runId, name }) => [runId, name] as const)]}
          choose={(runId) => change('of', runId)}
        />
      )}
      {metrics.length > 0 && (
        <Select
          label={words.compare.byMetric}
          value={chosen.metric}
          choices={[['', words.compare.anyMetric], ...metrics.map((name) => [name, name] as const)]}
          choose={(name) => change('metric', name)}
        />
      )}
      {chosen.metric !== '' && (
        <Select
          label={words.compare.direction}
          value={chosen.direction}
          choices={[
            ['', words.compare.eitherWay],
            ['down', words.compare.down],
            ['up', words.compare.up],
          ]}
          choose={(direction) => change('direction', direction)}
        />
      )}
    </div>
  )
}

function useCaseColumns({ others, comparisons }: RunsCompared, { metric, side }: Chosen): readonly Column<ShownCase>[] {
  const { words } = useAllWords()
  const isSeveral = comparisons.length > 1
  return [
    {
      id: 'change',
      head: words.compare.change,
      width: 'minmax(6rem, 1fr)',
      sortBy: (row) => orderOf(row),
      cell: ({ became }) => `${changeSigns[became]} ${words.compare.became[became]}`,
    },
    {
      id: 'case',
      head: words.compare.case,
      width: 'minmax(8rem, 2fr)',
      sortBy: (row) => row.caseId,
      cell: (row) => <bdi title={row.caseId}>{row.caseId}</bdi>,
    },
    {
      id: 'baseline',
      head: words.compare.baseline,
      width: isSeveral ? '4.5rem' : 'minmax(6.5rem, 1fr)',
      sortBy: ({ baseline }) => baseline.verdict,
      cell: ({ baseline }) => <Verdict of={baseline.verdict} short={isSeveral} />,
    },
    ...others.map(({ runId, name }, index): Column<ShownCase> => {
      const verdictOf = ({ sides }: ShownCase) => sides[index]?.of?.second
      return {
        id: runId,
        head: isSeveral ? name : words.compare.compared,
        width: isSeveral ? 'minmax(4.5rem, 0.7fr)' : 'minmax(6.5rem, 1fr)',
        sortBy: verdictOf,
        cell: (row) => (
          <span>
            <Verdict of={verdictOf(row)} short={isSeveral} />
            {isSeveral && <span aria-hidden="true"> {changeSigns[row.sides[index]?.change ?? 'same']}</span>}
          </span>
        ),
      }
    }),
    {
      id: 'moved',
      head: metric === '' ? words.compare.moved : metric,
      width: 'minmax(9rem, 3fr)',
      wideOnly: true,
      sortBy: ({ delta }) => (delta === undefined || Number.isNaN(delta) ? undefined : delta),
      cell: (row) => <Moved text={movedText(row, { metric, side, others })} />,
    },
  ]
}

/** A run need not have every case. */
function Verdict({ of, short }: { readonly of: Badged | undefined; readonly short: boolean }) {
  const { words } = useAllWords()
  if (of !== undefined) return <Badge of={of} short={short} />
  return (
    <span className="soft" title={words.compare.absent}>
      <span aria-hidden="true">–</span>
      <span className="hidden-words">{words.compare.absent}</span>
    </span>
  )
}

function Moved({ text }: { readonly text: string }) {
  return (
    <span className="small compare-moved" title={text}>
      {text}
    </span>
  )
}

/** The kinds in their order, and within each what lost most first. */
function orderOf({ became, delta }: ShownCase): number {
  const rank = Object.keys(changeSigns).indexOf(became)
  return rank * 10 + (delta === undefined || Number.isNaN(delta) ? 5 : Math.max(-4, Math.min(4, delta)))
}

type Telling = {
  readonly metric: string
  readonly side: number | undefined
  readonly others: RunsCompared['others']
}

function movedText({ sides }: ShownCase, { metric, side, others }: Telling): string {
  return sides
    .flatMap(({ of }, index) => {
      if (of === undefined || (side !== undefined && side !== index)) return []
      const text = valuesText(of, metric)
      if (text === '') return []
      return others.length > 1 && side === undefined ? `${others[index]?.name}: ${text}` : text
    })
    .join('; ')
}

function valuesText({ values }: ComparisonCase, wanted: string): string {
  return values
    .filter(({ metric, first, second }) => first !== second && (wanted === '' || metric === wanted))
    .map(({ metric, first, second }) => {
      const [before, after] =
        first !== null && second !== null
          ? decimalsApart(first, second)
          : [first, second].map((value) => (value === null ? '–' : decimal(value)))
      return `${metric} ${before} → ${after}`
    })
    .join(', ')
}
