import './summary.css'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { evaluatedOf, type RunSummary } from '../../../src/core/run/run.ts'
import { percent, rate, rateBounds, rateInterval } from '../../../src/reporters/number-format.ts'
import { notEvaluatedSentence, troubleSentences } from '../../../src/reporters/result-counts.ts'
import type { RunDetail } from '../../../src/server/api/runs.ts'
import { isPaged } from '../../../src/server/paged/paged-run.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { AnswerState, ErrorState, Loading } from '../components/state.tsx'
import { Interval } from '../components/interval.tsx'
import { PageHead } from '../components/page-head.tsx'
import type { PageProps } from '../page-route.ts'
import { useCaseRows } from '../source/use-case-rows.ts'
import { originFacts } from './run/provenance-card.tsx'
import { ReportSections } from './run/report-sections.tsx'
import { runStanding } from './run/run-standing.ts'
import { mostFailures } from './summary/most-failures.ts'
import { useRunDetail } from '../source/use-run-detail.ts'
import { Button } from '../components/button.tsx'
import { PlainTable } from '../components/table/plain-table.tsx'
import { Sentences } from '../components/sentences.tsx'
import { factLine, say } from '../words/say.ts'

/** A run on one sheet for decision makers: result, certainty, main failures, origin. */
export function SummaryPage({ params: { runId = '' } }: PageProps) {
  const run = useRunDetail(runId)
  if (run.status !== 'ready') return <AnswerState of={run} isPage />
  return <Summary key={runId} detail={run.value} reload={run.reload} />
}

function Summary({ detail, reload }: { readonly detail: RunDetail; readonly reload: () => void }) {
  const { plan, summary } = detail.run
  const { rows, complete, error } = useCaseRows(detail, reload)
  return (
    <>
      <PageHead
        title={say('Summary of {run}', { run: plan.name ?? plan.runId })}
        above={
          <Link className="screen-only" href={`/runs/${plan.runId}`}>
            ← {say('Run')}
          </Link>
        }
      >
        <Button onClick={() => print()}>{say('Print')}</Button>
      </PageHead>
      <div className="summary">
        <Decision detail={detail} />
        {error !== undefined && <ErrorState error={error} retry={reload} />}
        {summary !== undefined && error === undefined && (
          <div className="summary-columns">
            {!isPaged(detail.run) && <MostFailures rows={rows} complete={complete} runId={plan.runId} />}
            <ByMetric summary={summary} />
          </div>
        )}
        <div className="summary-columns">
          <ReportSections sections={detail.sections ?? []} />
        </div>
        <Origin detail={detail} />
      </div>
    </>
  )
}

function Decision({ detail }: { readonly detail: RunDetail }) {
  const { summary } = detail.run
  const { of, badge, said } = runStanding(detail)
  return (
    <section className="summary-verdict" data-of={of} aria-label={say('Verdict')}>
      <div className="stack">
        <div className="row">
          <Badge of={badge} />
          <h2>{said}</h2>
        </div>
        {summary !== undefined && <HowSure summary={summary} />}
        <Sentences of={(detail.state === 'finished' && summary?.gate.reasons) || []} className="summary-reasons" />
      </div>
      {summary?.passRate != null && (
        <div className="summary-rate">
          <span className="small soft">{say('Pass rate')}</span>
          <span className="figure">{rate(summary.passRate)}</span>
          <span className="soft">{rateInterval(summary.passRate)}</span>
        </div>
      )}
    </section>
  )
}

/** Expressed as numbers of cases. */
function HowSure({ summary }: { readonly summary: RunSummary }) {
  const { results, passRate } = summary
  const counts = factLine([
    say('{passed} of {total} passed', { passed: results.passed, total: evaluatedOf(results) }),
    results.notEvaluated > 0 && say(notEvaluatedSentence(results.notEvaluated)),
    ...troubleSentences(summary).map(say),
  ])
  return (
    <>
      <p>{counts}</p>
      {passRate !== null && (
        <p className="soft">
          {say(
            'Of 100 cases like these {low} to {high} would pass, as far as {n} results tell (confidence level {level}).',
            { ...rateBounds(passRate), n: passRate.n, level: percent(passRate.level) },
          )}
        </p>
      )}
    </>
  )
}

const mostShown = 5
const casesNamed = 3

type SummaryFailure = {
  readonly rows: Parameters<typeof mostFailures>[0]
  readonly complete: boolean
  readonly runId: string
}

function MostFailures({ rows, complete, runId }: SummaryFailure) {
  const failures = mostFailures(rows)
  if (!complete) return <Loading />
  return (
    <Card title={say('What failed most')}>
      {failures.length === 0 ? (
        <p className="soft">{say('No case failed.')}</p>
      ) : (
        <PlainTable
          title={say('What failed most')}
          className="summary-table"
          rows={failures.slice(0, mostShown).map(({ metric, count, cases, reason }) => ({
            key: metric ?? '',
            cells: [
              <b key="count">{count}</b>,
              <Fragment key="what">
                <span className="foreign">{metric ?? say('Agent error')}</span>
                {reason !== undefined && <p className="soft small foreign">{say(reason)}</p>}
                <p className="small">
                  {cases.slice(0, casesNamed).map(({ caseId, position, repeat }) => (
                    <span key={caseId}>
                      <Link className="foreign" href={`/runs/${runId}/cases/${position}/${repeat}`}>
                        {caseId}
                      </Link>{' '}
                    </span>
                  ))}
                  {cases.length > casesNamed && (
                    <span className="soft">
                      {say('and {count} more {count|case|cases}', { count: cases.length - casesNamed })}
                    </span>
                  )}
                </p>
              </Fragment>,
            ],
          }))}
        />
      )}
    </Card>
  )
}

function ByMetric({ summary }: { readonly summary: RunSummary }) {
  const judged = summary.metrics.filter(({ passRate }) => passRate !== null)
  if (judged.length === 0) return null
  return (
    <Card title={say('Metrics')}>
      <PlainTable
        foreign
        title={say('Metrics')}
        className="summary-table"
        heads={[say('Metric'), say('Pass rate'), say('Scored')]}
        rows={judged.map(({ metric, passRate, scored }) => ({
          key: metric,
          cells: [metric, <Interval key="rate" estimate={passRate} as="share" />, scored],
        }))}
      />
    </Card>
  )
}

/** The provenance in one paragraph. */
function Origin({ detail: { run, prompt } }: { readonly detail: RunDetail }) {
  const judges = [...new Set(run.plan.metrics.flatMap(({ judge }) => judge ?? []))]
  const facts = [...originFacts(run, prompt), [say('Judge'), judges.join(', ')] as const]
  const told = facts.flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [`${name}: ${value}`] : [],
  )
  return <p className="summary-origin foreign">{told.join(' · ')}</p>
}
