import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useId } from 'react'
import { useChosen } from '../../../chosen.ts'
import type { Progress, RunDetail, CasePage } from '../../../../../src/server/api/runs.ts'
import { casesOnPage, mostAtOnce } from '../../../../../src/server/paged/paged-run.ts'
import { printTableView } from '../../../../../src/server/view/table-view.ts'
import { ErrorState, Loading } from '../../../components/state.tsx'
import { useTableView } from '../workbench/use-table-view.ts'
import { Workbench } from '../workbench/workbench.tsx'
import { callApi } from '../../../source/call-api.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say } from '../../../words/say.ts'

type PagedWorkbenchProps = {
  readonly detail: RunDetail
  /** The progress of an unfinished run, once it is known. */
  readonly progress: Progress | undefined
}

/** The table of a run with too many cases for a browser: one page at a time, filtered and sorted by the server. */
export function PagedWorkbench({ detail, progress }: PagedWorkbenchProps) {
  const { plan, summary } = detail.run
  const { view } = useTableView()
  const query = String(printTableView({ ...view, columns: undefined, group: '' }))
  const { page, turn } = usePage(query)
  const { data: found, error, failureReason, isPlaceholderData } = useCasePage({ detail, query, page })
  const problem = error ?? (found === undefined ? failureReason : null)
  if (problem !== null) return <ErrorState error={problem} retry={() => location.reload()} />
  if (found === undefined) return <Loading />
  const { rows, counted, fitting = plan.dataset.cases, looked = counted } = found
  const { passed = 0, failed = 0, error: broken = 0, notEvaluated = 0 } = summary?.results ?? progress?.results ?? {}
  const pager = (
    <Pager page={page} size={casesOnPage(plan.repeat)} all={fitting} turn={turn}>
      {looked < counted && ` · ${say('looked through {looked} of {all} results so far', { looked, all: counted })}`}
    </Pager>
  )
  return (
    <div className="stack" aria-busy={isPlaceholderData}>
      <p className="soft small">
        {say(
          'A run of {count} results is shown in pages, in the order of the dataset; filters and orders look through all of them. Groups and pictures are there for up to {most}.',
          { count: plan.dataset.cases * plan.repeat, most: mostAtOnce },
        )}
      </p>
      <Workbench
        detail={detail}
        soFar={{ rows, complete: true, progress: undefined, leftMs: undefined, error: undefined }}
        paged={{
          page,
          pager,
          cases: plan.dataset.cases,
          fitting,
          counts: { passed, failed, error: broken, 'not-evaluated': notEvaluated, running: 0, flaky: 0, disagreed: 0 },
        }}
      />
    </div>
  )
}

/** The page in the address; another query begins at the first page. */
function usePage(query: string): { readonly page: number; readonly turn: (to: number) => void } {
  const { search, change } = useChosen()
  const turn = (to: number) => change('page', to === 1 ? '' : String(to))
  const asked = useRef(query)
  useEffect(() => {
    if (asked.current === query) return
    asked.current = query
    turn(1)
  })
  return { page: pageIn(search), turn }
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

type PagerProps = {
  /** Counts from 1. */
  readonly page: number
  /** Cases on a page. */
  readonly size: number
  readonly all: number
  readonly turn: (page: number) => void
  readonly children: ReactNode
}

/** Buttons to turn pages. */
function Pager({ page, size, all, turn, children }: PagerProps) {
  const id = useId()
  const pages = Math.max(1, Math.ceil(all / size))
  const shown = { from: Math.min(all, (page - 1) * size + 1), to: Math.min(all, page * size), all }
  const button = (label: string, sign: string, to: number) => (
    <Button
      kind="quiet"
      aria-label={label}
      title={label}
      disabled={to === page || to < 1 || to > pages}
      onClick={() => turn(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  )
  return (
    <nav className="row workbench-pager" aria-label={say('Pages of cases')}>
      {button(say('First page'), '«', 1)}
      {button(say('Previous page'), '‹', page - 1)}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = Math.round(Number(new FormData(event.currentTarget).get('page')))
          if (Number.isFinite(wanted)) turn(Math.min(pages, Math.max(1, wanted)))
        }}
      >
        <label htmlFor={id}>{say('Page')}</label>
        <input key={page} id={id} name="page" type="number" min={1} max={pages} defaultValue={page} />
        <span>{say('of {pages}', { pages })}</span>
      </form>
      {button(say('Next page'), '›', page + 1)}
      {button(say('Last page'), '»', pages)}
      <output className="soft small">
        {say('Cases {from} to {to} of {all}', shown)}
        {children}
      </output>
    </nav>
  )
}

type UseCasePageRequest = {
  readonly detail: RunDetail
  /** The query in the form of an address. */
  readonly query: string
  /** Counts from 1. */
  readonly page: number
}

/** Milliseconds without typing or turning pages before a request. */
const restMs = 150
const againMs = 1000

/** Loads a page of cases; the previous page stays until then, and a search fills its page gradually. */
function useCasePage({ detail: { state, run }, query, page }: UseCasePageRequest) {
  const { runId, repeat, dataset } = run.plan
  const size = casesOnPage(repeat)
  const from = (page - 1) * size
  const results = Math.min(size, dataset.cases - from) * repeat
  return useQuery<CasePage>({
    queryKey: ['viewedCases', runId, state, query, page],
    async queryFn({ signal, client, queryKey }) {
      if (client.getQueryData(queryKey) === undefined) await new Promise((resolve) => setTimeout(resolve, restMs))
      signal.throwIfAborted()
      return callApi('cases', { params: { runId }, query: { view: query, from, limit: size }, signal })
    },
    placeholderData: keepPreviousData,
    // Unfilled pages of an unfinished run are refetched; search results stay as found.
    refetchInterval({ state: { data } }) {
      if (data === undefined) return false
      const isComing = state === 'running' && data.looked === undefined && endedIn(data) < results
      return (isComing || (data.looked ?? data.counted) < data.counted) && againMs
    },
  })
}

function endedIn({ rows }: CasePage): number {
  return rows.filter(({ verdict }) => verdict !== undefined).length
}
