import type { Estimate } from '../core/run/estimate.ts'
import { type ClusterLabels, totalsByCluster } from './clustered.ts'
import { tail } from './critical-value.ts'
import { momentsOf } from './mean.ts'
import { createRandom } from './random.ts'

export type BootstrapOptions = {
  readonly seed: number
  /** When given, whole clusters are drawn. */
  readonly clusters?: ClusterLabels
  readonly resamples?: number
  readonly level?: number
}

/**
 * Estimates a mean with a percentile bootstrap interval (Efron 1979), the same one for the same seed. It is null where
 * resampling says nothing: fewer than two values or clusters, or no differences between them. `resamples` are 2,000 and
 * `level` is 0.95 unless told.
 *
 * @throws {RangeError} for a level outside 0–1, or resamples that are not a whole number above 0
 * @example
 * bootstrapMeanInterval([0.2, 0.9, 0.6, 0.7], { seed: 1 })
 * // => { value: 0.6, low: 0.325, high: 0.825, n: 4, level: 0.95, method: 'bootstrap' }
 */
export function bootstrapMeanInterval(values: ArrayLike<number>, options: BootstrapOptions): Estimate | null {
  const { seed, clusters, resamples = 2000, level = 0.95 } = options
  if (!Number.isInteger(resamples) || resamples < 1) throw new RangeError(`Resamples are counted, got ${resamples}`)
  const outside = tail(level)
  const { n, mean } = momentsOf(values)
  const draws = clusters === undefined ? singly(values) : byCluster(values, clusters)
  if (draws.sums.length < 2) return null

  const means = resampledMeans(draws, resamples, createRandom(seed)).toSorted()
  const [low, high] = [quantileOf(means, outside), quantileOf(means, 1 - outside)]
  if (high - low <= 1e-14 * Math.max(Math.abs(low), Math.abs(high))) return null
  return { value: mean, low, high, n, level, method: clusters === undefined ? 'bootstrap' : 'bootstrap-clustered' }
}

/** The units drawn with replacement, each with its sum and its number of values. */
type Draws = { readonly sums: Float64Array; readonly sizes: Float64Array }

function singly(values: ArrayLike<number>): Draws {
  return { sums: Float64Array.from(values), sizes: new Float64Array(values.length).fill(1) }
}

function byCluster(values: ArrayLike<number>, clusters: ClusterLabels): Draws {
  const totals = [...totalsByCluster(values, clusters).values()]
  return {
    sums: Float64Array.from(totals, ({ sum }) => sum),
    sizes: Float64Array.from(totals, ({ size }) => size),
  }
}

function resampledMeans({ sums, sizes }: Draws, resamples: number, random: () => number): Float64Array {
  return Float64Array.from({ length: resamples }, () => {
    let sum = 0
    let size = 0
    for (let draw = 0; draw < sums.length; draw += 1) {
      const index = Math.floor(random() * sums.length)
      sum += sums[index] ?? 0
      size += sizes[index] ?? 0
    }
    return sum / size
  })
}

/** Interpolates linearly between neighbours (Hyndman & Fan's type 7). */
export function quantileOf(sorted: Float64Array, p: number): number {
  const position = p * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}
