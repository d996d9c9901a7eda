import './trend-chart.css'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { type GateState, changeKinds, gateOf, spokenPoint } from './point-words.ts'
import { Link } from 'wouter'
import { roundStep } from '../run/pictures/bins.ts'
import { decimal, percent } from '../../../../src/reporters/number-format.ts'
import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { useMarkedRuns } from '../runs/marked-runs.tsx'
import { badges } from '../../components/badge.tsx'
import type { Measure } from './measures.ts'
import { measureText } from './series-choice.tsx'
import { formatted, say } from '../../words/say.ts'

type TrendChartProps = { readonly points: readonly TrendPoint[]; readonly measure: Measure }

const height = 300

/** A line with intervals; every run is a point reachable by keys and mouse. */
export function TrendChart({ points, measure }: TrendChartProps) {
  const { place, width } = useWidth()
  const scale = trendScale(points, { measure, width })
  return (
    <figure className="trend-chart">
      <figcaption className="foreign">{measureText(measure)}</figcaption>
      <div ref={place} style={{ minHeight: height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="group"
            aria-label={say(
              '{measure} of {count} runs, oldest first. Arrow keys go from run to run, Enter opens one, Space marks it for comparing. The table below has the same numbers.',
              { measure: measureText(measure), count: points.length },
            )}
          >
            {scale.ticks.map((value) => (
              <g key={value} aria-hidden="true">
                <line className="trend-chart-grid" x1={scale.left} x2={width} y1={scale.y(value)} y2={scale.y(value)} />
                <text className="trend-chart-tick" x={scale.left - 8} y={scale.y(value) + 4} textAnchor="end">
                  {measure.as === 'share' ? percent(value) : decimal(value)}
                </text>
              </g>
            ))}
            <Dates points={points} scale={scale} />
            <Changes points={points} scale={scale} />
            {scale.lines.map((line) => (
              <g key={line[0]?.point.runId} aria-hidden="true">
                <polygon className="trend-chart-band" points={bandOf(line)} />
                <polyline
                  className="trend-chart-line"
                  strokeOpacity={between(0.1, scale.pitch / 6, 1)}
                  points={line.map(({ x, y }) => `${x},${y}`).join(' ')}
                />
              </g>
            ))}
            <Points points={points} placed={scale.lines.flat()} measure={measure} pitch={scale.pitch} />
          </svg>
        )}
      </div>
    </figure>
  )
}

/** The legend for all charts. */
export function TrendLegend() {
  return (
    <div className="stack trend-chart small soft">
      <span className="trend-chart-signs">
        {(['passed', 'failed', 'not-gated'] as const).map((gate) => (
          <span key={gate}>
            <svg viewBox="-8 -8 16 16" aria-hidden="true" className="trend-chart-point" data-gate={gate}>
              <GateSign gate={gate} />
            </svg>{' '}
            {say(badges[gate].name)}
          </span>
        ))}
      </span>
      <span>
        {say('The band is the interval. A dashed line stands where settings changed from the run before it.')}
      </span>
    </div>
  )
}

type PointsProps = TrendChartProps & { readonly placed: readonly Placed[]; readonly pitch: number }

/** Points become smaller where they are many: none covers the place of another one that can be told from it. */
function Points({ points, placed, measure, pitch }: PointsProps) {
  const { marked, mark } = useMarkedRuns(points)
  const [chosen, setChosen] = useState<TrendPoint>()
  const at = placed.findIndex(({ point }) => point === chosen)
  const current = at === -1 ? placed.length - 1 : at

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -placed.length, End: placed.length }[event.key]
    if (step === undefined && event.key !== ' ') return
    event.preventDefault()
    if (step === undefined) return placed[current] && mark(placed[current].point.runId)
    const to = Math.max(0, Math.min(placed.length - 1, current + step))
    setChosen(placed[to]?.point)
    event.currentTarget.closest('svg')?.querySelectorAll<SVGElement>('a.trend-chart-point')[to]?.focus()
  }

  return placed.map(({ point, x, y }, order) => (
    <g key={point.runId} transform={`translate(${x} ${y})`}>
      <Link
        href={`/runs/${point.runId}`}
        className="trend-chart-point"
        data-gate={gateOf(point)}
        data-marked={marked.includes(point.runId)}
        aria-label={spokenPoint(point, measure)}
        tabIndex={order === current ? 0 : -1}
        onKeyDown={onKeyDown}
        onFocus={() => setChosen(point)}
      >
        <title>{spokenPoint(point, measure)}</title>
        <circle className="reach" r={between(1, pitch / 2, 12)} />
        <circle className="ring" r="10" />
        <g transform={`scale(${between(0.3, pitch / 16, 1)})`}>
          <GateSign gate={gateOf(point)} />
        </g>
      </Link>
    </g>
  ))
}

type TrendChartDrawing = { readonly points: readonly TrendPoint[]; readonly scale: ReturnType<typeof trendScale> }

/** Marks changed settings before the run that had them. */
function Changes({ points, scale }: TrendChartDrawing) {
  const changes = points.flatMap((point, index) => {
    const kinds = changeKinds(point)
    return kinds === '' ? [] : [{ runId: point.runId, kinds, x: scale.x(index - 0.5) }]
  })
  const named = changesWithRoom(changes, scale)
  return changes.map(({ runId, kinds, x }) => (
    <g key={runId} className="trend-chart-change" aria-hidden="true">
      <line x1={x} x2={x} y1={scale.top - 4} y2={scale.bottom} />
      {named.has(runId) && (
        <text x={x} y={scale.top - 10} textAnchor={x > scale.middle ? 'end' : 'start'}>
          {kinds}
        </text>
      )}
    </g>
  ))
}

type Change = { readonly runId: string; readonly kinds: string; readonly x: number }

/** Labels that do not overlap the previous one; the table lists all changes. */
function changesWithRoom(changes: readonly Change[], { middle }: TrendChartDrawing['scale']): ReadonlySet<string> {
  const named = new Set<string>()
  let taken = Number.NEGATIVE_INFINITY
  for (const { runId, kinds, x } of changes) {
    const width = [...kinds].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 12.5 : 7), 8)
    const from = x > middle ? x - width : x
    if (from < taken) continue
    named.add(runId)
    taken = from + width
  }
  return named
}

/** Dates of the first and last run. */
function Dates({ points, scale }: TrendChartDrawing) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <g aria-hidden="true">
      <text className="trend-chart-tick" x={scale.left} y={height - 4}>
        {formatted.date(first.createdAt)}
      </text>
      {last !== first && (
        <text className="trend-chart-tick" x={scale.right} y={height - 4} textAnchor="end">
          {formatted.date(last.createdAt)}
        </text>
      )}
    </g>
  )
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

function bandOf(line: readonly Placed[]): string {
  return [...line.map(({ x, high }) => `${x},${high}`), ...line.toReversed().map(({ x, low }) => `${x},${low}`)].join(
    ' ',
  )
}

/** The gate as a shape: disc for passed, diamond for failed, ring for none. */
function GateSign({ gate }: { readonly gate: GateState }) {
  if (gate === 'failed') return <rect className="sign" x="-5" y="-5" width="10" height="10" transform="rotate(45)" />
  return <circle className="sign" r={gate === 'passed' ? 6 : 5} />
}

/** An element's width in pixels, updated on resize. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const shown = place.current
    if (shown === null) return undefined
    const observer = new ResizeObserver(() => setWidth(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/** A run's position in pixels. */
type Placed = {
  readonly point: TrendPoint
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
}

type Frame = { readonly measure: Measure; readonly width: number }

const [left, top, below, edge] = [52, 34, 28, 14]

/** Scales for runs and values. A run without a value interrupts the line. */
function trendScale(points: readonly TrendPoint[], { measure, width }: Frame) {
  const shown = points.flatMap((point) => measure.of(point) ?? [])
  const isShare = measure.unit === undefined
  const { from, to, step } = rangeOf(shown, isShare)
  const [right, bottom] = [width - edge, height - below]
  // Between two runs, in pixels.
  const pitch = (right - left - edge) / Math.max(points.length - 1, 1)
  const x = (index: number) => (points.length < 2 ? (left + right) / 2 : left + edge + index * pitch)
  const y = (value: number) => bottom - ((value - from) / (to - from)) * (bottom - top)
  const lines: Placed[][] = [[]]
  for (const [index, point] of points.entries()) {
    const estimate = measure.of(point)
    if (estimate === null) lines.push([])
    else lines.at(-1)?.push({ point, x: x(index), y: y(estimate.value), low: y(estimate.low), high: y(estimate.high) })
  }
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, tick) => from + tick * step)
  return {
    left,
    right,
    top,
    bottom,
    middle: (left + right) / 2,
    pitch,
    x,
    y,
    ticks,
    lines: lines.filter((line) => line.length > 0),
  }
}

type TrendScaleEnds = { readonly low: number; readonly high: number }

/** Round limits around all intervals; shares stay within 0 and 1. */
function rangeOf(shown: readonly TrendScaleEnds[], isShare: boolean) {
  const [least, most] = [Math.min(...shown.map(({ low }) => low)), Math.max(...shown.map(({ high }) => high))]
  if (shown.length === 0) return { from: 0, to: 1, step: 0.25 }
  const step = roundStep(Math.max(most - least, isShare ? 0.1 : Math.abs(most) * 0.1 || 1) / 4)
  const from = Math.floor(least / step + 1e-9) * step
  const to = Math.max(from + step, Math.ceil(most / step - 1e-9) * step)
  return isShare && from >= 0
    ? { from, to: to > 1 ? from + Math.ceil((1 - from) / step - 1e-9) * step : to, step }
    : { from, to, step }
}
