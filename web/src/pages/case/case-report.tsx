import type { CaseDetail } from '../../../../src/server/api/runs.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { CopyButton } from '../../components/value/copy-button.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { caseLink } from '../case-by-id.tsx'
import { Card } from '../../components/card.tsx'
import { DocumentViewer } from '../../components/document-viewer.tsx'
import { AnswerState, ProblemText } from '../../components/state.tsx'
import { fileAddress } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import '../case.css'
import { agentCostsMore, agentDollarsOf, evidenceCountsOf } from '../../../../src/core/run/case-result.ts'
import { count, decimal } from '../../../../src/reporters/number-format.ts'
import { comparedCalls } from '../../../../src/server/trace/aligned-calls.ts'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Badge } from '../../components/badge.tsx'
import { FoldedValues } from '../../components/value/json-tree.tsx'
import { resultKey } from '../../source/result-key.ts'
import { RunAgain } from '../run/run-again.tsx'
import { CaseFromResult } from './case-from-result.tsx'
import { ConversationView } from './conversation.tsx'
import { JudgedAnswer } from './judged-answer.tsx'
import { badgeOf, type FailedScore, ScoreReport, hasFailed } from './score-report.tsx'
import { YourVerdict } from './your-verdict.tsx'
import { formatted, say } from '../../words/say.ts'

type CaseReportProps = { readonly runId: string; readonly detail: CaseDetail }

type CaseCaseReportDetail = CaseReportProps & {
  /** Enables labelling by single keys; called after each label. */
  readonly labelled?: () => void
}

/** The verdict and the actions for a result, beside the title of its page or panel. */
export function CaseActions({ runId, detail: { position, repeat, evalCase, result } }: CaseReportProps) {
  return (
    <>
      <Badge of={result?.verdict ?? 'running'} />
      {repeat > 0 && <span className="soft">{say('Repeat {repeat}', { repeat: repeat + 1 })}</span>}
      <CaseFromResult runId={runId} position={position} repeat={repeat} isReview={evalCase.review !== undefined} />
      {result !== undefined && <RunAgain runId={runId} caseIds={[evalCase.id]} />}
    </>
  )
}

/** A result: the verdict's reasons, the conversation and all scores. */
export function CaseReport({ runId, detail, labelled }: CaseCaseReportDetail) {
  const { live } = useRunSource()
  const { evalCase, result, scores, invocations } = detail
  const failure = result?.transcript.failure
  const comparing = comparedCalls(scores, 0)?.metric
  return (
    <div className="stack case-report">
      {result === undefined && <p className="soft">{say('This case is still running.')}</p>}
      {failure !== undefined && (
        <div className="case-failure" role="note">
          <ProblemText of={{ sentence: failure.reason, hint: failure.hint }} />
          {failure.stack !== undefined && <pre className="soft small foreign">{failure.stack}</pre>}
        </div>
      )}
      <Why scores={scores} told={failure !== undefined} />
      <JudgedAnswer scores={scores} invocations={invocations} />
      <Card title={say('Conversation')}>
        <ConversationView key={resultKey(detail)} runId={runId} detail={detail} />
      </Card>
      {live && evalCase.review !== undefined && <ReviewedDocuments runId={runId} detail={detail} />}
      <Card title={say('Scores')}>
        {scores.length === 0 && <p className="soft">{say('No metric has scored this case.')}</p>}
        {scores.map((score) => (
          <ScoreReport key={score.metric} score={score} inTrace={score.metric === comparing} whyAbove />
        ))}
      </Card>
      <div className="case-columns">
        {result !== undefined && live && <YourVerdict runId={runId} detail={detail} labelled={labelled} />}
        <div className="stack">
          {result !== undefined && <CostCard result={result} invocations={invocations} />}
          <About runId={runId} detail={detail} />
        </div>
      </div>
    </div>
  )
}

/** More reasons would push the conversation out of sight. */
const most = 6

/** What failed and why; `told` when the agent's error is shown already. */
function Why({ scores, told }: { readonly scores: CaseDetail['scores']; readonly told: boolean }) {
  const failed = scores
    .filter(hasFailed)
    .filter((score) => !(told && score.status === 'error' && score.blame === 'agent'))
  if (failed.length === 0) return null
  return (
    <>
      <Causes of={failed.slice(0, most)} />
      {failed.length > most && (
        <details className="case-why-more">
          <summary>{say('{count} more', { count: failed.length - most })}</summary>
          <Causes of={failed.slice(most)} />
        </details>
      )}
    </>
  )
}

function Causes({ of }: { readonly of: readonly FailedScore[] }) {
  return (
    <ul className="case-why" aria-label={say('Why it did not pass')}>
      {of.map((score) => (
        <li key={score.metric} className="row">
          <Badge of={badgeOf(score)} />
          <b className="foreign">{score.metric}</b>
          {score.status === 'scored' && <span>{decimal(score.value)}</span>}
          {score.reason !== undefined && <span className="foreign case-why-reason">{say(score.reason)}</span>}
        </li>
      ))}
    </ul>
  )
}

type CostCardProps = Pick<CaseDetail, 'invocations'> & { readonly result: NonNullable<CaseDetail['result']> }

function CostCard({ result: { cost }, invocations }: CostCardProps) {
  const costsMore = agentCostsMore(cost, evidenceCountsOf(invocations))
  const facts: readonly Fact[] = [
    [say('Time'), formatted.seconds(cost.agentSeconds)],
    [say('Input tokens'), cost.inputTokens && count(cost.inputTokens)],
    [say('Output tokens'), cost.outputTokens && count(cost.outputTokens)],
    [say('Tool calls'), cost.toolCalls && count(cost.toolCalls)],
    [say('Calls of the judge'), cost.judge && count(cost.judge.calls)],
    [say('Cost of the agent'), formatted.dollars(agentDollarsOf(cost), costsMore)],
    [say('Cost of the judge'), formatted.dollars(cost.judge?.dollars)],
  ]
  return (
    <Card title={say('Cost and time')}>
      <Facts facts={facts} least={8} />
    </Card>
  )
}

/** Data of the case beside its conversation. */
function About({ runId, detail }: CaseReportProps) {
  const { evalCase, invocations } = detail
  return (
    <Card title={say('About the case')}>
      <ShareCase runId={runId} detail={detail} />
      <FoldedValues
        of={[
          [say('Metadata'), evalCase.metadata],
          [say('Initial state'), evalCase.session?.state],
          [say('Final state'), invocations.at(-1)?.sessionState],
        ]}
      />
    </Card>
  )
}

/** The documents of a review, with its quotes. */
function ReviewedDocuments({ runId, detail: { position, repeat } }: CaseReportProps) {
  const params = { runId, position, repeat }
  const answer = useApi('caseDocuments', { params })
  const addressOf = (documentId: string) => fileAddress('caseDocument', { ...params, documentId })
  return (
    <Card title={say('Documents')}>
      <AnswerState of={answer}>{(value) => <DocumentViewer {...value} addressOf={addressOf} />}</AnswerState>
    </Card>
  )
}

/** A link to the case and the command that shows it. */
function ShareCase({ runId, detail: { evalCase, repeat } }: CaseReportProps) {
  const { live } = useRunSource()
  const command = `shinsa show ${shellWord(runId)} ${shellWord(evalCase.id)}`
  return (
    <div className="stack">
      {live && (
        <CopyButton
          text={() => new URL(caseLink(runId, evalCase.id, repeat), location.href).href}
          label={say('Copy a link to this case')}
          wide
        />
      )}
      <CommandLine label={say('On the command line')} text={command} />
    </div>
  )
}

/** Quotes a text as one word for a shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
