import { memo } from 'react'
import type { TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { quantity } from '../../../../../src/reporters/number-format.ts'
import { useFormats } from '../../../words/formats.ts'
import { fill, useAllWords } from '../../../words/language.tsx'
import { callSigns } from '../tool-call-diff.tsx'
import { printTokens } from './use-spent.ts'
import type { ShownTrace } from './use-trace.ts'

type LineState = {
  /** Undefined where the row has no children. */
  readonly expanded: boolean | undefined
  /** Whether it is shown in full beside the list. */
  readonly chosen: boolean
  /** Whether it matches the search. */
  readonly found: boolean
  readonly current: boolean
}

type TraceLineProps = LineState & {
  readonly row: TraceRow | undefined
  readonly index: number
  readonly place: number
  readonly top: number
  readonly measure: (row: HTMLElement | null) => void
  readonly span: ShownTrace['span']
}

const kindSigns = {
  agent: '◆',
  model: '◇',
  call: 'ƒ',
  response: '↩',
  thought: '…',
  text: '¶',
  media: '▣',
  other: '·',
} as const
const deepest = 12

/** One row of the trace on one line. The list handles its events, so that visible rows are not rendered again while the list scrolls. */
export const TraceLine = memo(function TraceLine({ row, index, place, top, measure, span, ...state }: TraceLineProps) {
  const { words } = useAllWords()
  const { expanded, chosen, found, current } = state
  return (
    <div
      ref={measure}
      role="row"
      className="trace-line"
      style={{ transform: `translateY(${top}px)` }}
      data-row={index}
      data-index={place}
      data-kind={row?.kind}
      data-mark={row?.mark}
      aria-level={(row?.depth ?? 0) + 1}
      aria-rowindex={place + 1}
      aria-expanded={expanded}
      aria-selected={chosen}
      data-found={found}
      tabIndex={current ? 0 : -1}
    >
      <div role="gridcell" className="trace-what" data-depth={Math.min(row?.depth ?? 0, deepest)}>
        {expanded === undefined ? (
          <span className="trace-twist" />
        ) : (
          <button
            type="button"
            className="trace-twist"
            tabIndex={-1}
            aria-label={expanded ? words.trace.collapse : words.trace.expand}
          >
            <span aria-hidden="true">{expanded ? '▾' : '▸'}</span>
          </button>
        )}
        {row === undefined ? <span className="soft">{words.app.loading}</span> : <What row={row} />}
      </div>
      {row !== undefined && <Facts row={row} span={span} />}
    </div>
  )
})

function What({ row }: { readonly row: TraceRow }) {
  const { words } = useAllWords()
  const { kind, name, args = [], moreArgs, text, failed, unanswered } = row
  return (
    <>
      <span className="trace-kind" aria-hidden="true">
        {kindSigns[kind]}
      </span>
      <span className="hidden-words">{words.trace.kinds[kind]}: </span>
      {name !== undefined && <code className="trace-name foreign">{name}</code>}
      {kind === 'call' && (
        <span className="trace-args">
          {args.map((argument) => (
            <span key={argument.name} className="trace-arg" data-mark={argument.mark}>
              <span className="trace-arg-name foreign">{argument.name}</span>
              {argument.mark === 'missing' ? '' : '='}
              <span className="foreign">{argument.text}</span>
              {argument.mark !== undefined && (
                <span className="hidden-words"> ({words.trace.marks[argument.mark]})</span>
              )}
            </span>
          ))}
          {moreArgs !== undefined && <span className="soft">{fill(words.value.showMore, { count: moreArgs })}</span>}
        </span>
      )}
      {row.mark === 'missing' && <span className="soft">{words.trace.notMade}</span>}
      {text !== undefined && (
        <span className="trace-text" data-failed={failed}>
          {kind === 'call' && <span aria-hidden="true">→ </span>}
          {failed === true && <b>{words.trace.failedCall} </b>}
          <span className="foreign">{text}</span>
        </span>
      )}
      {unanswered === true && <span className="soft">{words.trace.unanswered}</span>}
    </>
  )
}

function Facts({ row, span }: { readonly row: TraceRow; readonly span: ShownTrace['span'] }) {
  const { words } = useAllWords()
  const { duration } = useFormats()
  const { mark, inputTokens, outputTokens, dollars, seconds } = row
  const tokens = inputTokens === undefined && outputTokens === undefined ? undefined : [inputTokens, outputTokens]
  return (
    <>
      <div role="gridcell" className="trace-mark">
        {mark !== undefined && (
          <span data-of={mark}>
            <span aria-hidden="true">{callSigns[mark]}</span> {words.case[mark]}
          </span>
        )}
      </div>
      <div role="gridcell" className="trace-tokens soft">
        {tokens !== undefined && (
          <span
            title={fill(words.trace.tokens, { input: printTokens(inputTokens), output: printTokens(outputTokens) })}
          >{`${printTokens(inputTokens)} → ${printTokens(outputTokens)}`}</span>
        )}
      </div>
      <div role="gridcell" className="trace-cost soft">
        {dollars !== undefined && <span title={words.trace.dollars}>{`$${quantity(dollars)}`}</span>}
      </div>
      <div role="gridcell" className="trace-time soft">
        {seconds !== undefined && duration(seconds * 1000)}
      </div>
      <div role="gridcell" className="trace-bar" aria-hidden="true">
        <TimeBar row={row} span={span} />
      </div>
    </>
  )
}

/** The span's start and duration within the whole. */
function TimeBar({
  row: { endedAt, seconds = 0, kind, failed },
  span,
}: {
  readonly row: TraceRow
  readonly span: ShownTrace['span']
}) {
  if (endedAt === undefined || span === undefined || span.seconds <= 0) return null
  const share = (value: number) => Math.max(0, Math.min(100, (100 * value) / span.seconds))
  const start = share(endedAt - seconds - span.startedAt)
  return (
    <svg width="100%" height="10" preserveAspectRatio="none" viewBox="0 0 100 10" data-kind={kind} data-failed={failed}>
      <rect className="trace-track" x={0} y={4.5} width={100} height={1} />
      <rect className="trace-took" x={Math.min(start, 99)} y={1} width={Math.max(1, share(seconds))} height={8} />
    </svg>
  )
}
