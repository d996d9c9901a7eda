import './side-by-side.css'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { responseTextOf, textOf } from '../../../../src/core/invocation.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import type { CaseDetail } from '../../../../src/server/api.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useWords } from '../../words/language.tsx'
import type { ComparedRow } from './compared-cases.tsx'

type Both = { readonly first: string; readonly second: string; readonly compared: ComparedRow }

/** What both runs answered in one case, and how it was scored. */
export function SideBySide({ first, second, compared }: Both) {
  const { words } = useWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, and what an effect returns is how to undo it.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Card title={fill(words.compare.side, { case: compared.caseId })}>
        <div className="side-by-side">
          <Side title={words.compare.first} runId={first} position={compared.positions.first} />
          <Side title={words.compare.second} runId={second} position={compared.positions.second} />
        </div>
      </Card>
    </div>
  )
}

type SideProps = { readonly title: string; readonly runId: string; readonly position: number | undefined }

function Side({ title, runId, position }: SideProps) {
  const { words } = useWords()
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      {position === undefined ? (
        <p className="soft">{words.compare.absent}</p>
      ) : (
        <Result runId={runId} position={position} />
      )}
    </section>
  )
}

function Result({ runId, position }: { readonly runId: string; readonly position: number }) {
  const { words } = useWords()
  const source = useRunSource()
  const detail = useAnswer(`${runId} ${position}`, (signal) => source.caseDetail(runId, position, 0, signal))
  if (detail.status === 'loading') return <Loading />
  if (detail.status === 'failed') return <ErrorState error={detail.error} retry={detail.reload} />
  return (
    <>
      <p className="row">
        <Badge of={detail.value.result?.verdict ?? 'none'} />
        <Link href={`/runs/${runId}/cases/${position}/0`}>{words.compare.open}</Link>
      </p>
      <Exchanges detail={detail.value} />
      <Scores scores={detail.value.scores} />
    </>
  )
}

function Exchanges({ detail: { invocations } }: { readonly detail: CaseDetail }) {
  const { words } = useWords()
  return invocations.map((invocation, index) => (
    <div key={invocation.id ?? index} className="side-exchange">
      <p className="small soft foreign">{textOf(invocation.userContent)}</p>
      <p className="foreign">{responseTextOf(invocation) ?? words.compare.noAnswer}</p>
    </div>
  ))
}

function Scores({ scores }: { readonly scores: CaseDetail['scores'] }) {
  const { say } = useWords()
  return (
    <ul className="stack side-scores">
      {scores.map((score) => (
        <li key={score.metric}>
          <span className="row">
            <Badge of={score.status === 'scored' ? (score.passed ? 'passed' : 'failed') : score.status} short />
            <span>{score.metric}</span>
            {'value' in score && <b>{decimal(score.value)}</b>}
          </span>
          {'reason' in score && score.reason !== undefined && (
            <span className="small soft foreign">{say(score.reason)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
