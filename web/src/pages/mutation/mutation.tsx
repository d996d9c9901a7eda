import './mutation.css'
import { type CSSProperties, useState } from 'react'
import { Link } from 'wouter'
import { rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import type { MutantDetail, MutationPage } from '../../../../src/server/api/mutation.ts'
import { Card } from '../../components/card.tsx'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import type { PageProps } from '../../page-route.ts'
import { useApi } from '../../source/use-answer.ts'
import { say } from '../../words/say.ts'

/** Which planted faults the metrics of a run notice, with examples. */
export function Mutation({ params: { runId = '' } }: PageProps) {
  const mutation = useApi('mutation', { params: { runId } })
  return (
    <div className="stack">
      <PageHead title={say('Blind spots')}>
        <Link className="button" href={`/runs/${runId}`}>
          {say('Open the run')}
        </Link>
      </PageHead>
      <AnswerState of={mutation}>{(page) => <Matrix runId={runId} page={page} />}</AnswerState>
    </div>
  )
}

function Matrix({ runId, page }: { readonly runId: string; readonly page: MutationPage }) {
  const { score, metrics, leftOut, operators } = page
  const [opened, setOpened] = useState(operators[0]?.operator)
  const chosen = operators.find(({ operator }) => operator === opened)
  if (score === null || chosen === undefined)
    return (
      <EmptyState title={say('No fault could be planted: no result passed, or none has an answer or calls.')} next="" />
    )
  const told = say('Mutation score {score} ({interval}).', { score: rate(score), interval: rateInterval(score) })
  return (
    <>
      <p>
        {say('One fault at a time, planted in results that passed: which metric notices it? {score}', { score: told })}
      </p>
      {leftOut.length > 0 && (
        <p className="soft small">
          {say('Left out, since they ask a model: {metrics}. shinsa mutate {run} --judged asks them.', {
            metrics: leftOut.join(', '),
            run: runId,
          })}
        </p>
      )}
      <Card title={say('Kinds of fault by metrics')}>
        <PlainTable
          title={say('Kinds of fault by metrics')}
          className="mutation-matrix"
          heads={[say('Fault'), say('Noticed'), ...metrics.map((metric) => <bdi key={metric}>{metric}</bdi>)]}
          rows={operators.map((row) => matrixRow(row, { metrics, opened, open: setOpened }))}
        />
      </Card>
      <MutantList key={chosen.operator} runId={runId} operator={chosen} />
    </>
  )
}

type MatrixColumns = Pick<MutationPage, 'metrics'> & {
  readonly opened: string | undefined
  readonly open: (operator: string) => void
}

/** An operator's row: how many of its mutants were noticed in all and by each metric. */
function matrixRow(row: Operator, { metrics, opened, open }: MatrixColumns) {
  const { operator, plants, killed, alive, uncertain, killedBy } = row
  const counted = killed + alive + uncertain
  return {
    key: operator,
    cells: [
      <button
        key="operator"
        type="button"
        className="mutation-operator"
        aria-pressed={operator === opened}
        title={plants}
        onClick={() => open(operator)}
      >
        {operator}
      </button>,
      <Share key="noticed" noticed={killed} of={counted} />,
      ...metrics.map((metric) => <Share key={metric} noticed={killedBy[metric] ?? 0} of={counted} />),
    ],
  }
}

/** Darker where fewer are noticed. */
function Share({ noticed, of }: { readonly noticed: number; readonly of: number }) {
  if (of === 0) return '–'
  return (
    <span className="mutation-share" style={{ '--level': Math.round(5 * (1 - noticed / of)) } as CSSProperties}>
      {noticed} / {of}
    </span>
  )
}

type Operator = MutationPage['operators'][number]

const fates = {
  killed: 'noticed',
  alive: 'not noticed',
  equivalent: 'equivalent',
  uncertain: 'cannot tell',
} as const

/** The mutants of an operator, unnoticed ones first; one of them is shown beside the original. */
function MutantList({ runId, operator: of }: { readonly runId: string; readonly operator: Operator }) {
  const { operator, mutants } = of
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

type Lines = MutantDetail['before']
type SideProps = { readonly title: string; readonly lines: Lines; readonly others: Lines }

/** Lines that the other side lacks are marked. */
function Side({ title, lines, others }: SideProps) {
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
