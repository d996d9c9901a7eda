import './trace.css'
import { useId } from 'react'
import type { TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { count } from '../../../../../src/reporters/number-format.ts'
import { Trouble } from '../../../components/error-state.tsx'
import { fill, useAllWords } from '../../../words/language.tsx'
import { TraceList } from './trace-list.tsx'
import { type ShownTrace, type TracedCase, useTrace } from './use-trace.ts'

type TraceProps = {
  readonly runId: string
  readonly detail: TracedCase
  readonly turn: number
  readonly heading: 'h3' | 'h4'
}

/** What the agent did in one exchange, beside the calls that were expected of it. */
export function TraceView({ runId, detail, turn, heading: Heading }: TraceProps) {
  const { words } = useAllWords()
  const trace = useTrace(runId, detail, turn)
  const keys = useId()
  if (trace.total === 0 && trace.loadingOf === undefined) return null
  const isPlain =
    trace.span === undefined && !isKnown(trace, ({ inputTokens, outputTokens }) => inputTokens ?? outputTokens)
  return (
    <section
      className="trace"
      data-plain={isPlain}
      data-priced={isKnown(trace, ({ dollars }) => dollars)}
      aria-describedby={keys}
    >
      <div className="row trace-head">
        <Heading>{words.trace.title}</Heading>
        <span className="soft small" role="status">
          {trace.loadingOf === undefined
            ? fill(words.trace.steps, { count: count(trace.total) })
            : fill(words.trace.loadingAll, { count: count(trace.loadingOf) })}
        </span>
        {trace.metric !== undefined && (
          <span className="soft small foreign">{fill(words.trace.compared, { metric: trace.metric })}</span>
        )}
      </div>
      {trace.error !== undefined && <Trouble error={trace.error} />}
      <TraceList
        // What was open in the beginning of a long trace is in the same rows of all of it.
        trace={trace}
        label={fill(words.trace.label, { turn: turn + 1 })}
      />
      <p id={keys} className="hidden-words">
        {words.trace.keys}
      </p>
    </section>
  )
}

/** Whether any row says it, of a long trace as far as it is seen first. */
function isKnown({ total, rowAt }: ShownTrace, read: (row: TraceRow) => number | undefined): boolean {
  for (let index = 0; index < Math.min(total, 200); index += 1) {
    const row = rowAt(index)
    if (row !== undefined && read(row) !== undefined) return true
  }
  return false
}
