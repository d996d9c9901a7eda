import type { Recalibration } from '../review-measures.ts'
import type { ConfidencePoint } from './confidence-bins.ts'

export type RecalibrationMethod = Recalibration['method']

/** Few labels support few parameters: temperature below 200, Platt up to 1000, isotonic above. */
export function recommendedRecalibration(labels: number): RecalibrationMethod {
  if (labels < 200) return 'temperature'
  return labels <= 1000 ? 'platt' : 'isotonic'
}

export function recalibrate(map: Recalibration, confidence: number): number {
  if (!(confidence >= 0 && confidence <= 1)) throw new RangeError(`A confidence lies in [0, 1], got ${confidence}`)
  if (map.method === 'temperature') return logistic(logit(confidence) / map.temperature)
  if (map.method === 'platt') return logistic(map.slope * logit(confidence) + map.intercept)
  return between(map.knots, confidence)
}

/**
 * Finds the T from 0.01 to 100 that minimises the mean log loss of σ(logit(c) / T) (Guo et al. 2017). It is at an end
 * of that range when all or none of the points are on the right side of 0.5.
 */
export function fitTemperature(points: readonly ConfidencePoint[]): Extract<Recalibration, { method: 'temperature' }> {
  requirePoints(points)
  const margins = points.map(({ confidence, right }) => (right ? 1 : -1) * logit(confidence))
  // The loss is convex in 1/T, so its slope changes sign once.
  const slopeAt = (inverse: number): number =>
    -margins.reduce((sum, margin) => sum + margin * logistic(-margin * inverse), 0)
  let coldest = Math.log(1 / 100)
  let hottest = Math.log(100)
  for (let step = 0; step < 60; step += 1) {
    const middle = (coldest + hottest) / 2
    if (slopeAt(Math.exp(middle)) < 0) coldest = middle
    else hottest = middle
  }
  return { method: 'temperature', temperature: Math.exp(-(coldest + hottest) / 2) }
}

/**
 * Fits Platt's scaling (1999) of the logit by Newton's method with step halving (Lin, Lin & Weng 2007). Smoothed
 * targets, the default, are (N₊ + 1) / (N₊ + 2) for right and 1 / (N₋ + 2) for wrong points and always have a solution.
 * Without smoothing the result is null when a threshold separates right from wrong.
 */
export function fitPlatt(
  points: readonly ConfidencePoint[],
  options: { readonly smoothed?: boolean } = {},
): Extract<Recalibration, { method: 'platt' }> | null {
  requirePoints(points)
  const { smoothed = true } = options
  const right = points.filter((point) => point.right).length
  const wrong = points.length - right
  if (!smoothed && separable(points)) return null
  const [high, low] = smoothed ? [(right + 1) / (right + 2), 1 / (wrong + 2)] : [1, 0]
  const rows = points.map((point) => ({ x: logit(point.confidence), target: point.right ? high : low }))

  let slope = 0
  let intercept = Math.log((right + 1) / (wrong + 1))
  let loss = logisticLoss(rows, slope, intercept)
  for (let step = 0; step < 200; step += 1) {
    const { forSlope, forIntercept } = newtonStep(rows, slope, intercept)
    let size = 1
    let next = logisticLoss(rows, slope + forSlope, intercept + forIntercept)
    while (next > loss && size > 1e-10) {
      size /= 2
      next = logisticLoss(rows, slope + size * forSlope, intercept + size * forIntercept)
    }
    if (!(next <= loss)) break
    slope += size * forSlope
    intercept += size * forIntercept
    loss = next
    if (Math.max(Math.abs(forSlope), Math.abs(forIntercept)) * size < 1e-12) break
  }
  return { method: 'platt', slope, intercept, smoothed }
}

/** Fits the non-decreasing map with the least squared error by pooling adjacent violators (Ayer et al. 1955). */
export function fitIsotonic(points: readonly ConfidencePoint[]): Extract<Recalibration, { method: 'isotonic' }> {
  requirePoints(points)
  const blocks: RecalibrationBlock[] = []
  for (const { confidence, right } of points.toSorted((one, other) => one.confidence - other.confidence)) {
    const hit = right ? 1 : 0
    const last = blocks.at(-1)
    if (last?.to === confidence) blocks[blocks.length - 1] = { ...last, n: last.n + 1, right: last.right + hit }
    else blocks.push({ from: confidence, to: confidence, n: 1, right: hit })
  }
  const pooled: RecalibrationBlock[] = []
  for (const block of blocks) {
    let current = block
    for (let before = pooled.at(-1); before !== undefined && level(before) >= level(current); before = pooled.at(-1)) {
      pooled.pop()
      current = { from: before.from, to: current.to, n: before.n + current.n, right: before.right + current.right }
    }
    pooled.push(current)
  }
  const knots = pooled.flatMap((block) => {
    const value = level(block)
    const start = { confidence: block.from, value }
    return block.from === block.to ? [start] : [start, { confidence: block.to, value }]
  })
  return { method: 'isotonic', knots }
}

type RecalibrationBlock = { readonly from: number; readonly to: number; readonly n: number; readonly right: number }

type RecalibrationRow = { readonly x: number; readonly target: number }

function level({ right, n }: RecalibrationBlock): number {
  return right / n
}

function between(
  knots: readonly { readonly confidence: number; readonly value: number }[],
  confidence: number,
): number {
  let low = 0
  let high = knots.length - 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((knots[middle]?.confidence ?? 0) <= confidence) low = middle
    else high = middle
  }
  const [before, after] = [knots[low], knots[high]]
  if (before === undefined || after === undefined) throw new RangeError('An isotonic map has at least one knot')
  if (confidence <= before.confidence) return before.value
  if (confidence >= after.confidence) return after.value
  const share = (confidence - before.confidence) / (after.confidence - before.confidence)
  return before.value + share * (after.value - before.value)
}

/** True when a threshold separates all right points from all wrong ones, except for ties at it. */
function separable(points: readonly ConfidencePoint[]): boolean {
  const right = rangeOf(points.filter((point) => point.right))
  const wrong = rangeOf(points.filter((point) => !point.right))
  return right.from >= wrong.to || wrong.from >= right.to
}

function rangeOf(points: readonly ConfidencePoint[]): { from: number; to: number } {
  return points.reduce(
    ({ from, to }, { confidence }) => ({ from: Math.min(from, confidence), to: Math.max(to, confidence) }),
    { from: Infinity, to: -Infinity },
  )
}

function logisticLoss(rows: readonly RecalibrationRow[], slope: number, intercept: number): number {
  let loss = 0
  for (const { x, target } of rows) {
    const z = slope * x + intercept
    loss += Math.max(z, 0) - target * z + Math.log1p(Math.exp(-Math.abs(z)))
  }
  return loss
}

function newtonStep(rows: readonly RecalibrationRow[], slope: number, intercept: number) {
  let [bySlope, byIntercept] = [0, 0]
  // A small value on the diagonal keeps the step finite when all confidences are equal.
  let [slopes, mixed, intercepts] = [1e-12, 0, 1e-12]
  for (const { x, target } of rows) {
    const p = logistic(slope * x + intercept)
    const weight = p * (1 - p)
    bySlope += (p - target) * x
    byIntercept += p - target
    slopes += weight * x * x
    mixed += weight * x
    intercepts += weight
  }
  const determinant = slopes * intercepts - mixed * mixed
  return {
    forSlope: (mixed * byIntercept - intercepts * bySlope) / determinant,
    forIntercept: (mixed * bySlope - slopes * byIntercept) / determinant,
  }
}

/** Agents state 1 and are wrong; an infinite logit would let that one answer decide everything. */
const nearest = 1e-6

function logit(confidence: number): number {
  const inside = Math.min(1 - nearest, Math.max(nearest, confidence))
  return Math.log(inside / (1 - inside))
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function requirePoints(points: readonly ConfidencePoint[]): void {
  if (points.length === 0) throw new RangeError('Nothing can be fitted to no points')
  for (const { confidence } of points) {
    if (!(confidence >= 0 && confidence <= 1)) throw new RangeError(`A confidence lies in [0, 1], got ${confidence}`)
  }
}
