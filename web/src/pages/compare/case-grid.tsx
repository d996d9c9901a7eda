import { useMemo } from 'react'
import { changeSigns } from '../../../../src/reporters/comparison/case-change.ts'
import { count, decimal, decimalsApart } from '../../../../src/reporters/number-format.ts'
import type { CaseRow, RunRow } from '../../../../src/server/api/runs.ts'
import { useChosen } from '../../chosen.ts'
import { Badge, type Badged } from '../../components/badge.tsx'
import { type Column, DataTable, mostOnPaper } from '../../components/table/data-table.tsx'
import { useRowAt, useRowsForPaper } from '../../source/use-row-at.ts'
import { ScoreValue } from '../run/workbench/score-value.tsx'
import {
  type ShownCase,
  shownCases,
  type Chosen,
  orderNames,
  orders,
  type Show,
  showNames,
  shows,
} from './case-filter.ts'
import type { ComparisonCase, RunsCompared } from './comparison-of.ts'
import { RunPart } from './run-part.tsx'
import { MoreRuns } from './run-select.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useSearchParams } from 'wouter'
import { ChosenSelect } from '../../components/form/field.tsx'
import { ChoiceButtons } from '../../components/form/choice-buttons.tsx'
import { say, useSay } from '../../words/say.ts'

type CaseGridProps = {
  readonly comparison: RunsCompared
  readonly rows: readonly RunRow[]
  /** Whether the choice of cases is fixed. */
  readonly fixed?: boolean
}

/** A row per case and a column per run, worst changes first, with answers, scores and changes. */
export function CaseGrid({ comparison, rows, fixed = false }: CaseGridProps) {
  const { search, change } = useChosen()
  const chosen = useChosenCases(comparison)
  const { shown, counts } = useMemo(() => shownCases(comparison, chosen), [comparison, chosen])
  const sayHead = useSay()
  const columns = useMemo(
    () => gridColumns({ comparison, rows, metric: chosen.metric, fixed, head: sayHead('Case') }),
    [comparison, rows, chosen.metric, fixed, sayHead],
  )
  const onPaper = useMemo(() => placesOf(comparison, shown.slice(0, mostOnPaper)), [comparison, shown])
  useRowsForPaper(onPaper)
  const open = shown.findIndex(({ caseId }) => caseId === search.get('case'))
  const opened = open === -1 ? comparison.cases.find(({ caseId }) => caseId === search.get('case')) : shown[open]
  return (
    <>
      <h2 className="hidden-words">{say('Case by case')}</h2>
      <div className="row workbench-bar compare-bar">
        <CaseFilters comparison={comparison} chosen={chosen} counts={counts} />
        {!fixed && <MoreRuns runs={rows} />}
      </div>
      <DataTable
        isMain={opened === undefined}
        wide
        sorted
        label={say('Case by case')}
        rows={shown}
        columns={columns}
        rowKey={({ caseId }) => caseId}
        rowHeight={116}
        leastWidth={`${10 + 14 * (comparison.others.length + 1)}rem`}
        chosen={opened?.caseId}
        open={({ caseId }) => change('case', caseId)}
      />
      {opened !== undefined && (
        <SideBySide
          comparison={comparison}
          compared={opened}
          steps={
            open === -1
              ? undefined
              : { at: open + 1, all: shown.length, previous: shown[open - 1], next: shown[open + 1] }
          }
          goTo={({ caseId }) => change('case', caseId)}
          close={() => change('case', '')}
        />
      )}
    </>
  )
}

function placesOf({ baseline, others }: RunsCompared, cases: readonly ShownCase[]) {
  return [baseline, ...others].flatMap(({ runId }, at) =>
    cases.map((row) => ({ runId, position: sideOf(row, at).position })),
  )
}

type GridColumns = CaseGridProps & { readonly metric: string; readonly head: string }

function gridColumns({ comparison, rows, metric, fixed, head }: GridColumns): readonly Column<ShownCase>[] {
  const runs = [comparison.baseline, ...comparison.others]
  const isRunning = (id: string) => rows.some(({ runId, state }) => runId === id && state === 'running')
  return [
    {
      id: 'case',
      head,
      headIsHidden: true,
      width: 'minmax(9rem, 0.7fr)',
      cell: (row) => <Asked runs={runs} row={row} />,
    },
    ...runs.map(({ runId, name, isRepeated }, at): Column<ShownCase> => ({
      id: `${at}`,
      head: name,
      more: <RunPart comparison={comparison} rows={rows} at={at} fixed={fixed} />,
      width: 'minmax(13.5rem, 1fr)',
      cell: (row) => <Cell {...{ runId, isRepeated, metric }} side={sideOf(row, at)} isRunning={isRunning(runId)} />,
    })),
  ]
}

type CellSide = {
  readonly position: number | undefined
  readonly verdict: Badged | undefined
  /** Undefined for the baseline. */
  readonly against?: ShownCase['sides'][number]
}

function sideOf({ baseline, sides }: ShownCase, at: number): CellSide {
  if (at === 0) return baseline
  const against = sides[at - 1]
  return {
    position: against?.of?.positions.second,
    verdict: against?.of?.second,
    ...(against !== undefined && { against }),
  }
}

/** The case's name, question and expected answer. */
function Asked({ runs, row }: { readonly runs: RunsCompared['others']; readonly row: ShownCase }) {
  const at = runs.findIndex((_, index) => sideOf(row, index).position !== undefined)
  const known = useRowAt(runs[at]?.runId ?? '', sideOf(row, Math.max(0, at)).position)
  return (
    <div className="grid-case">
      <b className="foreign grid-name" title={row.caseId}>
        {row.caseId}
      </b>
      <bdi className="grid-text" title={known?.question}>
        {known?.question}
      </bdi>
      {known?.expected !== undefined && (
        <bdi className="grid-text soft" title={known.expected}>
          → {known.expected}
        </bdi>
      )}
    </div>
  )
}

const changeNames = {
  worse: 'worse',
  better: 'better',
  'scores-worse': 'scores fell',
  'scores-better': 'scores rose',
  'scores-other': 'scores moved',
  broken: 'not evaluated',
  'other-content': 'other content',
  'only-one': 'in one only',
  same: 'the same##outcome',
} as const

type CellProps = {
  readonly runId: string
  readonly isRepeated: boolean
  readonly side: CellSide
  readonly metric: string
  readonly isRunning: boolean
}

/** A run's answer, its scores, and the change from the baseline. */
function Cell({ runId, isRepeated, side, metric, isRunning }: CellProps) {
  const { position, verdict, against } = side
  const row = useRowAt(runId, position)
  if (position === undefined && isRunning) return <Badge of="running" />
  if (position === undefined) return <span className="grid-text soft">{say('This run has no result of the case')}</span>
  return (
    <div className="grid-cell" data-change={against?.change}>
      <span className="grid-marks">
        <Badge of={(isRepeated ? row?.verdict : verdict) ?? 'none'} short />
        {isRepeated && <span className="soft small">{say('Repeat {repeat}', { repeat: 1 })}</span>}
        <Marks row={row} metric={metric} />
      </span>
      {against !== undefined && (
        <span className="small grid-change">
          {changeSigns[against.change]} {say(changeNames[against.change])}{' '}
          <span className="soft">{against.of === undefined ? '' : valuesText(against.of, metric)}</span>
        </span>
      )}
      <bdi className="grid-answer" title={row?.answer}>
        {row?.answer}
      </bdi>
    </div>
  )
}

function Marks({ row, metric }: { readonly row: CaseRow | undefined; readonly metric: string }) {
  return row?.scores
    .filter((score) =>
      metric === '' ? score.unit === undefined && score.status !== 'not-applicable' : score.metric === metric,
    )
    .map((score) => (
      <span key={score.metric} title={score.metric}>
        <ScoreValue status={score.status} value={score.value} unit={score.unit} lowerIsBetter={false} />
      </span>
    ))
}

/** Changed scores, the largest change first. */
function valuesText({ values }: ComparisonCase, wanted: string): string {
  return values
    .filter(({ metric, first, second }) => first !== second && (wanted === '' || metric === wanted))
    .toSorted((a, b) => Math.abs((b.second ?? 0) - (b.first ?? 0)) - Math.abs((a.second ?? 0) - (a.first ?? 0)))
    .map(({ metric, first, second }) => {
      const [before, after] =
        first !== null && second !== null
          ? decimalsApart(first, second)
          : [first, second].map((value) => (value === null ? '–' : decimal(value)))
      return `${metric} ${before} → ${after}`
    })
    .join(', ')
}

/** Reads the filter from the address. */
function useChosenCases({ others }: RunsCompared): Chosen {
  const [search] = useSearchParams()
  return useMemo(() => {
    const side = others.findIndex(({ runId }) => runId === search.get('of'))
    const direction = search.get('direction')
    return {
      show: showNames.find((name) => name === search.get('show')) ?? 'all',
      side: side === -1 ? undefined : side,
      metric: search.get('metric') ?? '',
      direction: direction === 'down' || direction === 'up' ? direction : '',
      order: orderNames.find((name) => name === search.get('sort')) ?? 'change',
    }
  }, [search, others])
}

type Filters = {
  readonly comparison: RunsCompared
  readonly chosen: Chosen
  readonly counts: ReadonlyMap<Show, number>
}

/** Filters and orders the cases. */
function CaseFilters({ comparison, chosen, counts }: Filters) {
  const { change } = useChosen()
  const { others, metrics } = comparison
  const { show, metric } = chosen
  const countOf = (name: Show) => counts.get(name) ?? 0
  return (
    <>
      <ChoiceButtons
        label={say('Show')}
        choices={showNames
          .filter((name) => name === 'all' || name === show || countOf(name) > 0)
          .map((name) => [name, `${say(shows[name])} (${count(countOf(name))})`])}
        chosen={show}
        choose={(name) => change('show', name === 'all' ? '' : name)}
      />
      {others.length > 1 && (
        <ChosenSelect
          name="of"
          label={say('Which run changed')}
          choices={[['', say('In any run')], ...others.map(({ runId, name }) => [runId, name] as const)]}
        />
      )}
      {metrics.length > 0 && (
        <ChosenSelect
          name="metric"
          label={say('Which metric moved')}
          choices={[['', say('Any metric')], ...metrics.map((one) => [one, one] as const)]}
        />
      )}
      {metric !== '' && (
        <ChosenSelect
          name="direction"
          label={say('Direction')}
          choices={[
            ['', say('Up or down')],
            ['down', say('Got worse')],
            ['up', say('Got better')],
          ]}
        />
      )}
      <ChosenSelect
        name="sort"
        label={say('Order')}
        choices={orderNames.map((one) => [one === 'change' ? '' : one, say(orders[one])])}
      />
    </>
  )
}
