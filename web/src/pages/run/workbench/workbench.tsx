import './workbench.css'
import { reasonText } from '../../../../../src/server/view/match-rows.ts'
import { type GroupEntry, type TableEntry } from './order-rows.ts'
import { resultKey } from '../../../source/result-key.ts'
import { useChosen } from '../../../chosen.ts'
import { useTableView } from './use-table-view.ts'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { CaseRow, RunDetail } from '../../../../../src/server/api/runs.ts'
import { badges } from '../../../components/badge.tsx'
import { DataTable, type TablePlace } from '../../../components/table/data-table.tsx'
import type { TableHandle } from '../../../components/table/use-row-keys.ts'
import { cameBack } from '../../../came-back.ts'
import { useKeys } from '../../labels/use-keys.ts'
import type { RowsSoFar } from '../../../source/use-case-rows.ts'
import { useIsPrinting } from '../../../design/use-is-printing.ts'
import { useAwaitedKeys, verdictKeys } from '../../../keys-ahead.ts'
import { LoadedPart } from '../../../loaded-part.tsx'
import { withAllWords } from '../../../words/spoken.ts'
import { caseAddress } from './case-address.ts'
import { caseColumns, markColumn } from './case-columns.tsx'
import { stepKeys, stepsAround } from './case-steps.ts'
import { tableFields, type Fields, caseGroupFields } from './fields.ts'
import { FilterBar, type FilterCounts } from './filter-bar.tsx'
import { type TableView, withSort, scoreField, withCondition } from '../../../../../src/server/view/table-view.ts'
import { useCaseEntries } from './use-case-entries.ts'
import { useMarkedCases } from './use-marked-cases.ts'
import { RunAgain } from '../run-again.tsx'
import { useOfferedCommands } from '../../../commands/offered-commands.ts'
import { fieldName } from './condition-text.ts'
import { useRunSource } from '../../../source/run-source.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say, useLanguage, useSay } from '../../../words/say.ts'

/** Pixels for two lines. */
const rowHeight = 44

// The panel needs the words of all pages.
const loadPanel = withAllWords(async () => (await import('./case-panel.tsx')).CasePanel)

/** For a run with too many cases for a browser: the server's counts over all of them. */
type Paged = {
  /** Counts from 1. */
  readonly page: number
  readonly pager: ReactNode
  readonly cases: number
  readonly fitting: number
  readonly counts: FilterCounts
}

type WorkbenchProps = { readonly detail: RunDetail; readonly soFar: RowsSoFar; readonly paged?: Paged }

/** The table of cases, filtered, sorted and grouped as in the address, with the open case beside it. */
export function Workbench({ detail, soFar: { rows, complete }, paged }: WorkbenchProps) {
  const { runId, repeat } = detail.run.plan
  const [place] = useState(() => tablePlaces.of(runId))
  const { closed, toggle } = useClosedGroups(runId)
  const { view, change } = useTableView()
  const asked = asItComes(view, paged)
  const { cases, entries } = useCaseEntries({ rows, repeat, view: asked, closed })
  const chosen = useMarkedCases(entries)
  const { columns, shown, fields, unended, marks } = useColumns(detail, rows, chosen)
  const looked = useLookedAt(entries)
  const { open, openKey } = looked
  const table = useRef<TableHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const all = useMemo(() => casesIn(rows, repeat), [rows, repeat])
  useTableCommands(fields, view, change)
  const isAwaited = rows.length === 0 && !complete
  useAwaitedKeys(isAwaited)
  useWorkbenchFocus({ table, field, looked })

  return (
    <section id="cases" tabIndex={-1} className="stack workbench-frame" aria-label={say('Cases')}>
      <h2 className="hidden-words">{say('Cases')}</h2>
      <FilterBar
        {...{ rows, complete, fields, unended, columns, field }}
        {...totals(paged, { all, shown: cases.length })}
        chosen={shown.map(({ id }) => id)}
        toTable={() => table.current?.step(0)}
      />
      <MarkedBar runId={runId} state={detail.state} cases={chosen} shown={cases.length} />
      {paged?.pager}
      <div className="workbench" data-open={open !== undefined}>
        <DataTable
          key={paged?.page}
          label={say('Cases')}
          rows={entries}
          columns={marks === undefined ? shown : [marks, ...shown]}
          rowKey={keyOf}
          open={(entry) => (entry.kind === 'group' ? toggle(entry) : looked.enter(entry.row))}
          sort={view.sort}
          thenBy={view.thenBy}
          onSort={(sort, beside) => change(withSort(view, sort, beside))}
          onMark={marks && chosen.toggle}
          sorted
          rowHeight={rowHeight}
          across={complete ? countedHead : awaitedHead}
          chosen={openKey}
          place={paged === undefined ? place : atTop}
          onPlace={(now) => tablePlaces.keep(runId, now)}
          isMain={open === undefined}
          handle={table}
          leastWidth={leastWidth(shown, marks !== undefined)}
          onStep={(entry) => entry.kind === 'case' && looked.follow(entry.row)}
          onEscape={open === undefined ? undefined : looked.close}
          awaited={isAwaited && detail.state !== 'running' ? detail.run.plan.dataset.cases : 0}
          empty={rows.length === 0 ? say('No case has begun yet') : undefined}
        />
        <OpenCase runId={runId} counted={complete} looked={looked} />
      </div>
    </section>
  )
}

/** The open case and the ways to others. Whoever moves through the table keeps the focus there. */
function useLookedAt(entries: readonly TableEntry[]) {
  const { open, show, hide } = useOpenCase()
  const [walksTable, setWalksTable] = useState(false)
  const steps = open === undefined ? undefined : stepsAround(entries, resultKey(open))

  function showWhile(isWalking: boolean, row: CaseRow): void {
    setWalksTable(isWalking)
    show(row)
  }

  return {
    open,
    steps,
    openKey: keyAt(entries, steps?.entry?.row),
    walksTable,
    close: hide,
    enter: (row: CaseRow) => showWhile(false, row),
    goTo: (row: CaseRow) => showWhile(isInTable(document.activeElement), row),
    /** Shows the focused case, if the panel is open. */
    follow: (row: CaseRow) => open !== undefined && showWhile(true, row),
  }
}

type WorkbenchPlaces = {
  readonly table: RefObject<TableHandle | null>
  readonly field: RefObject<HTMLInputElement | null>
  readonly looked: ReturnType<typeof useLookedAt>
}

/** Keys that work everywhere on the page, and the focus after a case is closed. */
function useWorkbenchFocus({ table, field, looked }: WorkbenchPlaces): void {
  const { steps, openKey, walksTable, goTo, close } = looked
  const isOpen = steps !== undefined
  const returns = useRef<boolean>(undefined)
  useEffect(() => {
    // After a case is closed, or the page was left, the focus returns to its row.
    if (!isOpen && (returns.current ?? cameBack())) table.current?.step(0)
    returns.current = isOpen
  }, [isOpen, table])
  useEffect(() => {
    if (openKey !== undefined) table.current?.show(openKey, walksTable)
  }, [openKey, table, walksTable])
  useKeys({
    '/': () => field.current?.focus(),
    ...(isOpen && { ...stepKeys(steps, goTo), Escape: close }),
  })
}

type OpenCaseProps = {
  readonly runId: string
  readonly counted: boolean
  readonly looked: ReturnType<typeof useLookedAt>
}

function OpenCase({ runId, counted, looked: { open, steps, goTo, close, walksTable } }: OpenCaseProps) {
  const [search] = useSearchParams()
  if (open === undefined || steps === undefined) return null
  const address = caseAddress(runId, open, search)
  return (
    <LoadedPart
      load={loadPanel}
      keys={verdictKeys}
      props={{ runId, place: open, steps, counted, goTo, close, address, focused: !walksTable }}
    />
  )
}

function casesIn(rows: readonly CaseRow[], repeat: number): number {
  return repeat > 1 ? new Set(rows.map(({ position }) => position)).size : rows.length
}

function leastWidth(columns: readonly { readonly least: number }[], hasMarks: boolean): string {
  return `${columns.reduce((sum, { least }) => sum + least + 0.75, hasMarks ? 3 : 1)}rem`
}

function keyAt(entries: readonly TableEntry[], row: CaseRow | undefined): string | undefined {
  return entries.find((entry) => entry.kind === 'case' && entry.row === row)?.key
}

function isInTable(element: Element | null): boolean {
  return (element?.closest('[role=grid]') ?? null) !== null
}

/** The server has filtered and sorted the rows. */
function asItComes(view: TableView, paged: Paged | undefined): TableView {
  if (paged === undefined) return view
  return { ...view, text: '', verdicts: [], conditions: [], group: '', sort: view.sort === '' ? 'place' : view.sort }
}

function totals(paged: Paged | undefined, here: { readonly all: number; readonly shown: number }) {
  return paged === undefined ? here : { all: paged.cases, shown: paged.fitting, counts: paged.counts }
}

const atTop = { top: 0, at: 0 }
const keyOf = ({ key }: TableEntry) => key
const countedHead = (entry: TableEntry) => (entry.kind === 'group' ? <GroupHead entry={entry} counted /> : undefined)
const awaitedHead = (entry: TableEntry) =>
  entry.kind === 'group' ? <GroupHead entry={entry} counted={false} /> : undefined

/** Columns shown beside an open case, whose panel has the others. */
const besideCase = ['verdict', 'case', 'answer', 'why']

/** All possible columns and the shown ones. */
function useColumns(
  detail: RunDetail,
  rows: readonly CaseRow[],
  { marked, toggle: mark }: ReturnType<typeof useMarkedCases>,
) {
  const { live } = useRunSource()
  const { view } = useTableView()
  const [search] = useSearchParams()
  const { runId, repeat } = detail.run.plan
  const unended = detail.state === 'running' ? ('running' as const) : ('interrupted' as const)
  const fields = useMemo(() => tableFields(rows, detail), [rows, detail])
  const language = useLanguage()
  const columns = useMemo(() => {
    const addressOf = (row: CaseRow) => caseAddress(runId, row, search)
    return caseColumns({ fields, repeat, unended, addressOf, language })
  }, [fields, repeat, unended, runId, search, language])
  const isBesideCase = search.has('open')
  const shown = useMemo(
    () =>
      view.columns?.flatMap((id) => columns.find((column) => column.id === id) ?? []) ??
      columns.filter(({ id, usual }) => usual && (!isBesideCase || besideCase.includes(id))),
    [columns, view.columns, isBesideCase],
  )
  // Cases cannot be marked in a report file or on paper.
  const onPaper = useIsPrinting()
  const marks = live && !onPaper ? markColumn({ marked, mark }) : undefined
  return { columns, shown: shown.length === 0 ? columns.slice(0, 2) : shown, fields, unended, marks }
}

type GroupHeadProps = {
  readonly entry: GroupEntry
  /** Whether all rows are loaded; only then are they counted. */
  readonly counted: boolean
}

/** The head of a group with its pass rate. */
function GroupHead({ entry: { name, cases, passed, evaluated, open }, counted }: GroupHeadProps) {
  const { group } = useTableView().view
  const shown = name !== undefined && group === 'reason' ? reasonText(name, say) : name
  return (
    <span className="workbench-group">
      <span aria-hidden="true">{open ? '▾' : '▸'}</span>
      {!open && <span className="hidden-words">{say('folded')}</span>}
      <b>
        <bdi>{shown ?? say('Without')}</bdi>
      </b>
      {counted ? (
        <>
          <span className="soft">
            {say('{cases} {cases|case|cases} · {passed} of {evaluated} passed', { cases, passed, evaluated })}
          </span>
          <meter aria-hidden="true" min={0} max={Math.max(evaluated, 1)} value={passed} />
        </>
      ) : (
        <span className="soft">{say('Loading …')}</span>
      )}
    </span>
  )
}

type TablePlacesPlace = TablePlace & { readonly closed: ReadonlySet<string> }

const places = new Map<string, TablePlacesPlace>()

/** Scroll positions of tables, kept for the lifetime of the tab. */
const tablePlaces = {
  of: (runId: string): TablePlacesPlace => places.get(runId) ?? { top: 0, at: 0, closed: new Set() },
  keep: (runId: string, place: Partial<TablePlacesPlace>): void =>
    void places.set(runId, { ...tablePlaces.of(runId), ...place }),
}

/** Collapsed groups of a run's table. */
function useClosedGroups(runId: string) {
  const [closed, setClosed] = useState(() => tablePlaces.of(runId).closed)
  return {
    closed,
    toggle({ key, open }: GroupEntry): void {
      const after = new Set(closed)
      if (open) after.add(key)
      else after.delete(key)
      tablePlaces.keep(runId, { closed: after })
      setClosed(after)
    },
  }
}

/** An address cannot hold more case ids. */
const mostInAddress = 1000

type MarkedBarProps = Pick<RunDetail, 'state'> & {
  readonly runId: string
  readonly cases: ReturnType<typeof useMarkedCases>
  /** Number of cases in the table. */
  readonly shown: number
}

/** Actions on marked cases; nothing where none is marked. */
function MarkedBar({ runId, state, cases: { marked, caseIds, all, none }, shown }: MarkedBarProps) {
  if (marked.size === 0) return null
  return (
    <div className="row workbench-marked" role="group" aria-label={say('Chosen cases')}>
      <output>{say('{count} {count|case|cases} chosen', { count: marked.size })}</output>
      {state === 'finished' && <RunAgain runId={runId} caseIds={caseIds} label={say('Run the chosen again')} />}
      {marked.size <= mostInAddress && (
        <Link
          className="button"
          href={`/labels?${new URLSearchParams({ run: runId, cases: [...marked.keys()].join(',') })}`}
        >
          {say('Label the chosen')}
        </Link>
      )}
      <Button onClick={all}>{say('Choose all {count} shown', { count: shown })}</Button>
      <Button onClick={none}>{say('Choose none')}</Button>
    </div>
  )
}

type UseOpenCasePlace = Pick<CaseRow, 'position' | 'repeat'>

/** The open case in the address. The back button closes it, skipping the cases visited meanwhile. */
function useOpenCase() {
  const { search, put } = useChosen()
  const [, position, repeat] = /^(\d{1,9})\/(\d{1,9})$/.exec(search.get('open') ?? '') ?? []
  const open: UseOpenCasePlace | undefined =
    position === undefined || repeat === undefined ? undefined : { position: Number(position), repeat: Number(repeat) }
  return {
    open,
    show: (place: UseOpenCasePlace) =>
      put(
        { open: resultKey(place) },
        open === undefined ? { replace: false, state: { openedFrom: String(search) } } : undefined,
      ),
    hide(): void {
      if (openedFrom() === withoutOpen(search)) history.back()
      // The way back would undo a filter or an order that was chosen meanwhile.
      else put({ open: undefined }, { replace: true, state: null })
    },
  }
}

/** The table's state when the case was opened; undefined where the address itself opened it. */
function openedFrom(): unknown {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'openedFrom' in state ? state.openedFrom : undefined
}

function withoutOpen(search: URLSearchParams): string {
  const kept = new URLSearchParams(search)
  kept.delete('open')
  return String(kept)
}

const verdicts = ['failed', 'error', 'not-evaluated', 'passed'] as const

/** Commands for the table: failures of each metric, verdicts, groups, and reset. */
function useTableCommands(fields: Fields, view: TableView, change: (view: TableView) => void): void {
  const sayCommand = useSay()
  const commands = useMemo(() => {
    const action = (text: string, after: TableView) => ({
      id: `action ${text}`,
      text,
      kind: sayCommand('Action'),
      act: () => change(after),
    })
    return [
      ...fields.metrics
        .filter(({ applies, unit }) => applies && unit === undefined)
        .map(({ name }) => ({
          id: scoreField(name),
          text: name,
          kind: sayCommand('Failures of the metric'),
          act: () => change(withCondition(view, scoreField(name), ['failed'])),
        })),
      ...verdicts.map((verdict) =>
        action(sayCommand('Show only: {verdict}', { verdict: sayCommand(badges[verdict].name) }), {
          ...view,
          verdicts: [verdict],
        }),
      ),
      ...caseGroupFields(fields).map((field) =>
        action(sayCommand('Group by {field}', { field: fieldName(field) }), { ...view, group: field }),
      ),
      action(sayCommand('Clear the filter'), {
        ...view,
        text: '',
        verdicts: [],
        conditions: [],
        group: '',
        sort: '',
        thenBy: '',
      }),
    ]
  }, [fields, view, change, sayCommand])
  useOfferedCommands(commands)
}
