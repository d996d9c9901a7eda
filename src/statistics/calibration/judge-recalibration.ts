import type { JudgedRecalibration, Recalibration, ReviewSummary } from '../review-measures.ts'
import { message } from '../../core/basics/message.ts'
import { logLosses } from './calibration.ts'
import { clusteredMeanInterval } from '../clustered.ts'
import {
  type ConfidencePoint,
  type SortedPoints,
  binTotals,
  equalWidth,
  sortPoints,
  defaultBins,
  weightedGap,
} from './confidence-bins.ts'
import { createRandom, randomOrder } from '../random.ts'
import {
  type RecalibrationMethod,
  fitIsotonic,
  fitPlatt,
  fitTemperature,
  recalibrate,
  recommendedRecalibration,
} from './recalibration.ts'

export type JudgeRecalibrationOptions = {
  readonly seed: number
  /** The number of folds, each judged by maps fitted on the others; 5 by default. */
  readonly folds?: number
  readonly level?: number
}

/**
 * Measures the gain of each recalibration by cross-validation over folds of whole clusters; the returned map is fitted
 * on all points. Undefined with fewer than 20 clusters, 5 right or 5 wrong points.
 */
export function judgeRecalibrations(
  points: readonly ConfidencePoint[],
  options: JudgeRecalibrationOptions,
): ReviewSummary['recalibration'] {
  const { seed, folds = 5, level = 0.95 } = options
  if (!Number.isInteger(folds) || folds < 2) throw new RangeError(`Parts are counted from 2, got ${folds}`)
  const sorted = sortPoints(points)
  const right = points.filter((point) => point.right).length
  if (sorted.clusterCount < Math.max(20, folds) || right < 5 || points.length - right < 5) {
    return {
      status: 'undefined',
      reason: message('{right} right and {wrong} wrong rows are too few to fit and judge a recalibration', {
        right,
        wrong: points.length - right,
      }),
    }
  }
  const part = new Uint32Array(sorted.clusterCount)
  for (const [place, cluster] of randomOrder(part.length, createRandom(seed)).entries()) part[cluster] = place % folds
  const partOf = Uint32Array.from(sorted.cluster, (cluster) => part[cluster] ?? 0)
  return {
    status: 'judged',
    methods: (['temperature', 'platt', 'isotonic'] as const).map((method) =>
      judged(sorted, method, { partOf, folds, level }),
    ),
  }
}

function judged(
  sorted: SortedPoints,
  method: RecalibrationMethod,
  { partOf, folds, level }: { partOf: Uint32Array; folds: number; level: number },
): JudgedRecalibration {
  const maps = Array.from({ length: folds }, (_, fold) =>
    fit(
      method,
      pointsOf(sorted, (point) => partOf[point] !== fold),
    ),
  )
  const confidence = sorted.confidence.map((stated, point) => {
    const map = maps[partOf[point] ?? 0]
    if (map === undefined) throw new RangeError('Every part has a map')
    return recalibrate(map, stated)
  })
  const after = { ...sorted, confidence }
  const gains = sorted.confidence.map((stated, point) => {
    const right = sorted.right[point] ?? 0
    return (stated - right) ** 2 - ((confidence[point] ?? 0) - right) ** 2
  })
  return {
    method,
    recommended: method === recommendedRecalibration(sorted.clusterCount),
    folds,
    before: errorsOf(sorted),
    after: errorsOf(after),
    gain: clusteredMeanInterval(gains, sorted.cluster, { level, bounds: [-1, 1], differences: true }),
    map: fit(
      method,
      pointsOf(sorted, () => true),
    ),
  }
}

function fit(method: RecalibrationMethod, points: readonly ConfidencePoint[]): Recalibration {
  if (method === 'temperature') return fitTemperature(points)
  if (method === 'isotonic') return fitIsotonic(points)
  const map = fitPlatt(points)
  if (map === null) throw new RangeError('Smoothed targets always have a solution')
  return map
}

function pointsOf({ n, confidence, right }: SortedPoints, isIn: (point: number) => boolean): ConfidencePoint[] {
  const points: ConfidencePoint[] = []
  for (let point = 0; point < n; point += 1) {
    if (isIn(point)) points.push({ confidence: confidence[point] ?? 0, right: right[point] === 1 })
  }
  return points
}

function errorsOf(points: SortedPoints): JudgedRecalibration['before'] {
  const { n, confidence, right } = points
  const losses = logLosses(points)
  const brier = confidence.reduce((sum, c, point) => sum + (c - (right[point] ?? 0)) ** 2, 0) / n
  const logLoss = losses.reduce((sum, loss) => sum + loss, 0) / n
  return {
    ece: weightedGap(binTotals(points, equalWidth(points, defaultBins))),
    brier,
    logLoss: Number.isFinite(logLoss) ? logLoss : null,
  }
}
