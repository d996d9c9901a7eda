/** A stated confidence, 0–1, and whether the answer was right. Points of a cluster, such as repeats, are dependent. */
export type ConfidencePoint = { readonly confidence: number; readonly right: boolean; readonly cluster?: string }

/** Points as columns in order of confidence; the order of ties does not depend on the input's order. */
export type SortedPoints = {
  readonly n: number
  readonly confidence: Float64Array
  /** 1 for right, 0 for wrong. */
  readonly right: Float64Array
  /** The index of each point's cluster, from 0, in order of appearance. */
  readonly cluster: Uint32Array
  readonly clusterCount: number
}

export function sortPoints(points: readonly ConfidencePoint[]): SortedPoints {
  for (const { confidence } of points) {
    if (!(confidence >= 0 && confidence <= 1)) throw new RangeError(`A confidence lies in [0, 1], got ${confidence}`)
  }
  const sorted = points.toSorted(
    (one, other) =>
      one.confidence - other.confidence ||
      Number(one.right) - Number(other.right) ||
      compareText(one.cluster ?? '', other.cluster ?? ''),
  )
  const numbers = new Map<string, number>()
  let alone = 0
  const cluster = Uint32Array.from(sorted, ({ cluster: label }) => {
    if (label === undefined) return numbers.size + alone++
    const number = numbers.get(label) ?? numbers.size + alone
    numbers.set(label, number)
    return number
  })
  return {
    n: sorted.length,
    confidence: Float64Array.from(sorted, ({ confidence }) => confidence),
    right: Float64Array.from(sorted, ({ right }) => (right ? 1 : 0)),
    cluster,
    clusterCount: numbers.size + alone,
  }
}

export type Binning = { readonly of: Uint32Array; readonly count: number }

export const defaultBins = 10

export function equalWidth({ confidence }: SortedPoints, count: number): Binning {
  requireBins(count)
  return { count, of: Uint32Array.from(confidence, (c) => binOf(c, count)) }
}

/** An edge belongs to the bin above it, and 1 to the last. Multiplying avoids inexact edges: 0.3 · 10 is 3. */
export function binOf(confidence: number, count: number): number {
  return Math.min(count - 1, Math.floor(confidence * count))
}

/** Makes bins of nearly equal size; points of equal confidence stay together. */
export function equalMass({ n, confidence }: SortedPoints, count: number): Binning {
  requireBins(count)
  const of = new Uint32Array(n)
  for (let from = 0; from < n;) {
    let to = from + 1
    while (to < n && confidence[to] === confidence[from]) to += 1
    of.fill(Math.min(count - 1, Math.floor((count * (from + to)) / (2 * n))), from, to)
    from = to
  }
  return { of, count }
}

export type BinTotals = { readonly n: Float64Array; readonly right: Float64Array; readonly confidence: Float64Array }

/** `right` and `weights` replace the points' own values in resamples. */
export function binTotals(
  points: SortedPoints,
  { of, count }: Binning,
  options: { readonly right?: Float64Array; readonly weights?: Float64Array } = {},
): BinTotals {
  const { right: isRight = points.right, weights } = options
  const n = new Float64Array(count)
  const right = new Float64Array(count)
  const confidence = new Float64Array(count)
  for (let point = 0; point < points.n; point += 1) {
    const bin = of[point] ?? 0
    const weight = weights === undefined ? 1 : (weights[point] ?? 0)
    n[bin] = (n[bin] ?? 0) + weight
    right[bin] = (right[bin] ?? 0) + weight * (isRight[point] ?? 0)
    confidence[bin] = (confidence[bin] ?? 0) + weight * (points.confidence[point] ?? 0)
  }
  return { n, right, confidence }
}

export type FilledBin = {
  readonly bin: number
  readonly n: number
  readonly right: number
  readonly accuracy: number
  readonly meanConfidence: number
  readonly gap: number
}

export function filledBins({ n, right, confidence }: BinTotals): readonly FilledBin[] {
  const bins: FilledBin[] = []
  for (let bin = 0; bin < n.length; bin += 1) {
    const [size, hits, sum] = [n[bin] ?? 0, right[bin] ?? 0, confidence[bin] ?? 0]
    if (size === 0) continue
    const [accuracy, meanConfidence] = [hits / size, sum / size]
    bins.push({ bin, n: size, right: hits, accuracy, meanConfidence, gap: Math.abs(accuracy - meanConfidence) })
  }
  return bins
}

/** Returns Σ share of points · gap, without building objects for the bins, because every resample calls it. */
export function weightedGap({ n, right, confidence }: BinTotals): number {
  let gaps = 0
  let points = 0
  for (let bin = 0; bin < n.length; bin += 1) {
    gaps += Math.abs((right[bin] ?? 0) - (confidence[bin] ?? 0))
    points += n[bin] ?? 0
  }
  return gaps / points
}

function requireBins(count: number): void {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`Bins are counted from 1, got ${count}`)
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
