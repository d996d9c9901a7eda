import './case.css'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { stringifyJson } from '../../../src/core/basics/json.ts'
import type { RunPlan } from '../../../src/core/run/run.ts'
import { quantity } from '../../../src/reporters/number-format.ts'
import type { CaseDetail } from '../../../src/server/api.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import type { PageProps } from '../page-route.ts'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { useFormats } from '../words/formats.ts'
import { fill, useWords } from '../words/language.tsx'
import { ReviewedDocuments } from './case/case-documents.tsx'
import { CaseFromResult } from './case/case-from-result.tsx'
import { Conversation } from './case/conversation.tsx'
import { JudgedAnswer } from './case/judged-answer.tsx'
import { ScoreReport } from './case/score-report.tsx'
import { YourVerdict } from './case/your-verdict.tsx'

/** One repeat of one case: why it ended as it did, what was said and done, and what everybody thought of it. */
export function CasePage({ params: { runId = '', position = '', repeat = '' } }: PageProps) {
  const source = useRunSource()
  const place = { position: Number(position), repeat: Number(repeat) }
  const detail = useAnswer(`${runId}/${position}/${repeat}`, async (signal) =>
    source.caseDetail(runId, place.position, place.repeat, signal),
  )
  const run = useAnswer(runId, async (signal) => source.run(runId, signal))
  return (
    <>
      {detail.status === 'loading' && <Loading />}
      {detail.status === 'failed' && <ErrorState error={detail.error} retry={detail.reload} />}
      {detail.status === 'ready' && (
        <CaseReport
          runId={runId}
          detail={detail.value}
          around={run.status === 'ready' ? placesAround(place, run.value.run.plan) : {}}
        />
      )}
    </>
  )
}

type Shown = {
  readonly runId: string
  readonly detail: CaseDetail
  readonly around: Around
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

function CaseReport({ runId, detail, around }: Shown) {
  const source = useRunSource()
  const { words, say } = useWords()
  const { live } = useRunSource()
  const { evalCase, result, scores, invocations } = detail
  const failure = result?.transcript.failure
  return (
    <>
      <PageHead
        title={evalCase.id}
        above={
          <div className="row case-way">
            <Link href={`/runs/${runId}`}>← {words.run.title}</Link>
            <Neighbours runId={runId} around={around} />
          </div>
        }
      >
        <Badge of={result?.verdict ?? 'running'} />
        {detail.repeat > 0 && <span className="soft">{fill(words.case.repeat, { repeat: detail.repeat + 1 })}</span>}
        <CaseFromResult
          runId={runId}
          position={detail.position}
          repeat={detail.repeat}
          isReview={evalCase.review !== undefined}
        />
      </PageHead>
      {result === undefined && <p className="soft">{words.case.unended}</p>}
      {failure !== undefined && (
        <div className="case-failure" role="note">
          <p className="foreign">{say(failure.reason)}</p>
          {failure.hint !== undefined && <p className="soft foreign">{say(failure.hint)}</p>}
          {failure.stack !== undefined && <pre className="soft small foreign">{failure.stack}</pre>}
        </div>
      )}
      <div className="case-columns">
        <div className="stack">
          <JudgedAnswer scores={scores} invocations={invocations} />
          <Card title={words.case.conversation}>
            <Conversation evalCase={evalCase} invocations={invocations} />
          </Card>
          {live && evalCase.review !== undefined && <ReviewedDocuments runId={runId} detail={detail} />}
        </div>
        <div className="stack">
          <Card title={words.case.scores}>
            {scores.length === 0 && <p className="soft">{words.case.noScores}</p>}
            {scores.map((score) => (
              <ScoreReport key={score.metric} score={score} />
            ))}
          </Card>
          {result !== undefined && source.live && <YourVerdict runId={runId} detail={detail} />}
          {result !== undefined && <CostCard result={result} />}
          <About detail={detail} />
        </div>
      </div>
    </>
  )
}

function Neighbours({ runId, around: { previous, following } }: Omit<Shown, 'detail'>) {
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

function CostCard({ result }: { readonly result: NonNullable<CaseDetail['result']> }) {
  const { words } = useWords()
  const { duration } = useFormats()
  const { cost, durationMs } = result
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    [words.case.duration, duration(durationMs)],
    [words.case.inputTokens, cost.inputTokens],
    [words.case.outputTokens, cost.outputTokens],
    [words.case.toolCallCount, cost.toolCalls],
    [words.case.judgeCalls, cost.judge?.calls],
    [words.case.dollars, cost.judge?.dollars === undefined ? undefined : quantity(cost.judge.dollars)],
  ]
  return (
    <Card title={words.case.cost}>
      <dl className="case-facts">
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt className="soft small">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

/** What the case has beside its conversation. */
function About({ detail: { evalCase, invocations } }: { readonly detail: CaseDetail }) {
  const { words } = useWords()
  const parts: readonly (readonly [string, unknown])[] = [
    [words.case.metadata, evalCase.metadata],
    [words.case.state, evalCase.session?.state],
    [words.case.finalState, invocations.at(-1)?.sessionState],
  ]
  const shown = parts.filter(([, value]) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <Card>
      {shown.map(([name, value]) => (
        <details key={name}>
          <summary>{name}</summary>
          <pre className="foreign case-json">{stringifyJson(value, 2)}</pre>
        </details>
      ))}
    </Card>
  )
}
