import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useId } from 'react'
import { useChosen } from '../../../chosen.ts'
import type { Progress, RunDetail, CasePage } from '../../../../../src/server/api/runs.ts'
import { casesOnPage, mostAtOnce } from '../../../../../src/server/paged/paged-run.ts'
import { printTableView } from '../../../../../src/server/view/table-view.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading } from '../../../components/loading.tsx'
import { fill, useWords } from '../../../words/language.tsx'
import { useTableView } from '../workbench/use-table-view.ts'
import { Workbench } from '../workbench/workbench.tsx'
import { callApi } from '../../../source/call-api.ts'
import { Button } from '../../../components/button.tsx'

type PagedWorkbenchProps = {
  readonly detail: RunDetail
  /** Of a run at work, as soon as somebody has said it. */
  readonly progress: Progress | undefined
}

/** The cases of a run that has too many for a browser: a page of them at a time, filtered and ordered by the server. */
export function PagedWorkbench({ detail, progress }: PagedWorkbenchProps) {
  const { words } = useWords()
  const { plan, summary } = detail.run
  const { view } = useTableView()
  const query = String(printTableView({ ...view, columns: undefined, group: '' }))
  const { page, turn } = usePage(query)
  const { data: found, error, failureReason, isPlaceholderData } = useCasePage({ detail, query, page })
  const problem = error ?? (found === undefined ? failureReason : null)
  if (problem !== null) return <ErrorState error={problem} retry={() => location.reload()} />
  if (found === undefined) return <Loading />
  const { rows, counted, fitting = plan.dataset.cases, looked = counted } = found
  const size = casesOnPage(plan.repeat)
  const { passed = 0, failed = 0, error: broken = 0, notEvaluated = 0 } = summary?.results ?? progress?.results ?? {}
  const pager = (
    <Pager
      page={page}
      pages={Math.max(1, Math.ceil(fitting / size))}
      shown={{ from: Math.min(fitting, (page - 1) * size + 1), to: Math.min(fitting, page * size), all: fitting }}
      searched={looked < counted ? { looked, all: counted } : undefined}
      turn={turn}
    />
  )
  return (
    <div className="stack" aria-busy={isPlaceholderData}>
      <p className="soft small">
        {fill(words.pager.note, { count: plan.dataset.cases * plan.repeat, most: mostAtOnce })}
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

/** The page that the address has; another question has its answers from the first page on. */
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
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly shown: { readonly from: number; readonly to: number; readonly all: number }
  /** While cases are still searched for. */
  readonly searched: { readonly looked: number; readonly all: number } | undefined
  readonly turn: (page: number) => void
}

/** Turns the pages of a table, one by one, to an end, or to any. */
function Pager({ page, pages, shown, searched, turn }: PagerProps) {
  const { words } = useWords()
  const id = useId()
  const texts = words.pager
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
    <nav className="row workbench-pager" aria-label={texts.label}>
      {button(texts.first, '«', 1)}
      {button(texts.previous, '‹', page - 1)}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = Math.round(Number(new FormData(event.currentTarget).get('page')))
          if (Number.isFinite(wanted)) turn(Math.min(pages, Math.max(1, wanted)))
        }}
      >
        <label htmlFor={id}>{texts.page}</label>
        <input key={page} id={id} name="page" type="number" min={1} max={pages} defaultValue={page} />
        <span>{fill(texts.of, { pages })}</span>
      </form>
      {button(texts.next, '›', page + 1)}
      {button(texts.last, '»', pages)}
      <output className="soft small">
        {fill(texts.cases, shown)}
        {searched !== undefined && ` · ${fill(texts.searched, searched)}`}
      </output>
    </nav>
  )
}

type UseCasePageRequest = {
  readonly detail: RunDetail
  /** What is asked for, as an address says it. */
  readonly query: string
  /** From 1. */
  readonly page: number
}

/** Who types a text, or turns pages fast, asks once. */
const restMs = 150
const againMs = 1000

/** A page of the cases of a large run; the one before stays until it is there, and one that is still searched for fills. */
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
    // Of a run at work more comes to a page that is not full; what is filtered stays as it was found.
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
