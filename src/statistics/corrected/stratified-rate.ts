import type { Estimate } from '../../core/run/estimate.ts'
import { intervalAround } from '../mean.ts'

/** The results of one kind, with people's labels (0 to 1) on a random sample; `results` counts all of the kind. */
export type Stratum = {
  readonly results: number
  readonly labels: readonly { readonly label: number; readonly cluster: string | number }[]
}

/**
 * Estimates a share or mean of all results when labels were drawn more often among some kinds than others: the kinds'
 * means weighted by size (Neyman 1934), where sizes are sampled too (double sampling: Cochran 1977, 12.2). For a kind
 * with equal labels the variance assumes half a label more of each sort. Null when a kind has fewer than two labels.
 */
export function stratifiedRate(
  strata: readonly Stratum[],
  level = 0.95,
): { readonly estimate: Estimate; readonly effectiveLabels: number } | null {
  const measured = measuredStrata(strata)
  if (measured === undefined) return null
  const { mean, spread, n } = measured
  const variance = varianceOf(measured)
  const estimate = intervalAround(
    { mean, standardError: Math.sqrt(variance), n, independent: measured.moved.size, lowest: 0, highest: 1 },
    { level, bounds: [0, 1], methods: { unbounded: 'stratified', bounded: 'stratified', equal: 'stratified' } },
  )
  return estimate && { estimate, effectiveLabels: variance === 0 ? n : spread / variance }
}

/** Estimates the difference of two such shares or means, whose clusters have the same names; second minus first. */
export function stratifiedDifference(
  first: readonly Stratum[],
  second: readonly Stratum[],
  level = 0.95,
): Estimate | null {
  const [before, after] = [measuredStrata(first), measuredStrata(second)]
  if (before === undefined || after === undefined) return null
  const moved = new Map(after.moved)
  for (const [cluster, deviation] of before.moved) moved.set(cluster, (moved.get(cluster) ?? 0) - deviation)
  const measured = {
    mean: after.mean - before.mean,
    standardError: Math.sqrt(varianceOf({ moved, unseen: before.unseen + after.unseen })),
    n: moved.size,
    independent: moved.size,
    lowest: -1,
    highest: 1,
  }
  const methods = { unbounded: 'stratified-paired', bounded: 'stratified-paired', equal: 'stratified-paired' }
  return intervalAround(measured, { level, bounds: [-1, 1], differences: true, methods })
}

type StratifiedRateMeasure = {
  readonly mean: number
  /** The variance of people's labels between results. */
  readonly spread: number
  readonly moved: ReadonlyMap<string | number, number>
  /** The variance that no label shows, plus that of the kinds' sizes. */
  readonly unseen: number
  readonly n: number
}

function measuredStrata(strata: readonly Stratum[]): StratifiedRateMeasure | undefined {
  const filled = strata.filter(({ results }) => results > 0)
  if (filled.length === 0 || filled.some(({ labels }) => labels.length < 2)) return undefined
  const total = filled.reduce((sum, { results }) => sum + results, 0)
  const moved = new Map<string | number, number>()
  let [mean, squares, unseen] = [0, 0, 0]
  for (const { results, labels } of filled) {
    const weight = results / total
    const share = labels.reduce((sum, { label }) => sum + label, 0) / labels.length
    mean += weight * share
    squares += (weight * labels.reduce((sum, { label }) => sum + label ** 2, 0)) / labels.length
    for (const { label, cluster } of labels) {
      moved.set(cluster, (moved.get(cluster) ?? 0) + (weight * (label - share)) / labels.length)
    }
    const smoothed = (share * labels.length + 0.5) / (labels.length + 1)
    unseen += (weight ** 2 * Math.max(0, smoothed * (1 - smoothed) - share * (1 - share))) / labels.length
  }
  const n = filled.reduce((sum, { labels }) => sum + labels.length, 0)
  const between = filled.reduce((sum, { results, labels }) => {
    const share = labels.reduce((sumOfLabels, { label }) => sumOfLabels + label, 0) / labels.length
    return sum + (results / total) * (share - mean) ** 2
  }, 0)
  // Clustered results have the same design effect as the labels.
  const sizes = (between / total) * (n / moved.size)
  return { mean, spread: squares - mean ** 2, moved, unseen: unseen + sizes, n }
}

function varianceOf({ moved, unseen }: Pick<StratifiedRateMeasure, 'moved' | 'unseen'>): number {
  const squares = [...moved.values()].reduce((sum, one) => sum + one ** 2, 0)
  return squares * (moved.size / Math.max(1, moved.size - 1)) + unseen
}
