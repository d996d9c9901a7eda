import './run.css'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { Progress, RunDetail } from '../../../src/server/api/runs.ts'
import { isPaged } from '../../../src/server/paged/paged-run.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useToast } from '../components/toast.tsx'
import type { PageProps } from '../page-route.ts'
import { useRunSource } from '../source/run-source.ts'
import { useCaseRows, type RowsSoFar } from '../source/use-case-rows.ts'
import { useFollowedRun } from '../source/use-followed-run.ts'
import { useRunDetail } from '../source/use-run-detail.ts'
import { useFormats } from '../words/formats.ts'
import { useWords } from '../words/language.tsx'
import { ExportMenu } from './run/export-menu.tsx'
import { Metrics } from './run/metrics.tsx'
import { RunPictures } from './run/pictures/run-pictures.tsx'
import { ProvenanceCard } from './run/provenance-card.tsx'
import { ReportSections } from './run/report-sections.tsx'
import { RunHead } from './run/run-head.tsx'
import { PagedWorkbench } from './run/paged/paged-workbench.tsx'
import { Workbench } from './run/workbench/workbench.tsx'

const lookAgainMs = 1000

/** One run: the verdict and why, what was measured and what was not, and every case. */
export function RunPage({ params: { runId = '' } }: PageProps) {
  const run = useRunDetail(runId)
  if (run.status === 'loading') return <Loading />
  if (run.status === 'failed') return <ErrorState error={run.error} retry={run.reload} isPage />
  return <RunReport key={runId} detail={run.value} reload={run.reload} />
}

function RunReport({ detail, reload }: { readonly detail: RunDetail; readonly reload: () => void }) {
  const { words } = useWords()
  const { dateTime } = useFormats()
  const { live } = useRunSource()
  const { plan, summary } = detail.run
  const tell = useToast()
  const { latestRound } = detail
  const isWatched = latestRound !== undefined
  const inPages = live && isPaged(detail.run)
  const [, navigate] = useLocation()
  const soFar = useCaseRows(detail, () => {
    if (!isWatched) tell(words.run.ended)
    reload()
  })
  useFollowedRun(detail, reload)
  // Another round of the session may begin.
  const mayGoOn = live && isWatched && detail.state !== 'running'
  useEffect(() => {
    if (!mayGoOn) return undefined
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [mayGoOn, reload])
  useEffect(() => {
    if (latestRound !== undefined && latestRound !== plan.runId) navigate(`/runs/${latestRound}`, { replace: true })
  }, [latestRound, plan.runId, navigate])
  return (
    <>
      <PageHead title={plan.name ?? plan.runId} progress={shareDone(detail, soFar.progress)}>
        <span className="soft">{dateTime(plan.createdAt)}</span>
        <Link className="button" href={`/runs/${plan.runId}/summary`}>
          {words.titles.summary}
        </Link>
        {live && <ExportMenu runId={plan.runId} />}
      </PageHead>
      <RunHead detail={detail} soFar={soFar} reload={reload} />
      {!inPages && <RunPictures plan={plan} summary={summary} soFar={soFar} />}
      {soFar.error === undefined ? (
        <Cases inPages={inPages} detail={detail} soFar={soFar} />
      ) : (
        <ErrorState error={soFar.error} retry={reload} />
      )}
      {summary !== undefined && <Metrics metrics={summary.metrics} />}
      <ReportSections sections={detail.sections ?? []} />
      <ProvenanceCard detail={detail} />
    </>
  )
}

type CasesProps = { readonly detail: RunDetail; readonly soFar: RowsSoFar; readonly inPages: boolean }

function Cases({ detail, soFar, inPages }: CasesProps) {
  if (inPages) return <PagedWorkbench detail={detail} progress={soFar.progress} />
  return <Workbench detail={detail} soFar={soFar} />
}

function shareDone({ state }: RunDetail, progress: Progress | undefined): number | undefined {
  return state === 'running' && progress !== undefined ? progress.done / progress.planned : undefined
}
