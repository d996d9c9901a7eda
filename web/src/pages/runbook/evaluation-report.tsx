import { Link } from 'wouter'
import type { Run } from '../../../../src/core/run/run.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import { runbookAspect } from '../../../../src/packs/runbook/report/runbook-sentences.ts'
import type { RunbookEvaluation } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { ReportBlocks } from '../run/report-sections.tsx'
import { factLine, formatted, say } from '../../words/say.ts'

type EvaluationReportQuestion = RunbookEvaluation['questions'][number]

/** An evaluation's results and its questions. */
export function EvaluationReport({ evaluation }: { readonly evaluation: RunbookEvaluation }) {
  const { run, sections = [] } = evaluation.detail
  if (sections.length === 0) return null
  return (
    <Card title={say('Evaluation summary')}>
      <ReportBlocks blocks={sections.flatMap(({ blocks }) => blocks)} />
      <Used run={run} />
      <details className="runbook-details">
        <summary>{say('📋 Show detailed results')}</summary>
        <div className="stack">
          {evaluation.questions.map((question) => (
            <QuestionReport
              key={`${question.position}/${question.repeat}`}
              question={question}
              runId={run.plan.runId}
            />
          ))}
        </div>
      </details>
    </Card>
  )
}

/** The models' actual usage, if any. */
function Used({ run: { summary } }: { readonly run: Run }) {
  const { judge, inputTokens = 0, outputTokens = 0 } = summary?.cost ?? {}
  const tokens = (judge?.inputTokens ?? 0) + (judge?.outputTokens ?? 0) + inputTokens + outputTokens
  if (tokens === 0) return null
  const parts = factLine([say('{count} tokens', { count: decimal(tokens, 0) }), formatted.dollars(judge?.dollars)])
  return <p className="small soft">{say('Actual usage: {parts}', { parts })}</p>
}

const outcomes = {
  judge_error: 'Error of the judge: there is no score. In the file and in the mean it counts as 0.',
  agent_error: 'Error of the assistant: there is no answer to judge. In the file and in the mean it counts as 0.',
  not_evaluated: 'Not evaluated: there is no score. In the file and in the mean it counts as 0.',
} as const

function QuestionReport({ question, runId }: { readonly question: EvaluationReportQuestion; readonly runId: string }) {
  const { position, repeat, caseId, average, passed, outcome, aspects, comment, category, trouble } = question
  return (
    <article className="stack runbook-result" data-passed={passed === true}>
      <h3>
        <span aria-hidden="true">{passed === null ? '⚠️ ' : passed ? '✅ ' : '❌ '}</span>
        <span className="hidden-words">
          {passed === null ? say('not judged') : passed ? say('passed') : say('not passed')}{' '}
        </span>
        {say('Question {number}', { number: caseId })}
        {average !== null && ` · ${say('Mean {average} points', { average: decimal(average, 1) })}`}
      </h3>
      <p className="foreign">
        {category !== '' && <span className="soft">{`${category} · `}</span>}
        {question.question}
      </p>
      {outcome !== 'judged' && (
        <p className="runbook-banner">
          <span aria-hidden="true">⚠️ </span>
          {say(outcomes[outcome])} {trouble !== undefined && <span className="foreign">{say(trouble)}</span>}
        </p>
      )}
      {aspects.length > 0 && (
        <dl className="runbook-aspects">
          {aspects.map((aspect) => (
            <Aspect key={aspect.id} aspect={aspect} />
          ))}
        </dl>
      )}
      {comment !== '' && (
        <p>
          <b>{say('Overall comment')}: </b>
          <span className="foreign">{comment}</span>
        </p>
      )}
      <Link href={`/runs/${runId}/cases/${position}/${repeat}`}>{say('Open the case')}</Link>
    </article>
  )
}

function Aspect({ aspect }: { readonly aspect: EvaluationReportQuestion['aspects'][number] }) {
  const { id, name, value, reason } = aspect
  const known = runbookAspect(id)
  return (
    <div>
      <dt className="foreign">{known === undefined ? name : say(known)}</dt>
      <dd>
        <b>{value === null ? say('does not apply') : say('{points} points##reached', { points: decimal(value, 1) })}</b>
        {reason !== '' && <span className="small foreign runbook-reason">{reason}</span>}
      </dd>
    </div>
  )
}
