import type { Calibration, ReliabilityBin } from '../review-measures.ts'
import {
  type Binning,
  type SortedPoints,
  binTotals,
  filledBins,
  type ConfidencePoint,
  type FilledBin,
  equalMass,
  equalWidth,
  sortPoints,
  defaultBins,
} from './confidence-bins.ts'
import type { Estimate, Message } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { auroc, aurocInterval } from './auroc.ts'
import { calibrationErrors } from './calibration-error.ts'
import { clusteredMeanInterval } from '../clustered.ts'
import { meanInterval } from '../mean.ts'
import { wilsonInterval } from '../proportion.ts'
import { measured } from '../rate.ts'

export type CalibrationOptions = {
  readonly seed: number
  readonly level?: number
  /** The number of bins of equal width; 10 by default. */
  readonly bins?: number
  /** The number of bins with equally many points; by default up to 10 with at least four points each. */
  readonly equalMassBins?: number
  readonly resamples?: number
}

/**
 * Measures how well stated confidence matches being right (Guo et al. 2017; Brier 1950; Murphy 1973; Stephenson et al.
 * 2008). The order of the points does not matter. Takes O(n log n), plus O(n) for each resample.
 */
export function calibrationOf(points: readonly ConfidencePoint[], options: CalibrationOptions): Calibration {
  const { seed, level = 0.95, bins = defaultBins, resamples } = options
  const sorted = sortPoints(points)
  const { n } = sorted
  const massBins = options.equalMassBins ?? Math.max(1, Math.min(10, Math.floor(n / 4)))
  const [width, mass] = [equalWidth(sorted, bins), equalMass(sorted, massBins)]
  const byWidth = filledBins(binTotals(sorted, width))
  const gaps = byWidth.map(({ gap }) => gap)
  const errors = n === 0 ? undefined : calibrationErrors(sorted, [width, mass], { seed, level, resamples })
  const parts = n === 0 ? null : brierParts(sorted, mass)
  const brier = meanOf(brierScores(sorted), sorted, level, [0, 1])
  const ranking = rankingOf(sorted)

  return {
    n,
    right: sum(sorted.right),
    bins: byWidth.map((one): ReliabilityBin => ({
      bin: one.bin,
      from: one.bin / bins,
      to: (one.bin + 1) / bins,
      n: one.n,
      accuracy: accuracyOf(sorted, width, one.bin, level),
      meanConfidence: one.meanConfidence,
      gap: one.gap,
      consistent: errors?.consistent[one.bin] ?? { low: 0, high: 1 },
    })),
    ece: measured(errors?.estimates[0] ?? null, nothing),
    unweightedEce: meanGap(gaps),
    printedEce: n === 0 ? null : sum(gaps) / bins,
    mce: n === 0 ? null : Math.max(...gaps),
    equalMass: equalMassErrors(filledBins(binTotals(sorted, mass)), errors?.estimates[1]),
    brier: measured(brier, nothing),
    brierParts: parts,
    brierSkill: skillOf(brier, parts),
    logLoss: logLossOf(sorted, level),
    auroc: measured(ranking === null ? null : aurocInterval(ranking, level), whyNoRanking(sorted)),
    aurocStandardErrors: { deLong: ranking?.deLong ?? null, hanleyMcNeil: ranking?.hanleyMcNeil ?? null },
  }
}

const nothing = message('no row has a confidence from 0 to 1')

function equalMassErrors(bins: readonly FilledBin[], ece: Estimate | undefined): Calibration['equalMass'] {
  const debiasedSquare = debiasedSquareOf(bins)
  return {
    bins: bins.length,
    ece: measured(ece ?? null, nothing),
    unweightedEce: meanGap(bins.map(({ gap }) => gap)),
    debiasedSquare,
    debiased: debiasedSquare === null ? null : Math.sqrt(Math.max(0, debiasedSquare)),
  }
}

/** Returns the improvement over always stating the accuracy; null when all answers are right, or all wrong. */
function skillOf(brier: Estimate | null, parts: Calibration['brierParts']): number | null {
  if (brier === null || parts === null || parts.uncertainty === 0) return null
  return 1 - brier.value / parts.uncertainty
}

function whyNoRanking({ n, right }: SortedPoints): Message {
  if (n === 0) return nothing
  return sum(right) === 0 ? message('every row is wrong') : message('every row is right')
}

function meanGap(gaps: readonly number[]): number | null {
  return gaps.length === 0 ? null : sum(gaps) / gaps.length
}

/**
 * Returns the mean square of the gaps minus the variance expected by chance (Bröcker 2012; Kumar, Liang & Ma 2019).
 * Bins with a single point are left out, since their variance is unknown.
 */
function debiasedSquareOf(bins: readonly FilledBin[]) {
  const telling = bins.filter(({ n }) => n > 1)
  const points = sum(telling.map(({ n }) => n))
  if (points === 0) return null
  return sum(telling.map(({ n, accuracy, gap }) => (n / points) * (gap ** 2 - (accuracy * (1 - accuracy)) / (n - 1))))
}

function brierScores({ confidence, right }: SortedPoints): Float64Array {
  return confidence.map((c, point) => (c - (right[point] ?? 0)) ** 2)
}

/** A confidence of 0 or 1 that is wrong has an infinite loss, which can neither be reported nor averaged. */
function logLossOf(points: SortedPoints, level: number): Calibration['logLoss'] {
  const losses = logLosses(points)
  const count = losses.reduce((infinite, loss) => (loss === Infinity ? infinite + 1 : infinite), 0)
  const reason =
    count === 0
      ? nothing
      : message('infinite: {count} {count|row was|rows were} wrong with a confidence of exactly 0 or 1', { count })
  if (count > 0 || points.n === 0) return measured(null, reason)
  const mean = sum(losses) / points.n
  const constant: Estimate = { value: mean, low: mean, high: mean, n: points.n, level, method: 'constant' }
  return measured(meanOf(losses, points, level) ?? constant, reason)
}

export function logLosses({ confidence, right }: SortedPoints): Float64Array {
  return confidence.map((c, point) => -Math.log(right[point] === 1 ? c : 1 - c))
}

function rankingOf({ n, confidence, right, cluster, clusterCount }: SortedPoints) {
  const isRight = Array.from(right, (one) => one === 1)
  return auroc(confidence, isRight, clusterCount < n ? { clusters: cluster } : {})
}

function accuracyOf(points: SortedPoints, { of }: Binning, bin: number, level: number): Estimate {
  const members = Array.from(of.keys()).filter((point) => of[point] === bin)
  const right = Float64Array.from(members, (point) => points.right[point] ?? 0)
  const clusters = Uint32Array.from(members, (point) => points.cluster[point] ?? 0)
  if (new Set(clusters).size === members.length) return wilsonInterval(sum(right), members.length, level)
  const estimate = clusteredMeanInterval(right, clusters, { level, bounds: [0, 1] })
  if (estimate === null) throw new RangeError('A bin in the table holds points')
  return estimate
}

function meanOf(
  values: Float64Array,
  { n, cluster, clusterCount }: SortedPoints,
  level: number,
  bounds?: readonly [number, number],
): Estimate | null {
  if (clusterCount < n) return clusteredMeanInterval(values, cluster, { level, bounds })
  return meanInterval(values, { level, bounds })
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/**
 * Brier score = reliability - resolution + uncertainty (Murphy 1973) + within-bin variance - within-bin covariance. The
 * last two make it exact when confidences differ within a bin (Stephenson, Coelho & Jolliffe 2008).
 */
function brierParts(points: SortedPoints, binning: Binning): NonNullable<Calibration['brierParts']> {
  const { n } = points
  const bins = filledBins(binTotals(points, binning))
  const base = sum(bins.map(({ right }) => right)) / n
  const parts = {
    reliability: 0,
    resolution: 0,
    uncertainty: base * (1 - base),
    withinBinVariance: 0,
    withinBinCovariance: 0,
  }
  for (const bin of bins) {
    parts.reliability += (bin.n / n) * bin.gap ** 2
    parts.resolution += (bin.n / n) * (bin.accuracy - base) ** 2
  }
  const byNumber = new Map(bins.map((bin) => [bin.bin, bin]))
  for (let point = 0; point < n; point += 1) {
    const bin = byNumber.get(binning.of[point] ?? 0)
    if (bin === undefined) continue
    const aside = (points.confidence[point] ?? 0) - bin.meanConfidence
    parts.withinBinVariance += aside ** 2 / n
    parts.withinBinCovariance += (2 * aside * ((points.right[point] ?? 0) - bin.accuracy)) / n
  }
  return parts
}
