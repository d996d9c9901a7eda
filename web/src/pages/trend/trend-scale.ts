import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import type { Measure } from './measures.ts'

/** A run in the picture, in pixels. `index` is its place among all points. */
export type Placed = {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
}

type Frame = { readonly measure: Measure; readonly width: number; readonly height: number }

const [left, top, below, edge] = [52, 34, 28, 14]

/** Where runs and values stand. A run without a value interrupts the line. */
export function trendScale(points: readonly TrendPoint[], { measure, width, height }: Frame) {
  const estimates = points.map(measure.of)
  const shown = estimates.flatMap((estimate) => estimate ?? [])
  const isShare = measure.unit === undefined
  const { from, to, step } = rangeOf(shown, isShare)
  const [right, bottom] = [width - edge, height - below]
  const x = (index: number) =>
    points.length < 2 ? (left + right) / 2 : left + edge + (index / (points.length - 1)) * (right - left - edge)
  const y = (value: number) => bottom - ((value - from) / (to - from)) * (bottom - top)
  const lines: Placed[][] = [[]]
  for (const [index, estimate] of estimates.entries()) {
    if (estimate === null) lines.push([])
    else {
      const placed = { index, x: x(index), y: y(estimate.value), low: y(estimate.low), high: y(estimate.high) }
      lines.at(-1)?.push(placed)
    }
  }
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, tick) => from + tick * step)
  return {
    left,
    right,
    top,
    bottom,
    middle: (left + right) / 2,
    x,
    y,
    ticks,
    lines: lines.filter((line) => line.length > 0),
  }
}

type TrendScaleEnds = { readonly low: number; readonly high: number }

/** Round numbers around all intervals; shares are never shown beyond 0 and 1. */
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

/** 1, 2 or 5 of a power of ten, and not less than asked. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return power * ([1, 2, 5, 10].find((times) => times * power >= wanted) ?? 10)
}
