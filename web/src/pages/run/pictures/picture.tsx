import './histogram.css'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { type Bins, isChosen, placeIn, rangeOver } from './bins.ts'
import type { Counted } from './picture-data.ts'
import { useCondition } from '../workbench/use-table-view.ts'
import { sayFirst as say } from '../../../words/say.ts'

type PictureFrame = {
  readonly title: string
  /** The title where the figures say the rest. */
  readonly short?: string | undefined
  /** The title's tooltip. */
  readonly hint?: string
  readonly figures: ReactNode
  readonly wide?: true
  readonly children: ReactNode
}

/** A small picture with a title. */
export function Picture({ title, short = title, hint = title, figures, wide, children }: PictureFrame) {
  return (
    <section className="picture" data-wide={wide} aria-label={title}>
      <div className="picture-head">
        <h3 className="foreign" title={hint}>
          {short}
        </h3>
        {figures !== undefined && <div className="picture-figures">{figures}</div>}
      </div>
      {children}
    </section>
  )
}

type PictureDrawing = {
  /** The parameter by which the picture filters the table. */
  readonly field: string
  readonly title: string
  readonly bins: Bins
  readonly columns: readonly Counted[]
  readonly threshold?: number | undefined
  /** Formats a value of the field. */
  readonly show: (value: number) => string
}

const width = 176
const height = 40

/** A histogram of results; selecting a range of its columns filters the table. */
export function Distribution({ field, title, bins, columns, threshold, show }: PictureDrawing) {
  const { wanted, change } = useCondition(field)
  const ranges = wanted.filter((one) => typeof one !== 'string')
  const { current, isAnyChosen, isIn, focus, ...events } = useRange(
    columns.map((_, at) => isChosen(bins, at, ranges)),
    (range) => change(range === undefined ? [] : [rangeOver(bins, ...range)]),
  )
  const highest = Math.max(1, ...columns.map(countOf))
  const wide = width / columns.length
  const line = threshold === undefined ? undefined : placeIn(bins, threshold)
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="listbox"
      tabIndex={-1}
      aria-label={say('{name}: choose a range', { name: title })}
      aria-multiselectable="true"
      aria-orientation="horizontal"
      data-chosen={isAnyChosen}
      {...events}
    >
      {columns.map((column, index) => {
        const spoken = spokenColumn(column, rangeText(bins, index, show))
        return (
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
            <Bars counted={column} highest={highest} wide={wide} />
          </g>
        )
      })}
      {line !== undefined && (
        <line className="histogram-line" x1={line * width} x2={line * width} y1={0} y2={height} aria-hidden="true" />
      )}
    </svg>
  )
}

function countOf({ passed, failed, plain }: Counted): number {
  return passed + failed + plain
}

function rangeText({ edges }: Bins, at: number, show: PictureDrawing['show']): string {
  const [low = 0, high] = [edges[at], edges[at + 1]]
  return high === undefined
    ? say('{low} and more', { low: show(low) })
    : say('{low} to {high}', { low: show(low), high: show(high) })
}

function spokenColumn(column: Counted, range: string): string {
  const { passed, failed, plain } = column
  return say(
    plain > 0 || passed + failed === 0
      ? '{range}: {count} {count|result|results}'
      : '{range}: {count} {count|result|results}, {passed} passed, {failed} failed',
    { range, count: countOf(column), passed, failed },
  )
}

/** Selects a range of columns by pointer and keys: arrows step, Shift extends, Enter takes one column, Escape none. */
function useRange(chosen: readonly boolean[], choose: (range: readonly [number, number] | undefined) => void) {
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

type BarsProps = { readonly counted: Counted; readonly highest: number; readonly wide: number }

/** A column, stacked from the bottom. */
function Bars({ counted, highest, wide }: BarsProps) {
  let top = height
  return (
    <>
      <rect className="histogram-place" width={wide} height={height} />
      {(['plain', 'failed', 'passed'] as const).map((kind) => {
        if (counted[kind] === 0) return null
        // A single result among thousands must still be visible.
        const tall = Math.max(1.5, (counted[kind] / highest) * (height - 2))
        top -= tall
        return (
          <rect
            key={kind}
            className="histogram-bar"
            data-kind={kind}
            x={1}
            width={Math.max(1, wide - 2)}
            y={Math.max(0, top)}
            height={tall}
          />
        )
      })}
    </>
  )
}
