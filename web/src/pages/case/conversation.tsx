import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { isCut } from '../../../../src/core/finish-reason.ts'
import {
  type Citation,
  type Content,
  type Invocation,
  responseTextOf,
  textOf,
  toolCallsOf,
  type TracePlace,
} from '../../../../src/core/invocation.ts'
import type { ReviewCase } from '../../../../src/core/review.ts'
import { decimal, percent } from '../../../../src/reporters/number-format.ts'
import { readReview } from '../../../../src/text/read-review.ts'
import { SoughtText, useMarkedText } from '../../components/value/sought-text.ts'
import { RichText } from '../../components/value/rich-text.tsx'
import { caseLink } from '../case-by-id.tsx'
import { Marked, differenceOf } from './marked-words.tsx'
import { spentTexts } from './trace/trace-line.tsx'
import { MediumView } from './trace/trace-pane.tsx'
import { TraceSearch, parseRowPlace, printRowPlace } from './trace/trace-search.tsx'
import { TraceView } from './trace/trace.tsx'
import { useTraceSearch } from './trace/use-trace-search.ts'
import { type TracedCase, localTraces } from './trace/use-trace.ts'
import { CopyButton } from '../../components/value/copy-button.tsx'
import { rememberedText } from '../../remembered.ts'
import { spanAddress } from './trace/span-address.ts'
import { reviewVerdicts } from '../reviews/who-decides.ts'
import { Button } from '../../components/button.tsx'
import { factLine, say } from '../../words/say.ts'

type Review = Extract<ReturnType<typeof readReview>, { readonly status: 'read' }>['review']

/** The result without its scores, as for blind labelling. */
type ConversationProps = { readonly runId: string; readonly detail: TracedCase }

/** The conversation turn by turn, beside what was expected. Turns that were not reached are shown as such. */
export function ConversationView({ runId, detail }: ConversationProps) {
  const { evalCase, invocations, position, repeat } = detail
  const turns = Math.max(evalCase.conversation?.length ?? 0, invocations.length)
  const traces = useMemo(() => localTraces(detail), [detail])
  const [address] = useSearchParams()
  const [chosen, choose] = useState(() => parseRowPlace(address.get('row')))
  const [text, write] = useState('')
  const rows = useTraceSearch({ runId, position, repeat }, traces, text)
  const found = useMemo(() => rows?.map((ofTurn) => new Set(ofTurn)), [rows])
  const list = useRef<HTMLOListElement>(null)
  const sought = text.trim().toLowerCase()
  useMarkedText(list, sought)
  const link = caseLink(runId, evalCase.id, repeat)
  return (
    <SoughtText value={sought}>
      <div className="case-outline">
        {turns >= turnsOutlined && <Outline detail={detail} turns={turns} />}
        {traces.some((trace) => trace.rows.length > 0) && (
          <TraceSearch
            text={text}
            write={write}
            hits={rows?.flatMap((ofTurn, turn) => ofTurn.map((row) => ({ turn, row })))}
            chosen={chosen}
            choose={choose}
          />
        )}
      </div>
      <ol className="case-turns" ref={list}>
        {Array.from({ length: turns }, (_, turn) => (
          <li
            key={turn}
            id={turnId(turn)}
            className="stack"
            tabIndex={-1}
            aria-label={say('Turn {turn}', { turn: turn + 1 })}
          >
            {turns > 1 && <h3 className="soft">{say('Turn {turn}', { turn: turn + 1 })}</h3>}
            <Turn detail={detail} turn={turn}>
              {turn in invocations && (
                <TraceView
                  place={{ runId, position, repeat, turn }}
                  local={traces[turn]}
                  heading={turns === 1 ? 'h3' : 'h4'}
                  found={found?.[turn] ?? noRows}
                  linkTo={(row) => `${link}&row=${printRowPlace({ turn, row })}`}
                  chosen={chosen?.turn === turn ? chosen.row : undefined}
                  choose={(row) => choose(row === undefined ? undefined : { turn, row })}
                />
              )}
            </Turn>
          </li>
        ))}
      </ol>
    </SoughtText>
  )
}

const noRows: ReadonlySet<number> = new Set()

/** Conversations of fewer turns need no outline. */
const turnsOutlined = 3
const turnId = (turn: number) => `turn-${turn + 1}`

/** Links to every turn, with its first words and its number of calls. */
function Outline({ detail: { evalCase, invocations }, turns }: Pick<ConversationProps, 'detail'> & { turns: number }) {
  return (
    <nav aria-label={say('Turns of the conversation')}>
      {Array.from({ length: turns }, (_, turn) => {
        const actual = invocations[turn]
        const calls = actual && toolCallsOf(actual)?.length
        const asked = textOf((actual ?? evalCase.conversation?.[turn])?.userContent) ?? ''
        return (
          <Button key={turn} kind="quiet" title={asked} onClick={() => document.getElementById(turnId(turn))?.focus()}>
            <b>{turn + 1}</b> <bdi>{asked}</bdi>
            {calls !== undefined && <span className="soft">ƒ{calls}</span>}
          </Button>
        )
      })}
    </nav>
  )
}

type TurnProps = Pick<ConversationProps, 'detail'> & { readonly turn: number; readonly children: ReactNode }

function Turn({ detail, turn, children }: TurnProps) {
  const { evalCase, invocations } = detail
  const [expected, actual] = [evalCase.conversation?.[turn], invocations[turn]]
  // Reviews show the check in words in place of the JSON for programs.
  const review = turn === 0 ? evalCase.review : undefined
  const wanted = expected && responseTextOf(expected)
  return (
    <>
      <div className="case-said" data-who="user">
        {review === undefined ? (
          <Said content={actual?.userContent ?? expected?.userContent} by={say('User')} />
        ) : (
          <Asked review={review} />
        )}
      </div>
      {actual !== undefined && toolCallsOf(actual) === undefined && (
        <p className="soft small">{say('Which tools were called is unknown')}</p>
      )}
      {children}
      <AgentSaid actual={actual} isReview={review !== undefined} wanted={wanted} />
      {wanted !== undefined && wanted !== '' && (
        <Expected wanted={wanted} others={expected?.otherReferences ?? []} given={actual && responseTextOf(actual)} />
      )}
    </>
  )
}

/** A message with its media. */
function Said({ content, by }: { readonly content: Content | undefined; readonly by: string }) {
  return (
    <>
      <RichText text={textOf(content) ?? ''}>
        <span className="soft small">{by}</span>
      </RichText>
      <Media of={content} />
    </>
  )
}

const cutNames = {
  length: 'The answer was cut at the limit of its length',
  'content-filter': 'The answer was cut by a content filter',
  error: 'The answer ended in an error of its model',
} as const

type ShownReply = {
  readonly actual: Invocation | undefined
  readonly isReview: boolean
  readonly wanted: string | undefined
}

/** The agent's answer, its cost, and its stated confidence. */
function AgentSaid({ actual, isReview, wanted }: ShownReply) {
  const end = actual?.finishReason
  const given = actual && responseTextOf(actual)
  const read = isReview && given !== undefined ? readReview(given) : undefined
  return (
    <div className="case-said" data-who="agent">
      {actual === undefined || given === undefined ? (
        <>
          <p className="soft small">{say('Agent')}</p>
          <Media of={actual?.finalResponse} none={say('The agent did not answer')} />
        </>
      ) : read?.status === 'read' ? (
        <ReviewAnswer given={given} review={read.review} />
      ) : (
        <>
          <Answer given={given} wanted={wanted} actual={actual} />
          <Media of={actual.finalResponse} />
        </>
      )}
      {isCut(end) && <p className="small case-cut">! {say(cutNames[end])}</p>}
      {actual?.flags !== undefined && <Flags flags={actual.flags} />}
      {actual?.citations !== undefined && actual.citations.length > 0 && <Citations citations={actual.citations} />}
      {actual?.trace !== undefined && <SpanPlace of={actual.trace} />}
    </div>
  )
}

function Media({ of, none }: { readonly of: Content | undefined; readonly none?: string }) {
  const media = (of?.parts ?? []).flatMap((part) => part.media ?? [])
  if (media.length === 0) return none !== undefined && <p className="soft">{none}</p>
  return media.map((medium, index) => (
    // Parts keep their order, and two of them may be the same image.
    // oxlint-disable-next-line react/no-array-index-key
    <MediumView key={index} of={medium} />
  ))
}

type ShownAnswer = { readonly given: string; readonly wanted: string | undefined; readonly actual: Invocation }

/** The answer rendered, or with the words marked that differ from the expected one. */
function Answer({ given, wanted, actual }: ShownAnswer) {
  const diff = useMemo(() => (wanted ? differenceOf(wanted, given)?.actual : undefined), [wanted, given])
  const [marked, setMarked] = useState(false)
  return (
    <RichText text={given} instead={marked && diff !== undefined ? <Marked pieces={diff} /> : undefined}>
      <span className="soft small">{factLine([say('Agent'), ...tookTexts(actual)])}</span>
      {diff !== undefined && (
        <button type="button" className="value-action" aria-pressed={marked} onClick={() => setMarked(!marked)}>
          {say('Differences')}
        </button>
      )}
    </RichText>
  )
}

function tookTexts({ durationSeconds, modelCalls, usage, dollars }: Invocation) {
  return [
    modelCalls !== undefined && say('{count} model {count|call|calls}', { count: modelCalls }),
    ...spentTexts({ ...usage, seconds: durationSeconds, dollars }),
  ]
}

type ShownExpected = { readonly wanted: string; readonly others: readonly string[]; readonly given: string | undefined }

function Expected({ wanted, others, given }: ShownExpected) {
  const diff = useMemo(() => (given === undefined ? undefined : differenceOf(wanted, given)?.expected), [wanted, given])
  return (
    <div className="case-said" data-who="expected">
      <RichText text={wanted} instead={diff === undefined ? undefined : <Marked pieces={diff} />}>
        <span className="soft small">{say('Expected answer')}</span>
      </RichText>
      {others.map((text) => (
        <RichText key={text} text={text} />
      ))}
    </div>
  )
}

/** A review's fields, with the JSON object below. */
function ReviewAnswer({ given, review }: { readonly given: string; readonly review: Review }) {
  const { result, confidence, evidenceStatus, explanation } = review
  const facts = [
    `${say('Verdict of the agent')}: ${say(reviewVerdicts[result])}`,
    `${say('Confidence')}: ${confidence === undefined ? say('not stated') : decimal(confidence)}`,
    ...(evidenceStatus === undefined ? [] : [`${say('Evidence')}: ${say(evidenceStatus)}`]),
  ]
  return (
    <>
      <p className="soft small">{say('Agent')}</p>
      <p className="small">
        <b>{facts.join(' · ')}</b>
      </p>
      <RichText text={explanation} />
      <details>
        <summary className="small">{say('Reply as received')}</summary>
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

function Flags({ flags }: { readonly flags: Readonly<Record<string, boolean>> }) {
  const raised = Object.entries(flags).flatMap(([name, is]) => (is ? [name] : []))
  if (raised.length === 0) return null
  return (
    <p className="case-flags foreign">
      {say('Flags')}: {raised.join(', ')}
    </p>
  )
}

function Citations({ citations }: { readonly citations: readonly Citation[] }) {
  return (
    <details>
      <summary>
        {say('Citations')} <span className="soft">{citations.length}</span>
      </summary>
      <ol className="case-citations">
        {citations.map(({ id, text, file, heading, pages, score }) => (
          <li key={id}>
            <p className="soft small foreign">
              {factLine([
                file,
                heading,
                pages && say('p. {first}–{last}', { first: pages[0], last: pages[1] }),
                score !== undefined && percent(score),
              ])}
            </p>
            <p className="foreign">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

const template = rememberedText('trace-link')

/** The ids of an exchange's spans, and a link to the reader's own tracing tool. */
function SpanPlace({ of }: { readonly of: TracePlace }) {
  const [link, setLink] = useState(template.read)
  const address = spanAddress(link, of)
  return (
    <details className="trace-spans">
      <summary className="small">{say('Spans of the agent')}</summary>
      {(['traceId', 'spanId'] as const).map((name) => (
        <p key={name} className="row small">
          <span className="soft">{say(name === 'traceId' ? 'Trace' : 'Span')}</span>{' '}
          <code className="foreign">{of[name]}</code>
          <CopyButton text={() => of[name]} />
        </p>
      ))}
      {address !== undefined && (
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {say('Open in the tracing tool')} <span aria-hidden="true">↗</span>
          </a>
        </p>
      )}
      <label className="stack small">
        {say('Address of a span in your tracing tool, with {traceId} and {spanId}')}
        <input
          type="text"
          value={link}
          placeholder="http://localhost:16686/trace/{traceId}?uiFind={spanId}"
          spellCheck={false}
          aria-invalid={link !== '' && address === undefined}
          onChange={({ target: { value } }) => {
            setLink(value)
            template.write(value)
          }}
        />
      </label>
      <p className="soft small">
        {say(
          'A run keeps what the spans tell of messages, calls, times and tokens, and where they are; all their attributes are in the tool that they were sent to. The address is kept in this browser.',
        )}
      </p>
    </details>
  )
}
