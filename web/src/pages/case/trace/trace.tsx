import './trace.css'
import { useId } from 'react'
import type { TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { count } from '../../../../../src/reporters/number-format.ts'
import { Trouble } from '../../../components/state.tsx'
import type { ExchangePlace } from '../../../source/run-source.ts'
import { TraceList } from './trace-list.tsx'
import { TracePane } from './trace-pane.tsx'
import { type LocalTrace, type ShownTrace, useTrace } from './use-trace.ts'
import { say } from '../../../words/say.ts'

type TraceProps = {
  readonly place: ExchangePlace
  readonly local: LocalTrace | undefined
  readonly heading: 'h3' | 'h4'
  /** Rows that match the search. */
  readonly found: ReadonlySet<number>
  readonly linkTo: (row: number) => string
  /** The row that is shown in full. */
  readonly chosen: number | undefined
  readonly choose: (row: number | undefined) => void
}

/** The trace of one exchange beside the expected calls, with one row shown in full. */
export function TraceView({ place, local, heading: Heading, found, linkTo, chosen, choose }: TraceProps) {
  const trace = useTrace(place, local)
  const keys = useId()
  if (trace.total === 0 && trace.loadingOf === undefined) return null
  const row = chosen === undefined ? undefined : trace.rowAt(chosen)
  return (
    <section
      className="trace"
      data-tokens={isKnown(trace, ({ inputTokens, outputTokens }) => inputTokens ?? outputTokens)}
      data-timed={trace.span !== undefined}
      data-priced={isKnown(trace, ({ dollars }) => dollars)}
      data-open={row !== undefined}
      aria-describedby={keys}
    >
      <TraceHead trace={trace} heading={Heading} />
      {trace.error !== undefined && <Trouble error={trace.error} />}
      <div className="trace-body">
        <TraceList
          trace={trace}
          label={say('Trace of turn {turn}', { turn: place.turn + 1 })}
          found={found}
          chosen={chosen}
          choose={choose}
        />
        {chosen !== undefined && row !== undefined && (
          <TracePane
            key={chosen}
            row={row}
            load={async () => trace.detailOf(chosen)}
            link={linkTo(chosen)}
            close={() => choose(undefined)}
          />
        )}
      </div>
      <p id={keys} className="hidden-words">
        {say('Arrow keys move and open what is below a row; Enter shows a row in full, Escape closes it.')}
      </p>
    </section>
  )
}

function TraceHead({ trace, heading: Heading }: Pick<TraceProps, 'heading'> & { readonly trace: ShownTrace }) {
  return (
    <div className="row trace-head">
      <Heading>{say('Trace')}</Heading>
      <span className="soft small" role="status">
        {trace.loadingOf === undefined
          ? say('{count} {count|step|steps}', { count: count(trace.total) })
          : say('The first steps of {count}; the others are on their way.', { count: count(trace.loadingOf) })}
      </span>
      {trace.metric !== undefined && (
        <span className="soft small foreign">
          {say('Expected calls as {metric} compared them', { metric: trace.metric })}
        </span>
      )}
    </div>
  )
}

/** Whether any loaded row matches. */
function isKnown({ total, rowAt }: ShownTrace, read: (row: TraceRow) => number | undefined): boolean {
  for (let index = 0; index < Math.min(total, 200); index += 1) {
    const row = rowAt(index)
    if (row !== undefined && read(row) !== undefined) return true
  }
  return false
}
