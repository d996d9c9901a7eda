import './histogram.css'
import { useRange } from './use-range.ts'

export type HistogramColumn = {
  /** What lies on top of each other, from the bottom. */
  readonly parts: readonly { readonly kind: 'passed' | 'failed' | 'plain'; readonly count: number }[]
  /** The column in words. */
  readonly spoken: string
  readonly chosen: boolean
}

type HistogramProps = {
  readonly label: string
  readonly columns: readonly HistogramColumn[]
  /** Where a line stands, from 0 at the left to 1 at the right. */
  readonly line?: number | undefined
  /** Hears which columns are meant, both ends included; undefined for none. */
  readonly choose: (range: readonly [number, number] | undefined) => void
}

const width = 176
const height = 40

/** Columns of which a range can be chosen. */
export function Histogram({ label, columns, line, choose }: HistogramProps) {
  const { current, isAnyChosen, isIn, focus, ...events } = useRange({
    chosen: columns.map(({ chosen }) => chosen),
    choose,
  })
  const highest = Math.max(1, ...columns.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)))
  const wide = width / columns.length
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable="true"
      aria-orientation="horizontal"
      data-chosen={isAnyChosen}
      {...events}
    >
      {columns.map(({ parts, spoken }, index) => (
        <g
          key={index}
          role="option"
          aria-label={spoken}
          aria-selected={isIn(index)}
          tabIndex={index === current ? 0 : -1}
          data-at={index}
          transform={`translate(${index * wide} 0)`}
          onFocus={() => focus(index)}
        >
          <title>{spoken}</title>
          <rect className="histogram-place" width={wide} height={height} />
          {barsOf(parts, highest).map(({ kind, y, tall }) => (
            <rect
              key={kind}
              className="histogram-bar"
              data-kind={kind}
              x={1}
              width={Math.max(1, wide - 2)}
              y={y}
              height={tall}
            />
          ))}
        </g>
      ))}
      {line !== undefined && (
        <line className="histogram-line" x1={line * width} x2={line * width} y1={0} y2={height} aria-hidden="true" />
      )}
    </svg>
  )
}

/** One result of thousands is still to be seen. */
function barsOf(parts: HistogramColumn['parts'], highest: number) {
  let top = height
  return parts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => {
      const tall = Math.max(1.5, (count / highest) * (height - 2))
      top -= tall
      return { kind, y: Math.max(0, top), tall }
    })
}
