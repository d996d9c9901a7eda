import { type ValueRange, isInRange } from '../../../../../src/server/view/table-view.ts'

/** Adjacent ranges of numbers; the last one is open where a few values are far larger than the others. */
export type Bins = { readonly edges: readonly number[]; readonly open: boolean }

const shares: Bins = { edges: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], open: false }
const about = 10

/** Returns at most twelve ranges with round ends that contain all values; always the same ten for scores from 0 to 1. */
export function binsFor(values: readonly number[], { scores = false } = {}): Bins {
  // Checked first, since sorting ten thousand scores would be slow.
  if (scores && values.every((value) => value >= 0 && value <= 1)) return shares
  return binsOver(new Float64Array(values).toSorted())
}

/** The same for sorted numbers. */
export function binsOver(sorted: Float64Array): Bins {
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
  const usual = sorted[Math.ceil((sorted.length - 1) * 0.98)] ?? most
  const top = most - usual > usual - least ? usual : most
  const step = roundStep((top - least) / about)
  const first = Math.floor(least / step)
  const last = Math.max(first + 1, Math.ceil(top / step))
  const edges = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  return { edges, open: most > (edges.at(-1) ?? most) }
}

/** 1, 2 or 5 times a power of ten, rounded up. */
export function roundStep(step: number): number {
  if (step <= 0 || !Number.isFinite(step)) return 1
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 5].find((factor) => factor * power >= step) ?? 10)
}

/** The range that a value lies in; values beyond an open end belong to the last one. */
export function pictureBin({ edges, open }: Bins, value: number): number {
  const last = edges.length - (open ? 1 : 2)
  const [first = 0, second = 1] = edges
  // All ranges are equally wide, apart from rounding errors.
  let at = Math.max(0, Math.min(last, Math.floor((value - first) / (second - first))))
  if (at < last && value >= (edges[at + 1] ?? 0)) at += 1
  if (at > 0 && value < (edges[at] ?? 0)) at -= 1
  return at
}

export function binCount({ edges, open }: Bins): number {
  return edges.length - (open ? 0 : 1)
}

/** The span from one range to another, as in the address. */
export function rangeOver(bins: Bins, first: number, last: number): ValueRange {
  const isLast = last === binCount(bins) - 1
  const [low, high] = [bins.edges[first] ?? 0, bins.edges[last + 1]]
  return high === undefined ? { low, below: false } : { low, high, below: !isLast }
}

/** Whether a range of the picture lies within the filter. */
export function isChosen(bins: Bins, at: number, ranges: readonly ValueRange[]): boolean {
  const [low = 0, high] = [bins.edges[at], bins.edges[at + 1]]
  const inside = high === undefined ? low : (low + high) / 2
  return ranges.some((range) => isInRange(range, inside))
}

/** A value's position in the picture, from 0 at the left to 1 at the right; undefined outside of it. */
export function placeIn(bins: Bins, value: number): number | undefined {
  const { edges } = bins
  if (value < (edges[0] ?? 0) || value > (edges.at(-1) ?? 0)) return undefined
  const at = pictureBin(bins, value)
  const [low = 0, high] = [edges[at], edges[at + 1]]
  return (at + (high === undefined ? 0 : (value - low) / (high - low))) / binCount(bins)
}
