import type { EvalCase } from '../../../../src/core/eval-case.ts'
import type { AgentEvent, Citation, Content, Invocation, Part } from '../../../../src/core/invocation.ts'
import { responseTextOf, textOf } from '../../../../src/core/invocation.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import type { ReviewCase } from '../../../../src/core/review.ts'
import { wordDiff } from '../../../../src/reporters/word-diff.ts'
import type { DiffPiece } from '../../../../src/reporters/word-diff.ts'
import { decimal, percent } from '../../../../src/reporters/number-format.ts'
import { readReview } from '../../../../src/text/read-review.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useWords } from '../../words/language.tsx'

type Shown = { readonly evalCase: EvalCase; readonly invocations: readonly Invocation[] }

/** What was said and done, turn by turn, beside what was expected. A turn that was never reached is shown as such. */
export function Conversation({ evalCase, invocations }: Shown) {
  const { words } = useWords()
  const written = evalCase.conversation ?? []
  const turns = Math.max(written.length, invocations.length)
  return (
    <ol className="case-turns">
      {Array.from({ length: turns }, (_, index) => (
        <li key={index} className="stack" aria-label={fill(words.case.turn, { turn: index + 1 })}>
          {turns > 1 && <h3 className="soft">{fill(words.case.turn, { turn: index + 1 })}</h3>}
          <Turn
            expected={written[index]}
            actual={invocations[index]}
            review={index === 0 ? evalCase.review : undefined}
          />
        </li>
      ))}
    </ol>
  )
}

type ShownTurn = {
  readonly expected?: Invocation
  readonly actual?: Invocation
  /** What a reviewer of documents was asked, in place of the JSON that programs read. */
  readonly review?: ReviewCase
}

function Turn({ expected, actual, review }: ShownTurn) {
  const { words } = useWords()
  const question = actual?.userContent ?? expected?.userContent
  const wanted = expected && responseTextOf(expected)
  const given = actual && responseTextOf(actual)
  const diff = wanted === undefined || given === undefined || wanted === given ? undefined : wordDiff(wanted, given)
  return (
    <>
      <div className="case-said" data-who="user">
        <p className="soft small">{words.case.user}</p>
        {review === undefined ? <Parts content={question} /> : <Asked review={review} />}
      </div>
      {actual !== undefined && <Steps invocation={actual} />}
      <AgentSaid actual={actual} given={given} isReview={review !== undefined} diff={diff?.actual} />
      {wanted !== undefined && wanted !== '' && (
        <div className="case-said" data-who="expected">
          <p className="soft small">{words.case.expectedAnswer}</p>
          <p className="foreign">{diff === undefined ? wanted : <Marked pieces={diff.expected} />}</p>
          {expected?.otherReferences?.map((text) => (
            <p key={text} className="foreign">
              {text}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

type ShownReply = Omit<ShownAnswer, 'given'> & {
  readonly actual: Invocation | undefined
  readonly given: string | undefined
}

/** What the agent answered, after how long, and what it says of its answer. */
function AgentSaid({ actual, given, ...answer }: ShownReply) {
  const { words } = useWords()
  const { duration } = useFormats()
  return (
    <div className="case-said" data-who="agent">
      <p className="soft small">
        {words.case.agent}
        {actual?.durationSeconds !== undefined && ` · ${duration(actual.durationSeconds * 1000)}`}
      </p>
      {given === undefined ? <p className="soft">{words.case.noAnswer}</p> : <Answer given={given} {...answer} />}
      {actual?.flags !== undefined && <Flags flags={actual.flags} />}
      {actual?.citations !== undefined && actual.citations.length > 0 && <Citations citations={actual.citations} />}
    </div>
  )
}

type ShownAnswer = {
  readonly given: string
  readonly isReview: boolean
  readonly diff: readonly DiffPiece[] | undefined
}

/** Of a review what people want to know of it, and the object that programs read below. */
function Answer({ given, isReview, diff }: ShownAnswer) {
  const { words } = useWords()
  const read = isReview ? readReview(given) : undefined
  if (read?.status !== 'read') {
    return <p className="foreign">{diff === undefined ? given : <Marked pieces={diff} />}</p>
  }
  const { result, confidence, evidenceStatus, explanation } = read.review
  const { verdict, confidence: stated, evidence, unstated, evidenceStatus: statuses } = words.reviews.report
  const facts = [
    `${verdict}: ${words.reviews.decision.verdicts[result]}`,
    `${stated}: ${confidence === undefined ? unstated : decimal(confidence)}`,
    ...(evidenceStatus === undefined ? [] : [`${evidence}: ${statuses[evidenceStatus]}`]),
  ]
  return (
    <>
      <p className="small">
        <b>{facts.join(' · ')}</b>
      </p>
      <p className="foreign">{explanation}</p>
      <details>
        <summary className="small">{words.case.raw}</summary>
        <pre className="foreign small">{given}</pre>
      </details>
    </>
  )
}

function Asked({ review: { checkName, checkDescription, documents } }: { readonly review: ReviewCase }) {
  return (
    <>
      <p className="foreign">
        <b>{checkName}</b>
      </p>
      <p className="foreign">{checkDescription}</p>
      <p className="soft small foreign">{documents.join(', ')}</p>
    </>
  )
}

function Marked({ pieces }: { readonly pieces: readonly DiffPiece[] }) {
  // Pieces have no names of their own, and never change places.
  return pieces.map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    piece.changed ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  )
}

/** What the agent did between the question and the answer. */
function Steps({ invocation: { steps } }: { readonly invocation: Invocation }) {
  const { words } = useWords()
  if (steps === undefined) return null
  const events: readonly AgentEvent[] =
    steps.form === 'events'
      ? steps.events
      : [
          { author: '', content: { parts: steps.toolCalls.map((toolCall) => ({ toolCall })) } },
          { author: '', content: { parts: steps.toolResponses.map((toolResponse) => ({ toolResponse })) } },
          ...steps.responses,
        ]
  const parts = events.flatMap(({ content }) => content?.parts ?? [])
  if (parts.length === 0) return null
  return (
    <ul className="case-steps" aria-label={words.case.toolCalls}>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Step part={part} />
        </li>
      ))}
    </ul>
  )
}

function Step({ part }: { readonly part: Part }) {
  const { words } = useWords()
  const { toolCall, toolResponse, text, thought } = part
  if (toolCall !== undefined) {
    return (
      <details>
        <summary className="foreign">{fill(words.case.calls, { tool: toolCall.name })}</summary>
        <pre className="foreign case-json">{toolCall.malformed ?? stringifyJson(toolCall.args ?? {}, 2)}</pre>
      </details>
    )
  }
  if (toolResponse !== undefined) {
    return (
      <details>
        <summary className="foreign">{fill(words.case.toolAnswered, { tool: toolResponse.name })}</summary>
        <pre className="foreign case-json">{stringifyJson(toolResponse.response ?? {}, 2)}</pre>
      </details>
    )
  }
  if (text === undefined) return null
  return (
    <p className="foreign">
      {thought === true && <span className="soft small">{words.case.thought}: </span>}
      {text}
    </p>
  )
}

function Parts({ content }: { readonly content: Content | undefined }) {
  const media = (content?.parts ?? []).flatMap((part) => part.media?.mimeType ?? [])
  return (
    <>
      <p className="foreign">{textOf(content)}</p>
      {media.length > 0 && <p className="soft small foreign">{media.join(', ')}</p>}
    </>
  )
}

function Flags({ flags }: { readonly flags: Readonly<Record<string, boolean>> }) {
  const { words } = useWords()
  const raised = Object.entries(flags).flatMap(([name, is]) => (is ? [name] : []))
  if (raised.length === 0) return null
  return (
    <p className="case-flags foreign">
      {words.case.flags}: {raised.join(', ')}
    </p>
  )
}

function Citations({ citations }: { readonly citations: readonly Citation[] }) {
  const { words } = useWords()
  return (
    <details>
      <summary>
        {words.case.citations} <span className="soft">{citations.length}</span>
      </summary>
      <ol className="case-citations">
        {citations.map(({ id, text, file, heading, pages, score }) => (
          <li key={id}>
            <p className="soft small foreign">
              {[
                file,
                heading,
                pages && fill(words.case.page, { first: pages[0], last: pages[1] }),
                score !== undefined && percent(score),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className="foreign">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
