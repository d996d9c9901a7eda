import './run.css'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Progress, RunDetail } from '../../../src/server/api/runs.ts'
import { isPaged } from '../../../src/server/paged/paged-run.ts'
import { AnswerState, ErrorState } from '../components/state.tsx'
import { PlainTable } from '../components/table/plain-table.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useToast } from '../components/toast.tsx'
import type { PageProps } from '../page-route.ts'
import { useRunSource } from '../source/run-source.ts'
import { useCaseRows } from '../source/use-case-rows.ts'
import { useFollowedRun, useRunDetail } from '../source/use-run-detail.ts'
import { RunPictures } from './run/pictures/run-pictures.tsx'
import { ProvenanceCard } from './run/provenance-card.tsx'
import { ReportSections } from './run/report-sections.tsx'
import { RunHead } from './run/run-head.tsx'
import { PagedWorkbench } from './run/paged/paged-workbench.tsx'
import { Workbench } from './run/workbench/workbench.tsx'
import { isFiltered, parseTableView, printTableView, scoreField } from '../../../src/server/view/table-view.ts'
import { CommandLine } from '../components/command-line.tsx'
import { ExportLinks, ExportMenu } from '../components/export-links.tsx'
import { fileAddress } from '../source/call-api.ts'
import type { MetricSummary } from '../../../src/core/run/run.ts'
import { count } from '../../../src/reporters/number-format.ts'
import { missingScores, notApplicableSentence } from '../../../src/reporters/result-counts.ts'
import { BreakingName } from '../components/breaking-name.tsx'
import { Card } from '../components/card.tsx'
import { Interval } from '../components/interval.tsx'
import { useCondition } from './run/workbench/use-table-view.ts'
import { formatted, sayFirst as say } from '../words/say.ts'

/** A run's page: verdict, metrics, pictures and all cases. */
export function RunPage({ params: { runId = '' } }: PageProps) {
  const run = useRunDetail(runId)
  if (run.status !== 'ready') return <AnswerState of={run} isPage />
  return <RunReport key={runId} detail={run.value} reload={run.reload} />
}

function RunReport({ detail, reload }: { readonly detail: RunDetail; readonly reload: () => void }) {
  const { live } = useRunSource()
  const { plan, summary } = detail.run
  const tell = useToast()
  const { latestRound } = detail
  const isWatched = latestRound !== undefined
  const inPages = live && isPaged(detail.run)
  const soFar = useCaseRows(detail, () => {
    if (!isWatched) tell(say('The run has ended'))
    reload()
  })
  useFollowedRun(detail, reload)
  useRounds(detail)
  return (
    <>
      <PageHead title={plan.name ?? plan.runId} progress={shareDone(detail, soFar.progress)}>
        <span className="soft">{formatted.dateTime(plan.createdAt)}</span>
        <Link className="button" href={`/runs/${plan.runId}/summary`}>
          {say('Summary')}
        </Link>
        {live && (
          <Link className="button" href={`/runs/${plan.runId}/mutation`}>
            {say('Blind spots')}
          </Link>
        )}
        {live && <ExportRun runId={plan.runId} />}
      </PageHead>
      <RunHead detail={detail} soFar={soFar} reload={reload} />
      {!inPages && <RunPictures plan={plan} summary={summary} soFar={soFar} />}
      {soFar.error !== undefined && <ErrorState error={soFar.error} retry={reload} />}
      {soFar.error === undefined && inPages && <PagedWorkbench detail={detail} progress={soFar.progress} />}
      {soFar.error === undefined && !inPages && <Workbench detail={detail} soFar={soFar} />}
      {summary !== undefined && <Metrics metrics={summary.metrics} />}
      <ReportSections sections={detail.sections ?? []} />
      <ProvenanceCard detail={detail} />
    </>
  )
}

/** Shows the next round of a `shinsa watch` session when it begins. */
function useRounds({ run, latestRound }: RunDetail): void {
  const [, navigate] = useLocation()
  const { runId } = run.plan
  useEffect(() => {
    if (latestRound !== undefined && latestRound !== runId) navigate(`/runs/${latestRound}`, { replace: true })
  }, [latestRound, runId, navigate])
}

function shareDone({ state }: RunDetail, progress: Progress | undefined): number | undefined {
  return state === 'running' && progress !== undefined ? progress.done / progress.planned : undefined
}

/** Downloads of the run, and of what its table shows. */
function ExportRun({ runId }: { readonly runId: string }) {
  const [search] = useSearchParams()
  const path = fileAddress('run', { runId })
  const view = parseTableView(search)
  const query = String(printTableView({ ...view, sort: '', thenBy: '', columns: undefined }))
  return (
    <ExportMenu>
      <ExportLinks path={path} formats={['html', 'json', 'junit', 'csv', 'markdown']} />
      {isFiltered(view) && (
        <>
          <li className="menu-head">{say('What the table shows now')}</li>
          <ExportLinks path={path} formats={['html', 'json', 'csv']} query={{ view: query }} />
          <li>
            <CommandLine label={say('On the command line')} text={`shinsa export ${runId} --html --view '${query}'`} />
          </li>
        </>
      )}
    </ExportMenu>
  )
}

/** All metrics with intervals, and what could not be evaluated. */
function Metrics({ metrics }: { readonly metrics: readonly MetricSummary[] }) {
  return (
    <Card title={say('Metrics')}>
      <PlainTable
        title={say('Metrics')}
        className="run-metrics"
        heads={[say('Metric'), say('Pass rate'), say('Mean'), say('Scored'), say('Not scored')]}
        rows={metrics.map((metric) => ({ key: metric.metric, cells: metricCells(metric) }))}
      />
    </Card>
  )
}

function metricCells(metric: MetricSummary): readonly ReactNode[] {
  const { scored, measured, passRate, mean, unit, judges = [] } = metric
  return [
    <Fragment key="head">
      <MetricName metric={metric} />
      {judges.length > 0 && <span className="soft small run-judge">{`${say('Judge')}: ${judges.join(', ')}`}</span>}
    </Fragment>,
    passRate === null ? '–' : <Interval key="rate" estimate={passRate} as="share" />,
    <Interval key="mean" estimate={mean} as="mean" unit={unit} />,
    count(scored + measured),
    <Missing key="missing" metric={metric} />,
  ]
}

type MetricProps = { readonly metric: MetricSummary }

function Missing({ metric }: MetricProps) {
  const { notApplicable = 0 } = metric
  const missing = missingScores(metric).map(say).join(', ')
  const silent = notApplicable > 0 ? say(notApplicableSentence(notApplicable)) : ''
  if (missing === '' && silent === '') return '–'
  return (
    <>
      {missing !== '' && <span className="run-missing">{missing}</span>}
      {missing !== '' && silent !== '' && ', '}
      <span className="soft">{silent}</span>
    </>
  )
}

/** Filters the table by the metric's failures; a quantity's name is no button. */
function MetricName({ metric: { metric, scored, agentErrors = 0 } }: MetricProps) {
  const { wanted, change } = useCondition(scoreField(metric))
  if (scored === 0) return <span className="foreign">{metric}</span>
  const isChosen = wanted.includes('failed')
  function act(): void {
    // Where the agent failed there is no score, and it counts all the same.
    change(isChosen ? [] : agentErrors > 0 ? ['failed', 'error'] : ['failed'])
    // The table is above: the focus moves to its rows.
    document.querySelector<HTMLElement>('#cases')?.focus()
  }
  return (
    <button
      type="button"
      className="run-metric foreign"
      title={`${metric}: ${say('show only its failures')}`}
      aria-pressed={isChosen}
      onClick={act}
    >
      <BreakingName name={metric} />
    </button>
  )
}
