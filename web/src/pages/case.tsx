import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { RunPlan } from '../../../src/core/run/run.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import type { PageProps } from '../page-route.ts'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { useWords } from '../words/language.tsx'
import { CaseActions, CaseReport, useCaseDetail } from './case/case-report.tsx'

/** One repeat of one case as a page of its own. */
export function CasePage({ params: { runId = '', position = '', repeat = '' } }: PageProps) {
  const source = useRunSource()
  const { words } = useWords()
  const place = { position: Number(position), repeat: Number(repeat) }
  const detail = useCaseDetail(runId, place.position, place.repeat)
  const run = useAnswer(runId, async (signal) => source.run(runId, signal))
  if (detail.status === 'loading') return <Loading />
  if (detail.status === 'failed') return <ErrorState error={detail.error} retry={detail.reload} />
  const around = run.status === 'ready' ? placesAround(place, run.value.run.plan) : {}
  return (
    <>
      <PageHead
        title={detail.value.evalCase.id}
        above={
          <div className="row case-way">
            <Link href={`/runs/${runId}`}>← {words.run.title}</Link>
            <Neighbours runId={runId} around={around} />
          </div>
        }
      >
        <CaseActions runId={runId} detail={detail.value} />
      </PageHead>
      <CaseReport runId={runId} detail={detail.value} />
    </>
  )
}

type Place = { readonly position: number; readonly repeat: number }
type Around = { readonly previous?: Place; readonly following?: Place }

/** Repeats of a case come one after the other, then the next case. */
function placesAround({ position, repeat }: Place, plan: RunPlan): Around {
  const at = position * plan.repeat + repeat
  const placeOf = (index: number) => ({ position: Math.floor(index / plan.repeat), repeat: index % plan.repeat })
  return {
    ...(at > 0 && { previous: placeOf(at - 1) }),
    ...(at + 1 < plan.dataset.cases * plan.repeat && { following: placeOf(at + 1) }),
  }
}

function Neighbours({ runId, around: { previous, following } }: { readonly runId: string; readonly around: Around }) {
  const { words } = useWords()
  const [, go] = useLocation()
  const addressOf = ({ position, repeat }: Place) => `/runs/${runId}/cases/${position}/${repeat}`
  const [back, on] = [previous && addressOf(previous), following && addressOf(following)]
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [role=grid]')) return
      if (event.key === 'j' && on !== undefined) go(on)
      if (event.key === 'k' && back !== undefined) go(back)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [back, on, go])
  return (
    <nav className="row" aria-label={words.run.cases} title={words.case.keys}>
      {back !== undefined && (
        <Link className="button" href={back}>
          {words.case.previous}
        </Link>
      )}
      {on !== undefined && (
        <Link className="button" href={on}>
          {words.case.next}
        </Link>
      )}
    </nav>
  )
}
