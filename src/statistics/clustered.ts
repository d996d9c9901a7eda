import type { Estimate } from '../core/run/estimate.ts'
import { clusteredMethods, intervalAround, momentsOf, numberAt, plainMethods, type MeanOptions } from './mean.ts'

/** Says which values belong together: repeats of one case, questions about one document. */
export type ClusterLabels = ArrayLike<string | number>

/**
 * Estimates the mean of values of which some belong together, such as repeats of a case: the interval is over clusters in
 * place of values (`beta-clustered` within `bounds`, else `t-clustered`; `wilson-clustered` where all are equal). `n`
 * counts the values. It is null where nothing can be told.
 *
 * @throws {RangeError} when a value has no cluster, or for a level outside 0–1
 * @example
 * clusteredMeanInterval([1, 1, 0, 1, 0, 0], ['a', 'a', 'b', 'b', 'c', 'c'])
 * // => { value: 0.5, low: -0.7421, high: 1.7421, n: 6, level: 0.95, method: 't-clustered' }
 */
export function clusteredMeanInterval(
  values: ArrayLike<number>,
  clusters: ClusterLabels,
  options: MeanOptions = {},
): Estimate | null {
  const moments = momentsOf(values)
  const { corrected, clusterCount } = clusteredStandardError(values, clusters)
  return intervalAround(
    { ...moments, standardError: corrected, independent: clusterCount },
    { ...options, methods: clusterCount === moments.n ? plainMethods : clusteredMethods },
  )
}

/** A value of a stratified sample; it represents `weight` values of its stratum. */
type WeightedValue = {
  readonly value: number
  readonly weight: number
  readonly stratum: string
  readonly cluster: string | number
}

/**
 * The same for a stratified sample of values from 0 to 1. Strata have known sizes, so differences between them are no
 * error: the variance is around the means of the strata, linearised over clusters (Särndal et al. 1992, 5.6).
 *
 * @example
 * const value = { weight: 2, stratum: 'dates', cluster: 'a' }
 * stratifiedClusteredMeanInterval([{ ...value, value: 1 }, { ...value, value: 0, cluster: 'b' }])?.value // => 0.5
 */
export function stratifiedClusteredMeanInterval(sample: readonly WeightedValue[]): Estimate | null {
  const means = new Map(
    [...Map.groupBy(sample, ({ stratum }) => stratum)].map(([stratum, own]) => [stratum, weightedMean(own)]),
  )
  const all = sample.reduce((sum, { weight }) => sum + weight, 0)
  const clusters = [...Map.groupBy(sample, ({ cluster }) => cluster).values()]
  let squares = 0
  for (const own of clusters) {
    squares += own.reduce((sum, one) => sum + one.weight * (one.value - (means.get(one.stratum) ?? 0)), 0) ** 2
  }
  const count = clusters.length
  const standardError = count < 2 ? Number.NaN : (Math.sqrt(squares) / all) * Math.sqrt(count / (count - 1))
  const moments = momentsOf(sample.map(({ value }) => value))
  return intervalAround(
    { ...moments, mean: weightedMean(sample), standardError, independent: count },
    { bounds: [0, 1], methods: clusteredMethods },
  )
}

function weightedMean(sample: readonly WeightedValue[]): number {
  const [sum, all] = sample.reduce(
    ([total, weights], { value, weight }) => [total + value * weight, weights + weight],
    [0, 0],
  )
  return sum / all
}

/**
 * Returns the standard error of a mean, for independent values (`naive`) and for clustered values (Miller 2024), plain
 * and `corrected` by √(C/(C-1)). The design effect is (corrected / naive)². What cannot be computed is NaN.
 */
export function clusteredStandardError(values: ArrayLike<number>, clusters: ClusterLabels) {
  const { n, mean, deviation } = momentsOf(values)
  const totals = totalsByCluster(values, clusters)
  let squares = 0
  for (const { sum, size } of totals.values()) squares += (sum - size * mean) ** 2
  const clusterCount = totals.size
  const naive = deviation / Math.sqrt(n)
  const clustered = Math.sqrt(squares) / n
  const corrected = clusterCount < 2 ? Number.NaN : clustered * Math.sqrt(clusterCount / (clusterCount - 1))
  return { naive, clustered, corrected, designEffect: (corrected / naive) ** 2, clusterCount }
}

export function totalsByCluster(
  values: ArrayLike<number>,
  clusters: ClusterLabels,
): ReadonlyMap<string | number, { readonly sum: number; readonly size: number }> {
  if (values.length !== clusters.length) {
    throw new RangeError(`Every value has a cluster, got ${values.length} values and ${clusters.length} clusters`)
  }
  const totals = new Map<string | number, { sum: number; size: number }>()
  for (let index = 0; index < values.length; index += 1) {
    const cluster = clusters[index]
    if (cluster === undefined) throw new RangeError(`Every value has a cluster, got none at ${index}`)
    const total = totals.get(cluster) ?? { sum: 0, size: 0 }
    total.sum += numberAt(values, index)
    total.size += 1
    totals.set(cluster, total)
  }
  return totals
}
