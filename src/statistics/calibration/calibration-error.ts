import type { Estimate } from '../../core/index.ts'
import { quantileOf } from '../bootstrap.ts'
import { type Binning, type SortedPoints, binTotals, weightedGap } from './confidence-bins.ts'
import { tail } from '../critical-value.ts'
import { wilsonBounds } from '../proportion.ts'
import { createRandom } from '../random.ts'

export type ResamplingOptions = { readonly seed: number; readonly level: number; readonly resamples?: number }

/**
 * Computes expected calibration errors with intervals, one for each binning, and for the bins of the first the range of
 * accuracies expected by chance if every confidence were true.
 *
 * An ECE is an absolute value, so chance increases it, and again in each resample: a percentile interval may never
 * cover the truth. Here whole clusters are drawn. The upper end is the percentile minus the mean increase by
 * resampling; the lower end is its mirror image (the basic bootstrap), or 0 when true confidences would give as large
 * an error often enough.
 */
export function calibrationErrors(points: SortedPoints, binnings: readonly Binning[], options: ResamplingOptions) {
  const { level, seed, resamples = resamplesFor(points.n) } = options
  const random = createRandom(seed)
  const drawn = binnings.map(() => new Float64Array(resamples))
  const chance = binnings.map(() => new Float64Array(resamples))
  const accuracies = Array.from({ length: binnings[0]?.count ?? 0 }, () => new Float64Array(resamples))
  const draw = clusterDraws(points, random)
  const guess = chanceDraws(points, random)
  for (let resample = 0; resample < resamples; resample += 1) {
    const weights = draw()
    const right = guess()
    for (const [index, binning] of binnings.entries()) {
      set(drawn[index], resample, weightedGap(binTotals(points, binning, { weights })))
      const totals = binTotals(points, binning, { right })
      set(chance[index], resample, weightedGap(totals))
      if (index > 0) continue
      for (const [bin, list] of accuracies.entries())
        set(list, resample, (totals.right[bin] ?? 0) / (totals.n[bin] ?? 0))
    }
  }
  const outside = tail(level)
  return {
    estimates: binnings.map((binning, index) => {
      const value = weightedGap(binTotals(points, binning))
      return interval(value, points, level, { drawn: drawn[index], chance: chance[index] })
    }),
    consistent: accuracies.map((list) => {
      const sorted = list.toSorted()
      return { low: quantileOf(sorted, outside), high: quantileOf(sorted, 1 - outside) }
    }),
  }
}

type Resampled = { readonly drawn: Float64Array | undefined; readonly chance: Float64Array | undefined }

function interval(
  value: number,
  points: SortedPoints,
  level: number,
  { drawn = new Float64Array(), chance = new Float64Array() }: Resampled,
): Estimate {
  const { n, clusterCount } = points
  const right = points.right.reduce((sum, one) => sum + one, 0)
  if (clusterCount < 2 || right === 0 || right === n) return fromAccuracy(value, right / n, points, level)
  const outside = tail(level)
  const sorted = drawn.toSorted()
  const upper = quantileOf(sorted, 1 - outside)
  const added = sorted.reduce((sum, one) => sum + one, 0) / sorted.length - value
  const byChance = quantileOf(chance.toSorted(), 1 - outside)
  const low = value <= byChance + 1e-12 ? 0 : Math.max(0, Math.min(value, 2 * value - upper))
  const high = Math.min(1, Math.max(value, upper - added))
  return { value, low, high, n, level, method: 'bootstrap-shifted' }
}

/**
 * When all answers are right, or all wrong, resamples do not vary. The ECE is then at most as far from the true one as
 * the accuracies of the bins are from theirs, which Wilson's interval of the accuracy bounds.
 */
function fromAccuracy(value: number, accuracy: number, { n, clusterCount }: SortedPoints, level: number): Estimate {
  const { low, high } = wilsonBounds(accuracy, clusterCount, level)
  const reach = clusterCount < 2 ? 1 : high - low
  return {
    value,
    low: Math.max(0, value - reach),
    high: Math.min(1, value + reach),
    n,
    level,
    method: 'wilson-shifted',
  }
}

/** Draws as many clusters with replacement as there are; returns how often each point counts. */
function clusterDraws({ n, cluster, clusterCount }: SortedPoints, random: () => number): () => Float64Array {
  const times = new Float64Array(clusterCount)
  const weights = new Float64Array(n)
  return () => {
    times.fill(0)
    for (let draw = 0; draw < clusterCount; draw += 1) {
      const drawn = Math.floor(random() * clusterCount)
      times[drawn] = (times[drawn] ?? 0) + 1
    }
    for (let point = 0; point < n; point += 1) weights[point] = times[cluster[point] ?? 0] ?? 0
    return weights
  }
}

/** Draws right and wrong answers with the stated probabilities; points of a cluster agree, which is the worst case. */
function chanceDraws({ n, confidence, cluster, clusterCount }: SortedPoints, random: () => number): () => Float64Array {
  const luck = new Float64Array(clusterCount)
  const right = new Float64Array(n)
  return () => {
    for (let one = 0; one < clusterCount; one += 1) luck[one] = random()
    for (let point = 0; point < n; point += 1) {
      right[point] = (luck[cluster[point] ?? 0] ?? 0) < (confidence[point] ?? 0) ? 1 : 0
    }
    return right
  }
}

/** Large sets need fewer resamples, since their intervals are narrow. */
function resamplesFor(n: number): number {
  return Math.min(1000, Math.max(100, Math.floor(1e7 / n)))
}

function set(list: Float64Array | undefined, index: number, value: number): void {
  if (list !== undefined) list[index] = value
}
