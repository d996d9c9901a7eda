import { useMemo, type ReactNode } from 'react'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import type { Evidence, InvocationScore, Judged, Score } from '../../../../src/core/score.ts'
import { decimal, percent } from '../../../../src/reporters/number-format.ts'
import { Badge, type Badged } from '../../components/badge.tsx'
import { RichText } from '../../components/value/rich-text.tsx'
import { Marked, differenceOf } from './marked-words.tsx'
import { ToolCallDiff } from './tool-call-diff.tsx'
import { factLine, formatted, say } from '../../words/say.ts'

type CaseScoreReportDetail = {
  readonly score: Score
  /** Whether its comparison of calls is shown in the trace. */
  readonly inTrace?: boolean
  /** Whether its failure is explained above. */
  readonly whyAbove?: boolean
}

const blamed = {
  agent: 'The agent failed',
  judge: 'The judge failed',
  metric: 'The metric failed',
  dataset: 'The dataset is at fault',
} as const

/** A metric's score with its reason, evidence and the judge's replies. */
export function ScoreReport({ score, inTrace = false, whyAbove = false }: CaseScoreReportDetail) {
  const { reason, comment, parts, evidence, judged, hint, stack, invocations = [] }: ToldOfScore = score
  // Where the score is that of one turn, the evidence is shown there.
  const ofTurns = invocations.some((one) => 'evidence' in one && one.evidence !== undefined)
  const open = hasFailed(score)
  return (
    <details className="case-score" open={open}>
      <summary>
        <Badge of={badgeOf(score)} />
        <b className="foreign">{score.metric}</b>
        <span className="case-score-value">
          <ScoreValue score={score} />
        </span>
      </summary>
      <div className="stack case-score-body">
        <Threshold score={score} />
        {score.status === 'error' && <p>{say(blamed[score.blame])}</p>}
        {reason !== undefined && !(whyAbove && open) && <p className="foreign">{say(reason)}</p>}
        {hint !== undefined && <p className="soft foreign">{say(hint)}</p>}
        {stack !== undefined && <pre className="soft small foreign">{stack}</pre>}
        {comment !== undefined && <RichText text={comment} />}
        <PartList parts={parts} />
        {!ofTurns && <EvidenceList evidence={evidence} inTrace={inTrace} />}
        {judged !== undefined && <JudgedReport judged={judged} comment={comment} />}
        {invocations.map((invocation, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <TurnScore
            key={index}
            invocation={invocation}
            turn={invocations.length > 1 ? index + 1 : undefined}
            comment={comment}
            inTrace={inTrace}
          />
        ))}
      </div>
    </details>
  )
}

/** What scores of some statuses tell. */
type ToldOfScore = Partial<
  Pick<Extract<Score, { status: 'scored' }>, 'comment' | 'parts' | 'evidence' | 'judged' | 'invocations'> &
    Pick<Extract<Score, { status: 'error' }>, 'reason' | 'hint' | 'stack'>
>

export type FailedScore = Extract<Score, { status: 'error' | 'scored' }>

/** Whether the score is a failure, which is shown first. */
export function hasFailed(score: Score): score is FailedScore {
  return score.status === 'error' || (score.status === 'scored' && !score.passed)
}

function ScoreValue({ score }: { readonly score: Score }) {
  if (!('value' in score)) return null
  const isMeasured = score.status === 'measured'
  return `${isMeasured && score.isLeast ? '≥ ' : ''}${formatted.amount(score.value, isMeasured ? score.unit : undefined)}`
}

function Threshold({ score }: { readonly score: Score }) {
  if (score.status !== 'scored' || score.threshold === undefined) return null
  const sentence = score.lowerIsBetter === true ? 'must be below {threshold}' : 'threshold {threshold}'
  return <p className="soft small">{say(sentence, { threshold: decimal(score.threshold) })}</p>
}

export function badgeOf(score: Score | InvocationScore): Badged {
  if (score.status === 'scored') return score.passed ? 'passed' : 'failed'
  if (score.status === 'error') return score.blame === 'agent' ? 'error' : 'broken'
  return score.status === 'not-evaluated' && 'informational' in score && score.informational === true
    ? 'not-applicable'
    : score.status
}

type ShownTurn = {
  readonly invocation: InvocationScore
  readonly turn: number | undefined
  /** The comment shown above all turns. */
  readonly comment: string | undefined
  readonly inTrace: boolean
}

function TurnScore({ invocation, turn, comment, inTrace }: ShownTurn) {
  const { reason, parts, evidence, judged }: Omit<ToldOfScore, 'invocations'> = invocation
  return (
    <div className="stack">
      {turn !== undefined && (
        <p className="row small">
          <span className="soft">{say('Turn {turn}', { turn })}</span>
          <Badge of={badgeOf(invocation)} />
          {'value' in invocation && <span>{decimal(invocation.value)}</span>}
        </p>
      )}
      {turn !== undefined && reason !== undefined && <p className="foreign">{say(reason)}</p>}
      {turn !== undefined && <PartList parts={parts} />}
      <EvidenceList evidence={evidence} inTrace={inTrace} />
      {judged !== undefined && <JudgedReport judged={judged} comment={comment} />}
    </div>
  )
}

/** Aspects and further numbers of a score, each with a bar. */
function PartList({ parts = [] }: Pick<ToldOfScore, 'parts'>) {
  if (parts.length === 0) return null
  return (
    <dl className="case-parts" aria-label={say('Parts')}>
      {parts.map(({ name, value }) => (
        <div key={name}>
          <dt className="foreign">{name}</dt>
          <dd>
            {value !== null && value >= 0 && value <= 1 && <meter min={0} max={1} value={value} aria-label={name} />}
            <span>{value === null ? '–' : decimal(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EvidenceList({ evidence = [], inTrace }: Pick<ToldOfScore, 'evidence'> & { readonly inTrace: boolean }) {
  return evidence.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <EvidencePiece key={index} piece={piece} inTrace={inTrace} />
  ))
}

function EvidencePiece({ piece, inTrace }: { readonly piece: Evidence; readonly inTrace: boolean }): ReactNode {
  if (piece.kind === 'tool-calls') {
    return inTrace ? (
      <p className="soft small">{say('Compared call by call in the trace.')}</p>
    ) : (
      <ToolCallDiff rows={piece.rows} />
    )
  }
  if (piece.kind === 'verdicts') return <VerdictRows rows={piece.rows} />
  if (piece.kind === 'values') {
    return (
      <ul className="case-differences">
        {piece.differences.map(({ path, expected, actual }) => (
          <li key={path} className="foreign">
            <code>{path}</code>: <del>{shown(expected)}</del> <ins>{shown(actual)}</ins>
          </li>
        ))}
      </ul>
    )
  }
  if (piece.kind === 'classification') {
    return (
      <p>
        {say('Expected')}: <b className="foreign">{piece.expected}</b> · {say('Actual')}:{' '}
        <b className="foreign">{piece.actual}</b>
        {piece.confidence !== undefined && ` (${percent(piece.confidence)})`}
      </p>
    )
  }
  return <Texts expected={piece.expected} actual={piece.actual} />
}

/** Both texts with the differing words marked. */
function Texts({ expected, actual }: { readonly expected?: string | undefined; readonly actual?: string | undefined }) {
  const diff = useMemo(
    () => (expected === undefined || actual === undefined ? undefined : differenceOf(expected, actual)),
    [expected, actual],
  )
  return (
    <dl className="case-texts">
      {(
        [
          ['expected', 'Expected', expected],
          ['actual', 'Actual', actual],
        ] as const
      ).map(([side, name, text]) => (
        <div key={side}>
          <dt className="hidden-words">{say(name)}</dt>
          <dd>
            <RichText text={text ?? ''} instead={diff === undefined ? undefined : <Marked pieces={diff[side]} />}>
              <span className="soft small" aria-hidden="true">
                {say(name)}
              </span>
            </RichText>
            {text === undefined && say('nothing')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ScoreReportVerdictRow = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** Sentences, rubrics, key points or aspects, coloured by verdict. */
function VerdictRows({ rows }: { readonly rows: readonly ScoreReportVerdictRow[] }) {
  return (
    <ul className="case-verdicts" aria-label={say('Evidence')}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} data-of={colourOf(row)}>
          <p className="row">
            <span className="case-label">
              <span aria-hidden="true">{verdictSigns[colourOf(row)]}</span> <bdi>{row.label}</bdi>
              {row.value !== null && row.value !== 0 && row.value !== 1 && ` ${decimal(row.value)}`}
            </span>
            <span className="foreign case-subject">{row.subject}</span>
          </p>
          {row.reason !== undefined && <p className="soft small foreign">{row.reason}</p>}
          {row.quote !== undefined && <blockquote className="small foreign">{row.quote}</blockquote>}
        </li>
      ))}
    </ul>
  )
}

function colourOf({ value, passed }: ScoreReportVerdictRow): 'good' | 'bad' | 'between' | 'none' {
  if (passed !== undefined) return passed ? 'good' : 'bad'
  if (value === null) return 'none'
  return value >= 1 ? 'good' : value <= 0 ? 'bad' : 'between'
}

const verdictSigns = { good: '✓', bad: '✕', between: '~', none: '–' } as const

type ShownVotes = { readonly judged: Judged; readonly comment: string | undefined }

/** Each vote with its reason, unless that is the comment shown above, and the judge's reply. */
function JudgedReport({ judged, comment }: ShownVotes) {
  const { samples, saved, agreement, uncovered = [] } = judged
  return (
    <details className="case-judged">
      <summary>
        {say('What the judge was asked')}
        {agreement !== null && samples.length > 1 && (
          <span className="soft"> · {say('{share} of the samples agree', { share: percent(agreement) })}</span>
        )}
      </summary>
      <ol className="stack">
        {samples.map(({ value, reason, reply }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="stack case-vote">
            <p className="row">
              <b className="foreign">{say('Sample {number}: {judge}', { number: index + 1, judge: reply.judge })}</b>
              <span>{value === null ? '–' : decimal(value)}</span>
              <span className="soft small">
                {factLine([
                  reply.instruction,
                  formatted.duration(reply.latencyMs),
                  formatted.dollars(reply.cost),
                  reply.cached === true && say('from the cache'),
                ])}
              </span>
            </p>
            {reason !== undefined &&
              (reason === comment ? (
                <p className="soft small">{say('Its comment stands above.')}</p>
              ) : (
                <RichText text={reason} />
              ))}
            {reply.addressed !== undefined && reply.addressed.length > 0 && (
              <div className="case-addressed">
                <p>{say('Passages that speak to the judge')}</p>
                {reply.addressed.map(({ label, text }) => (
                  <p key={text} className="small foreign">
                    {label}: {text}
                  </p>
                ))}
              </div>
            )}
            <details>
              <summary className="soft small">{say('Reply as received')}</summary>
              <pre className="foreign case-json">{reply.raw}</pre>
            </details>
          </li>
        ))}
      </ol>
      {saved > 0 && (
        <p className="soft small">{say('{count} more {count|sample|samples} not needed', { count: saved })}</p>
      )}
      {uncovered.length > 0 && (
        <p className="small foreign">
          {say('Not judged')}: {uncovered.join(', ')}
        </p>
      )}
    </details>
  )
}

function shown(value: unknown): string {
  return value === undefined ? '∅' : stringifyJson(value)
}
