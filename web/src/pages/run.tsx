import './run.css'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { evaluatedOf, isGated } from '../../../src/core/run/run.ts'
import type { GateResult, RunPlan, RunSummary } from '../../../src/core/run/run.ts'
import { quantity } from '../../../src/reporters/number-format.ts'
import { notEvaluatedSentence, troubleSentences } from '../../../src/reporters/result-counts.ts'
import type { Progress, RunDetail } from '../../../src/server/api.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Interval } from '../components/interval.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useToast } from '../components/toast.tsx'
import type { PageProps } from '../page-route.ts'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { useCaseRows } from '../source/use-case-rows.ts'
import type { RowsSoFar } from '../source/use-case-rows.ts'
import { useFormats } from '../words/formats.ts'
import { fill, useWords } from '../words/language.tsx'
import { CaseTable } from './run/case-table.tsx'
import { ExportMenu } from './run/export-menu.tsx'
import { Metrics } from './run/metrics.tsx'
import { RunPictures } from './run/pictures/run-pictures.tsx'
import { ReportSections } from './run/report-sections.tsx'
import { RerunOf } from './run/rerun/rerun-of.tsx'
import { RunAgain } from './run/run-again.tsx'
import { RunControls } from './run/run-controls.tsx'
import { RunNotes } from './run/run-notes.tsx'

const lookAgainMs = 3000

/** One run: the verdict and why, what was measured and what was not, and every case. */
export function RunPage({ params: { runId = '' } }: PageProps) {
  const source = useRunSource()
  const run = useAnswer(runId, async (signal) => source.run(runId, signal))
  if (run.status === 'loading') return <Loading />
  if (run.status === 'failed') return <ErrorState error={run.error} retry={run.reload} />
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
  const [, navigate] = useLocation()
  const soFar = useCaseRows(detail, () => {
    if (!isWatched) tell(words.run.ended)
    reload()
  })
  // Somebody may go on with it, here or on a command line, or play another round.
  const mayGoOn = live && (isWatched ? detail.state !== 'running' : /^(interrupted|stopped)$/.test(detail.state))
  useEffect(() => {
    if (!mayGoOn) return undefined
    const timer = setInterval(reload, isWatched ? lookAgainMs / 3 : lookAgainMs)
    return () => clearInterval(timer)
  }, [mayGoOn, isWatched, reload])
  useEffect(() => {
    if (latestRound !== undefined && latestRound !== plan.runId) navigate(`/runs/${latestRound}`, { replace: true })
  }, [latestRound, plan.runId, navigate])
  return (
    <>
      <PageHead title={plan.name ?? plan.runId}>
        <span className="soft">{dateTime(plan.createdAt)}</span>
        {live && <ExportMenu runId={plan.runId} />}
      </PageHead>
      <Verdict detail={detail} soFar={soFar} reload={reload} />
      <RunPictures plan={plan} summary={summary} soFar={soFar} />
      <section className="stack" aria-label={words.run.cases}>
        <h2>{words.run.cases}</h2>
        {soFar.error === undefined ? (
          <CaseTable
            runId={plan.runId}
            repeat={plan.repeat}
            soFar={soFar}
            unended={detail.state === 'running' ? 'running' : 'interrupted'}
          />
        ) : (
          <ErrorState error={soFar.error} retry={reload} />
        )}
      </section>
      {summary !== undefined && <Metrics metrics={summary.metrics} />}
      <ReportSections sections={detail.sections ?? []} />
      <Details plan={plan} durationMs={detail.run.durationMs} summary={summary} />
    </>
  )
}

type Reported = { readonly detail: RunDetail; readonly soFar: RowsSoFar; readonly reload: () => void }

/** The verdict first, then the reasons for it. */
function Verdict({ detail, soFar: { progress, leftMs }, reload }: Reported) {
  const { words, say } = useWords()
  const { state, run } = detail
  const { summary } = run
  const gate = state === 'finished' ? summary?.gate : undefined
  return (
    <section className="card run-verdict" data-state={gate === undefined ? state : decisionOf(gate)}>
      <div className="row">
        <Badge of={gate === undefined ? state : badges[decisionOf(gate)]} />
        <h2>
          {gate !== undefined
            ? words.run[decisionOf(gate)]
            : state === 'finished'
              ? words.verdict.none
              : words.run[state]}
        </h2>
      </div>
      {summary !== undefined && <Counts summary={summary} />}
      {gate !== undefined && gate.reasons.length > 0 && (
        <ul className="run-reasons" aria-label={words.run.why}>
          {gate.reasons.map((reason) => (
            <li key={say(reason)} className="foreign">
              {say(reason)}
            </li>
          ))}
        </ul>
      )}
      {gate !== undefined && decisionOf(gate) === 'passed' && (
        <p className="soft">{fill(words.run.allRules, { rules: gate.rules.join(', ') })}</p>
      )}
      <RunNotes detail={detail} />
      {state === 'running' && progress !== undefined && <RunProgress progress={progress} leftMs={leftMs} />}
      <RerunOf detail={detail} />
      <div className="row">
        <RunControls key={state} detail={detail} reload={reload} />
        {state === 'finished' && hasNotPassed(summary) && (
          <RunAgain runId={run.plan.runId} only={[...notPassed]} label={words.rerun.failed} />
        )}
      </div>
    </section>
  )
}

const notPassed = ['failed', 'error', 'not-evaluated'] as const

function hasNotPassed(summary: RunSummary | undefined): boolean {
  return summary !== undefined && summary.results.passed < summary.results.total
}

const badges = { passed: 'passed', failed: 'failed', notGated: 'not-gated' } as const

/** A gate that nobody asked for anything has not passed. */
function decisionOf(gate: GateResult): 'passed' | 'failed' | 'notGated' {
  if (!isGated(gate)) return 'notGated'
  return gate.passed ? 'passed' : 'failed'
}

function Counts({ summary }: { readonly summary: RunSummary }) {
  const { words, say } = useWords()
  const { results } = summary
  const troubles = troubleSentences(summary).map(say)
  return (
    <div className="row run-counts">
      <Interval estimate={summary.passRate} as="share" />
      {results.notEvaluated > 0 && <b className="run-unevaluated">{say(notEvaluatedSentence(results.notEvaluated))}</b>}
      <span>
        {[fill(words.run.counts, { passed: results.passed, total: evaluatedOf(results) }), ...troubles].join(' · ')}
      </span>
    </div>
  )
}

function RunProgress({ progress, leftMs }: { readonly progress: Progress; readonly leftMs: number | undefined }) {
  const { done, planned, results, dollars } = progress
  const { words, say } = useWords()
  const { duration } = useFormats()
  const said = [
    fill(words.run.progress, { done, planned }),
    fill(words.run.counts, { passed: results.passed, total: evaluatedOf(results) }),
    ...(results.notEvaluated > 0 ? [say(notEvaluatedSentence(results.notEvaluated))] : []),
    ...(leftMs === undefined || done === planned ? [] : [fill(words.run.left, { time: duration(leftMs) })]),
    ...(dollars === undefined ? [] : [`$${quantity(dollars)}`]),
  ].join(' · ')
  return (
    <div className="stack run-progress">
      <progress value={done} max={planned} aria-label={said} />
      <output>{said}</output>
    </div>
  )
}

type What = {
  readonly plan: RunPlan
  readonly durationMs: number | undefined
  readonly summary: RunSummary | undefined
}

function Details({ plan, durationMs, summary }: What) {
  const { words, say } = useWords()
  const { duration } = useFormats()
  const facts: readonly (readonly [string, string])[] = [
    [words.runs.run, plan.runId],
    [words.runs.dataset, plan.dataset.name ?? plan.dataset.id],
    [words.runs.target, plan.target.name],
    [words.run.metrics, plan.metrics.map(({ name }) => name).join(', ')],
    [words.run.repeat, String(plan.repeat)],
    [words.run.seed, String(plan.seed)],
    [words.run.version, plan.version],
    ...(durationMs === undefined ? [] : [[words.run.time, duration(durationMs)] as const]),
    ...(summary?.cost.judge?.dollars === undefined
      ? []
      : [[words.run.cost, `$${quantity(summary.cost.judge.dollars)}`] as const]),
  ]
  return (
    <Card title={words.run.details}>
      <dl className="run-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="soft small">{name}</dt>
            <dd className="foreign">{value}</dd>
          </div>
        ))}
      </dl>
      {summary?.notes !== undefined && summary.notes.length > 0 && (
        <ul aria-label={words.run.notes}>
          {summary.notes.map((note) => (
            <li key={say(note)} className="soft foreign">
              {say(note)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
