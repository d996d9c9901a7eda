import type { Estimate } from '../../core/run/estimate.ts'
import { intervalAround } from '../mean.ts'

/** Some of the results of one kind, drawn at random, with what people say of them (0 to 1); `results` counts the kind. */
export type Stratum = {
  readonly results: number
  readonly labels: readonly { readonly label: number; readonly cluster: string | number }[]
}

/**
 * A share or mean of all results from labels that were drawn more often among some kinds than among others: the mean of the
 * kinds' means, by their sizes (Neyman 1934), which are those of a sample too (double sampling: Cochran 1977, 12.2). A kind whose labels all say the same is not sure of itself: its variance is
 * that after half a label of each sort more. Null where a kind has fewer than two labels.
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

/** The same of the difference of two shares or means, whose clusters carry the same names; second minus first. */
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
  /** The variance of what people would say of a result. */
  readonly spread: number
  /** How far each cluster moves the mean. */
  readonly moved: ReadonlyMap<string | number, number>
  /** The variance that no label shows, and that of the sizes of the kinds. */
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
  // Of results that belong together, as many count as one as of the labels.
  const sizes = (between / total) * (n / moved.size)
  return { mean, spread: squares - mean ** 2, moved, unseen: unseen + sizes, n }
}

function varianceOf({ moved, unseen }: Pick<StratifiedRateMeasure, 'moved' | 'unseen'>): number {
  const squares = [...moved.values()].reduce((sum, one) => sum + one ** 2, 0)
  return squares * (moved.size / Math.max(1, moved.size - 1)) + unseen
}
