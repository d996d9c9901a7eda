import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { Progress, RunDetail } from '../../../../../src/server/api/runs.ts'
import { casesOnPage, mostAtOnce } from '../../../../../src/server/paged/paged-run.ts'
import { printTableView } from '../../../../../src/server/view/table-view.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading } from '../../../components/loading.tsx'
import { fill, useWords } from '../../../words/language.tsx'
import { Pager } from './pager.tsx'
import { useCasePage } from './use-case-page.ts'
import { useTableView } from '../workbench/use-table-view.ts'
import { Workbench } from '../workbench/workbench.tsx'

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
  const [search, setSearch] = useSearchParams()
  const query = String(printTableView({ ...view, columns: undefined, group: '' }))
  const page = pageIn(search)
  const turn = (to: number) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (to === 1) after.delete('page')
        else after.set('page', String(to))
        return after
      },
      { replace: true, state: history.state },
    )
  // Another question has its answers from the first page on.
  const asked = useRef(query)
  useEffect(() => {
    if (asked.current === query) return
    asked.current = query
    turn(1)
  })
  const { page: found, error, isLoading } = useCasePage({ detail, query, page })
  if (error !== undefined) return <ErrorState error={error} retry={() => location.reload()} />
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
    <div className="stack" aria-busy={isLoading}>
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

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
