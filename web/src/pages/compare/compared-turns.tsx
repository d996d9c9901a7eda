import { type Invocation, type ToolCall, responseTextOf, textOf, toolCallsOf } from '../../../../src/core/invocation.ts'
import { wordDiff } from '../../../../src/reporters/word-diff.ts'
import { alignedCalls, argumentsText, textOfCall, type CallDifference, type KnownCalls } from './aligned-calls.ts'
import type { CaseDetail } from '../../../../src/server/api/runs.ts'
import type { NamedRun } from './comparison-of.ts'
import { WordMarks } from '../../components/word-marks.tsx'
import { say } from '../../words/say.ts'

/** A run's result in a case; undefined where it has none. */
export type Side = NamedRun & { readonly position: number | undefined; readonly detail: CaseDetail | undefined }

/** Turn by turn: the question, aligned calls, and answers with the differing words marked. */
export function ComparedTurns({ sides }: { readonly sides: readonly Side[] }) {
  const turns = Math.max(...sides.map(({ detail }) => detail?.invocations.length ?? 0))
  return Array.from({ length: turns }, (_, index) => (
    <Turn
      key={index}
      number={turns > 1 ? index + 1 : undefined}
      sides={sides}
      invocations={sides.map(({ detail }) => detail?.invocations[index])}
    />
  ))
}

type OfTurn = {
  readonly number: number | undefined
  readonly sides: readonly Side[]
  readonly invocations: readonly (Invocation | undefined)[]
}

function Turn({ number, sides, invocations }: OfTurn) {
  const questions = invocations.map((invocation) => invocation && textOf(invocation.userContent))
  const asked = new Set(questions.filter((question) => question !== undefined))
  const [baseline, ...others] = invocations
  const rows = alignedCalls(callsIn(baseline), others.map(callsIn))
  const isUnheard = invocations.some((invocation) => invocation !== undefined && callsIn(invocation) === 'unknown')
  return (
    <>
      <div className="side-question">
        {number !== undefined && <h4>{say('Turn {turn}', { turn: number })}</h4>}
        {asked.size === 1 && <p className="foreign soft">{[...asked][0]}</p>}
      </div>
      {asked.size > 1 &&
        questions.map((question, index) => (
          <p key={sides[index]?.runId} className="foreign soft side-cell">
            {question ?? '–'}
          </p>
        ))}
      {isUnheard &&
        sides.map(({ runId }, index) => (
          <p key={runId} className="side-cell soft small">
            {callsIn(invocations[index]) === 'unknown' ? say('Which tools were called is unknown') : ''}
          </p>
        ))}
      {rows.map((row, index) => (
        // Rows keep their order.
        <Calls key={index} baseline={row.baseline} others={row.others} sides={sides} />
      ))}
      {sides.map(({ runId }, index) => (
        <div key={runId} className="side-cell side-answer">
          <Answer
            of={invocations[index]}
            baseline={index === 0 ? undefined : invocations[0]}
            only={onlyOther(invocations)}
          />
        </div>
      ))}
    </>
  )
}

/** Turns that were not reached have no calls; calls of others may be unknown. */
function callsIn(invocation: Invocation | undefined): KnownCalls {
  return invocation === undefined ? [] : (toolCallsOf(invocation) ?? 'unknown')
}

/** With one other run, the baseline is marked against it. */
function onlyOther(invocations: readonly (Invocation | undefined)[]): Invocation | undefined {
  return invocations.length === 2 ? invocations[1] : undefined
}

type Answered = {
  readonly of: Invocation | undefined
  /** Undefined for the baseline itself. */
  readonly baseline: Invocation | undefined
  readonly only: Invocation | undefined
}

function Answer({ of, baseline, only }: Answered) {
  if (of === undefined) return <p className="soft">{say('The conversation did not get here')}</p>
  const text = responseTextOf(of)
  if (text === undefined || text === '') return <p className="soft">{say('no answer')}</p>
  const isBaseline = baseline === undefined
  const against = baseline ?? only
  const other = against === undefined || against === of ? undefined : responseTextOf(against)
  if (other !== undefined && other === text) {
    return (
      <>
        <p className="foreign">{text}</p>
        {!isBaseline && <p className="small soft">{say('The same as the baseline')}</p>}
      </>
    )
  }
  const diff = other === undefined ? undefined : isBaseline ? wordDiff(text, other) : wordDiff(other, text)
  if (diff === undefined) return <p className="foreign">{text}</p>
  const pieces = isBaseline ? diff.expected : diff.actual
  const isWhole = pieces.map((piece) => piece.text).join('') === text
  return (
    <>
      <p className="foreign">
        <WordMarks pieces={pieces} as={isBaseline ? 'del' : 'ins'} />
      </p>
      {!isWhole && (
        <details>
          <summary>{say('The whole answer')}</summary>
          <p className="foreign">{text}</p>
        </details>
      )}
    </>
  )
}

type CallsOfRow = ReturnType<typeof alignedCalls>[number] & { readonly sides: readonly Side[] }

const callMarks = {
  same: { sign: '=', name: 'same call' },
  'other-arguments': { sign: '≠', name: 'other arguments' },
  missing: { sign: '−', name: 'not called' },
  extra: { sign: '+', name: 'called on top' },
} as const satisfies Readonly<Record<CallDifference, unknown>>

function Calls({ baseline, others, sides }: CallsOfRow) {
  const text = baseline === undefined ? undefined : textOfCall(baseline)
  return (
    <>
      <p className="side-cell side-call foreign">{text ?? <span className="soft">–</span>}</p>
      {others.map(({ call, mark }, index) => (
        <p key={sides[index + 1]?.runId} className="side-cell side-call foreign" data-mark={mark}>
          {mark !== undefined && (
            <span title={say(callMarks[mark].name)}>
              <span aria-hidden="true">{callMarks[mark].sign} </span>
              <span className="hidden-words">{say(callMarks[mark].name)} </span>
            </span>
          )}
          {call === undefined ? (
            <span className="soft">–</span>
          ) : (
            <CallText call={call} against={mark === 'other-arguments' ? baseline : undefined} />
          )}
        </p>
      ))}
    </>
  )
}

/** A call's name and arguments, with the words marked that differ from the baseline's. */
function CallText({ call, against }: { readonly call: ToolCall; readonly against: ToolCall | undefined }) {
  const text = argumentsText(call)
  const diff = against === undefined ? undefined : wordDiff(argumentsText(against), text)
  return (
    <>
      {call.name}({diff === undefined ? text : <WordMarks pieces={diff.actual} as="ins" />})
    </>
  )
}
