import './run-head.css'
import './rerun/rerun-of.css'
import { Link } from 'wouter'
import { message } from '../../../../src/core/basics/message.ts'
import type { Estimate } from '../../../../src/core/run/estimate.ts'
import { type GateResult, type RunSummary, evaluatedOf, isGated, type RunPlan } from '../../../../src/core/run/run.ts'
import { agentCostsMore, agentDollarsOf } from '../../../../src/core/run/case-result.ts'
import { percent, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import { notEvaluatedSentence, troubleSentences } from '../../../../src/reporters/result-counts.ts'
import type { Progress, RunDetail } from '../../../../src/server/api/runs.ts'
import { Badge } from '../../components/badge.tsx'
import { Interval } from '../../components/interval.tsx'
import type { RowsSoFar } from '../../source/use-case-rows.ts'
import { useRunSource, type RunSource } from '../../source/run-source.ts'
import { useServerGone } from '../../source/server-status.ts'
import { RunAgain } from './run-again.tsx'
import { RunControls } from './run-controls.tsx'
import { runStanding } from './run-standing.ts'
import { RunNotesView } from './run-notes.tsx'
import { comparisonPath } from '../compare/use-compared-runs.ts'
import { useState } from 'react'
import { useComparisons } from '../../source/use-comparisons.ts'
import { Button } from '../../components/button.tsx'
import { factLine, formatted, sayFirst as say } from '../../words/say.ts'

type RunHeadProps = { readonly detail: RunDetail; readonly soFar: RowsSoFar; readonly reload: () => void }

/** The verdict with its reasons, counts, cost and time in a few lines. */
export function RunHead({ detail, soFar: { progress, leftMs }, reload }: RunHeadProps) {
  const { state, run } = detail
  const { summary } = run
  const gate = state === 'finished' ? summary?.gate : undefined
  const { of, badge, said } = runStanding(detail)
  return (
    <section className="card run-verdict" data-state={of}>
      <div className="row run-head-line">
        <Badge of={badge} />
        <h2>{said}</h2>
        {summary !== undefined && <Counts summary={summary} durationMs={run.durationMs} />}
        {gate !== undefined && <Reasons gate={gate} />}
        <div className="row run-head-controls">
          <RunControls key={state} detail={detail} reload={reload} />
          {state === 'finished' && hasNotPassed(summary) && (
            <RunAgain runId={run.plan.runId} only={[...notPassed]} label={say('Run again what did not pass')} />
          )}
        </div>
      </div>
      {summary?.corrected?.passRate !== undefined && (
        <AsPeople runId={run.plan.runId} estimate={summary.corrected.passRate.estimate} />
      )}
      {detail.view !== undefined && <PartOnly view={detail.view} />}
      <RunNotesView detail={detail} />
      {state === 'running' && progress !== undefined && <RunProgress progress={progress} leftMs={leftMs} />}
      {state === 'running' && (
        <div>
          <NotifyButton plan={run.plan} />
        </div>
      )}
      <RerunOf detail={detail} />
    </section>
  )
}

/** Says which results a partial report contains and their verdicts; everything else is of the whole run. */
function PartOnly({ view }: { readonly view: NonNullable<RunDetail['view']> }) {
  const { filter, shown, of, passed, evaluated, passRate } = view
  return (
    <div className="run-part" role="note">
      <p>
        <b>{say('Only {shown} of {of} results, filtered by:', { shown, of })}</b>{' '}
        <span className="foreign">{filter}</span>
      </p>
      <p className="row">
        {say('Of these {passed} of {evaluated} passed', { passed, evaluated })}{' '}
        <Interval estimate={passRate} as="share" />
      </p>
      <p className="soft small">{say('Verdict, gate, metrics and provenance are those of the whole run.')}</p>
    </div>
  )
}

const notPassed = ['failed', 'error', 'not-evaluated'] as const

function hasNotPassed(summary: RunSummary | undefined): boolean {
  return summary !== undefined && summary.results.passed < summary.results.total
}

function Counts({ summary, durationMs }: { readonly summary: RunSummary; readonly durationMs: number | undefined }) {
  const { results, repeats, cost, evidence } = summary
  const spent = [
    ['{amount} of the agent', agentDollarsOf(cost), agentCostsMore(cost, evidence)],
    ['{amount} of the judge', cost.judge?.dollars, cost.judge?.unpriced !== undefined],
  ] as const
  const [at, hat] = [repeats?.passAtK.at(-1), repeats?.passHatK.at(-1)]
  const said = factLine([
    say('{passed} of {total} passed', { passed: results.passed, total: evaluatedOf(results) }),
    ...troubleSentences(summary).map(say),
    at && `pass@${at.k} ${percent(at.estimate.value)}`,
    hat && `pass^${hat.k} ${percent(hat.estimate.value)}`,
    ...spent.map(
      ([text, dollars, more]) => dollars !== undefined && say(text, { amount: formatted.dollars(dollars, more) }),
    ),
    durationMs !== undefined && formatted.duration(durationMs),
  ])
  return (
    <>
      <Interval estimate={summary.passRate} as="share" />
      {results.notEvaluated > 0 && <b className="run-unevaluated">{say(notEvaluatedSentence(results.notEvaluated))}</b>}
      <span>{said}</span>
    </>
  )
}

/** The pass rate corrected by people's labels, with a link. */
function AsPeople({ runId, estimate }: { readonly runId: string; readonly estimate: Estimate }) {
  const { live } = useRunSource()
  const sentence = say(
    message('Corrected by labels: people would pass {rate} ({interval})', {
      rate: rate(estimate),
      interval: rateInterval(estimate),
    }),
  )
  return <p>{live ? <Link href={`/labels?run=${runId}&metric=`}>{sentence}</Link> : sentence}</p>
}

const shortReason = 150

/** One reason on one line; further ones are folded. */
function Reasons({ gate }: { readonly gate: GateResult }) {
  const [first, ...others] = gate.reasons.map(say)
  if (first === undefined) {
    if (!isGated(gate) || !gate.passed) return null
    return <p className="soft">{say('Every rule of the gate is met: {rules}.', { rules: gate.rules.join(', ') })}</p>
  }
  if (others.length === 0 && first.length <= shortReason) return <p className="foreign">{first}</p>
  return (
    <details className="run-fold">
      <summary>
        <span className="run-fold-first">
          <bdi>{first}</bdi>
        </span>{' '}
        {others.length > 0 && (
          <span className="soft">{say('{count} more {count|reason|reasons}', { count: others.length })}</span>
        )}
      </summary>
      <ul className="run-reasons" aria-label={say('Why')}>
        {[first, ...others].map((reason) => (
          <li key={reason} className="foreign">
            {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

function RunProgress({ progress, leftMs }: { readonly progress: Progress; readonly leftMs: number | undefined }) {
  const { done, planned, results, dollars } = progress
  // The remaining time is unknown while the server is away.
  const isGone = useServerGone() !== undefined
  const isLeft = leftMs !== undefined && done < planned && !isGone
  const said = factLine([
    say('{done} of {planned} done', { done, planned }),
    say('{passed} of {total} passed', { passed: results.passed, total: evaluatedOf(results) }),
    results.notEvaluated > 0 && say(notEvaluatedSentence(results.notEvaluated)),
    isLeft && say('about {time} left', { time: formatted.duration(leftMs) }),
    formatted.dollars(dollars),
  ])
  return (
    <div className="stack run-progress">
      <progress value={done} max={planned} aria-label={said} />
      <output>{said}</output>
    </div>
  )
}

/** The former verdicts of rerun cases, and what the rerun does not prove. */
function RerunOf({ detail: { rerunOf, run, state } }: { readonly detail: RunDetail }) {
  if (rerunOf === undefined) return null
  return (
    <div className="rerun-of">
      <p>
        {say('Cases of this run, played again:')} <Link href={`/runs/${rerunOf}`}>{rerunOf}</Link>
      </p>
      {state === 'finished' && <Compared first={rerunOf} second={run.plan.runId} />}
    </div>
  )
}

/** What differs in a rerun by what it is: some of the cases, of an agent that was changed. */
const expected: ReadonlySet<string> = new Set(['cases', 'commit', 'config', 'prompt', 'models'])

function Compared({ first, second }: { readonly first: string; readonly second: string }) {
  const comparison = useComparisons(first, [second])
  // The old run may be deleted, and a report lacks most comparisons.
  const [compared] = comparison.value ?? []
  if (compared === undefined) return null
  const { cases, better, worse, same, settings } = compared
  const again = cases.filter((one) => one.second !== undefined).length
  const left = again - better - worse - same
  return (
    <>
      <p>
        <output>
          {say('{count} {count|case|cases} again: {better} better, {worse} worse', { better, worse, count: again })}
        </output>{' '}
        <Link href={comparisonPath(first, [second])}>{say('Compare both')}</Link>
      </p>
      {left > 0 && <p>{say('{count} not compared: of other content, or not evaluated', { count: left })}</p>}
      {settings.some(({ setting }) => !expected.has(setting)) && (
        <p>{say('Settings differ too, which may explain it.')}</p>
      )}
      <p className="soft small">
        {say(
          'Cases chosen for having failed pass sometimes by chance alone: a run of all cases says whether the agent is better.',
        )}
      </p>
    </>
  )
}

/** Runs whose end this tab announces. */
const wanted = new Set<string>()

const notified = {
  wanted: 'You will be notified as long as this tab is open.',
  denied: 'The browser does not allow notifications of this page.',
} as const

/** Asks for a browser notification at the end of the run. */
function NotifyButton({ plan }: { readonly plan: RunPlan }) {
  const source = useRunSource()
  const [state, setState] = useState<'open' | 'wanted' | 'denied'>(wanted.has(plan.runId) ? 'wanted' : 'open')
  // Notifications exist only on this machine's own address and with https.
  if (!('Notification' in window) || !source.live) return null
  if (state !== 'open') return <span className="soft small">{say(notified[state])}</span>

  async function ask(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return setState('denied')
    setState('wanted')
    wanted.add(plan.runId)
    notifyOfEnd(source, plan.runId, (ended) => {
      const { results } = ended.run.summary ?? {}
      const counts =
        results && say('{passed} of {total} passed', { passed: results.passed, total: evaluatedOf(results) })
      const body = factLine([runStanding(ended).said, counts])
      const notification = new Notification(plan.name ?? plan.runId, { body, tag: plan.runId })
      notification.addEventListener('click', () => window.focus())
    })
  }

  return <Button onClick={() => void ask()}>{say('Notify me when it is done')}</Button>
}

function notifyOfEnd(source: RunSource, runId: string, tell: (detail: RunDetail) => void): void {
  const stop = source.watchList(() => {
    source.ask('run', { params: { runId } }).then(
      (detail) => {
        if (detail.state === 'running' || !wanted.delete(runId)) return
        stop()
        tell(detail)
      },
      // The next change of the list tries again.
      () => undefined,
    )
  })
}
