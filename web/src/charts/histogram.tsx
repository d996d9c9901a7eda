import './histogram.css'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

type HistogramColumn = {
  /** Stacked parts of the column, from the bottom. */
  readonly parts: readonly { readonly kind: 'passed' | 'failed' | 'plain'; readonly count: number }[]
  readonly spoken: string
  readonly chosen: boolean
}

type HistogramProps = {
  readonly label: string
  readonly columns: readonly HistogramColumn[]
  /** Position of a line, from 0 at the left to 1 at the right. */
  readonly line?: number | undefined
  /** Receives the first and last chosen column; undefined for none. */
  readonly choose: (range: readonly [number, number] | undefined) => void
}

const width = 176
const height = 40

/** A histogram in which a range of columns can be selected. */
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
          <Bars parts={parts} highest={highest} wide={wide} />
        </g>
      ))}
      {line !== undefined && (
        <line className="histogram-line" x1={line * width} x2={line * width} y1={0} y2={height} aria-hidden="true" />
      )}
    </svg>
  )
}

/** A single result among thousands must still be visible. */
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

type UseRangeRequest = {
  readonly chosen: readonly boolean[]
  readonly choose: (range: readonly [number, number] | undefined) => void
}

/** Selects a range of columns by pointer and keys: arrows step, Shift extends, Enter takes one column, Escape none. */
function useRange({ chosen, choose }: UseRangeRequest) {
  const [at, setAt] = useState(0)
  // Where a range begins, and where it ends while it is being dragged.
  const [anchor, setAnchor] = useState<number>()
  const [drawn, setDrawn] = useState<readonly [number, number]>()
  const last = chosen.length - 1
  const current = Math.min(at, last)
  const isAnyChosen = drawn !== undefined || chosen.includes(true)

  function toggle(index: number): void {
    const isOnly = chosen.every((isIn, other) => isIn === (other === index))
    choose(isOnly ? undefined : [index, index])
  }

  function step(to: number, { currentTarget, shiftKey }: KeyboardEvent<SVGSVGElement>): void {
    const from = shiftKey ? (anchor ?? current) : undefined
    setAnchor(from)
    setAt(to)
    currentTarget.querySelector<SVGGElement>(`[data-at="${to}"]`)?.focus()
    if (from !== undefined) choose(between(from, to))
  }

  function under({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number {
    const box = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(last, Math.floor(((clientX - box.left) / box.width) * chosen.length)))
  }

  return {
    current,
    isAnyChosen,
    isIn: (index: number): boolean =>
      drawn === undefined ? chosen[index] === true : index >= drawn[0] && index <= drawn[1],
    focus: setAt,
    onKeyDown(event: KeyboardEvent<SVGSVGElement>): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
      const isAct = event.key === 'Enter' || event.key === ' ' || (event.key === 'Escape' && isAnyChosen)
      if (next === undefined && !isAct) return
      event.preventDefault()
      // The page has other actions on Enter and Escape.
      event.stopPropagation()
      if (next !== undefined) step(Math.max(0, Math.min(last, next)), event)
      else if (event.key === 'Escape') choose(undefined)
      else toggle(current)
    },
    onPointerDown(event: PointerEvent<SVGSVGElement>): void {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const index = under(event)
      setAt(index)
      setAnchor(index)
      setDrawn([index, index])
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>): void {
      if (drawn === undefined) return
      const to = under(event)
      setDrawn(between(anchor ?? to, to))
    },
    onPointerUp(): void {
      if (drawn === undefined) return
      setDrawn(undefined)
      if (drawn[0] === drawn[1]) toggle(drawn[0])
      else choose(drawn)
    },
    onPointerCancel: () => setDrawn(undefined),
  }
}

function between(from: number, to: number): readonly [number, number] {
  return [Math.min(from, to), Math.max(from, to)]
}

type BarsProps = { readonly parts: HistogramColumn['parts']; readonly highest: number; readonly wide: number }

function Bars({ parts, highest, wide }: BarsProps) {
  return (
    <>
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
    </>
  )
}
