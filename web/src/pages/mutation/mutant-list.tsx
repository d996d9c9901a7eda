import { useState } from 'react'
import { Link } from 'wouter'
import type { MutantDetail, MutationPage } from '../../../../src/server/api/mutation.ts'
import { Card } from '../../components/card.tsx'
import { AnswerState } from '../../components/answer-state.tsx'
import { useApi } from '../../source/use-answer.ts'
import { say } from '../../words/say.ts'

type Operator = MutationPage['operators'][number]
type MutantListProps = { readonly runId: string; readonly operator: Operator }

const fates = {
  killed: 'noticed',
  alive: 'not noticed',
  equivalent: 'equivalent',
  uncertain: 'cannot tell',
} as const

/** The mutants of an operator, unnoticed ones first; one of them is shown beside the original. */
export function MutantList({ runId, operator: { operator, mutants } }: MutantListProps) {
  const [at, setAt] = useState(0)
  const shown = mutants[at]
  return (
    <Card title={say('Mutants of {operator}', { operator })}>
      <div className="mutation-columns">
        <ol className="mutation-list">
          {mutants.map(({ caseId, place, change, fate, killedBy }, index) => (
            <li key={index}>
              <button
                type="button"
                className="mutation-operator"
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              >
                <bdi>{caseId}</bdi>, {place}: <span className="foreign">{change}</span>
                <span className="soft small"> {[say(fates[fate]), ...killedBy].join(' · ')}</span>
              </button>
            </li>
          ))}
        </ol>
        {shown !== undefined && <Beside key={at} runId={runId} operator={operator} mutant={shown} />}
      </div>
    </Card>
  )
}

type BesideProps = {
  readonly runId: string
  readonly operator: string
  readonly mutant: Operator['mutants'][number]
}

function Beside({ runId, operator, mutant: { position, repeat, number, caseId } }: BesideProps) {
  const query = { position, repeat, operator, number }
  const detail = useApi('mutant', { params: { runId }, query })
  if (detail.status !== 'ready') return <AnswerState of={detail} />
  const { before, after } = detail.value
  return (
    <div className="stack">
      <Link href={`/runs/${runId}/cases/${position}/${repeat}`}>{caseId}</Link>
      <div className="mutation-beside">
        <Side title={say('The original')} lines={before} others={after} />
        <Side title={say('With the fault')} lines={after} others={before} />
      </div>
    </div>
  )
}

/** Lines that the other side lacks are marked. */
function Side({
  title,
  lines,
  others,
}: {
  readonly title: string
  readonly lines: MutantDetail['before']
  readonly others: MutantDetail['before']
}) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines.map((line, index) => (
        <p key={index} className="foreign small mutation-line">
          {others.includes(line) ? line : <mark>{line}</mark>}
        </p>
      ))}
    </section>
  )
}
