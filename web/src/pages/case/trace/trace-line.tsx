import { memo } from 'react'
import type { TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { count } from '../../../../../src/reporters/number-format.ts'
import { callVerdicts } from '../tool-call-diff.tsx'
import type { ShownTrace } from './use-trace.ts'
import { formatted, say, useLanguage } from '../../../words/say.ts'

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

export const rowKinds = {
  agent: { sign: '◆', name: 'Agent' },
  model: { sign: '◇', name: 'Model' },
  call: { sign: 'ƒ', name: 'Call' },
  response: { sign: '↩', name: 'Answer of a tool' },
  thought: { sign: '…', name: 'Thought' },
  text: { sign: '¶', name: 'Text' },
  media: { sign: '▣', name: 'Medium' },
  other: { sign: '·', name: 'Other' },
} as const
const deepest = 12

/** One row of the trace on one line. The list handles its events, so that visible rows are not rendered again while the list scrolls. */
export const TraceLine = memo(function TraceLine({ row, index, place, top, measure, span, ...state }: TraceLineProps) {
  useLanguage()
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
            aria-label={expanded ? say('hide what is below') : say('show what is below')}
          >
            <span aria-hidden="true">{expanded ? '▾' : '▸'}</span>
          </button>
        )}
        {row === undefined ? <span className="soft">{say('Loading …')}</span> : <What row={row} />}
      </div>
      {row !== undefined && <Facts row={row} span={span} />}
    </div>
  )
})

function What({ row }: { readonly row: TraceRow }) {
  const { kind, name, args = [], moreArgs, text, failed, unanswered } = row
  return (
    <>
      <span className="trace-kind" aria-hidden="true">
        {rowKinds[kind].sign}
      </span>
      <span className="hidden-words">{say(rowKinds[kind].name)}: </span>
      {name !== undefined && <code className="trace-name foreign">{name}</code>}
      {kind === 'call' && (
        <span className="trace-args">
          {args.map((argument) => (
            <span key={argument.name} className="trace-arg" data-mark={argument.mark}>
              <span className="trace-arg-name foreign">{argument.name}</span>
              {argument.mark === 'missing' ? '' : '='}
              <span className="foreign">{argument.text}</span>
              {argument.mark !== undefined && <span className="hidden-words"> ({say(argument.mark)})</span>}
            </span>
          ))}
          {moreArgs !== undefined && <span className="soft">{say('{count} more', { count: moreArgs })}</span>}
        </span>
      )}
      {row.mark === 'missing' && <span className="soft">{say('expected, not called')}</span>}
      {text !== undefined && (
        <span className="trace-text" data-failed={failed}>
          {kind === 'call' && <span aria-hidden="true">→ </span>}
          {failed === true && <b>{say('error')} </b>}
          <span className="foreign">{text}</span>
        </span>
      )}
      {unanswered === true && <span className="soft">{say('no answer##of a tool')}</span>}
    </>
  )
}

function Facts({ row, span }: { readonly row: TraceRow; readonly span: ShownTrace['span'] }) {
  const { mark, inputTokens, outputTokens, dollars, seconds } = row
  return (
    <>
      <div role="gridcell" className="trace-mark">
        {mark !== undefined && (
          <span data-of={mark}>
            <span aria-hidden="true">{callVerdicts[mark].sign}</span> {say(callVerdicts[mark].name)}
          </span>
        )}
      </div>
      <div role="gridcell" className="trace-tokens soft">
        {(inputTokens ?? outputTokens) !== undefined && (
          <span title={tokensText(row)}>{`${printTokens(inputTokens)} → ${printTokens(outputTokens)}`}</span>
        )}
      </div>
      <div role="gridcell" className="trace-cost soft">
        {dollars !== undefined && (
          <span title={say('By the list prices of the model')}>{formatted.dollars(dollars)}</span>
        )}
      </div>
      <div role="gridcell" className="trace-time soft">
        {formatted.seconds(seconds)}
      </div>
      <div role="gridcell" className="trace-bar" aria-hidden="true">
        <TimeBar row={row} span={span} />
      </div>
    </>
  )
}

type Spent = { readonly [Name in 'seconds' | 'inputTokens' | 'outputTokens' | 'dollars']?: number | undefined }

/** Duration, tokens and cost, as far as they were reported. */
export function spentTexts(spent: Spent) {
  const { seconds, inputTokens, outputTokens, dollars } = spent
  const hasTokens = (inputTokens ?? outputTokens) !== undefined
  return [formatted.seconds(seconds), hasTokens && tokensText(spent), formatted.dollars(dollars)]
}

function tokensText({ inputTokens, outputTokens }: Spent): string {
  return say('{input} in, {output} out', { input: printTokens(inputTokens), output: printTokens(outputTokens) })
}

function printTokens(tokens: number | undefined): string {
  return tokens === undefined ? '–' : String(count(tokens))
}

/** The span's start and duration within the whole. */
function TimeBar({ row, span }: { readonly row: TraceRow; readonly span: ShownTrace['span'] }) {
  const { endedAt, seconds = 0, kind, failed } = row
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
