import type { Estimate } from '../../core/run/estimate.ts'
import { intervalAround } from '../mean.ts'

/** Some of the results of one kind, drawn at random, with what people say of them (0 or 1); `results` counts the kind. */
export type Stratum = {
  readonly results: number
  readonly labels: readonly { readonly label: number; readonly cluster: string | number }[]
}

/**
 * A share of all results from labels that were drawn more often among some kinds than among others: the mean of the kinds'
 * shares, by their sizes (Neyman 1934). A kind whose labels all say the same is not sure of itself: its variance is that
 * after half a label of each sort more. Null where a kind has fewer than two labels.
 */
export function stratifiedRate(
  strata: readonly Stratum[],
  level = 0.95,
): { readonly estimate: Estimate; readonly effectiveLabels: number } | null {
  const filled = strata.filter(({ results }) => results > 0)
  if (filled.length === 0 || filled.some(({ labels }) => labels.length < 2)) return null
  const total = filled.reduce((sum, { results }) => sum + results, 0)
  const moved = new Map<string | number, number>()
  let rate = 0
  let unseen = 0
  for (const { results, labels } of filled) {
    const weight = results / total
    const share = labels.reduce((sum, { label }) => sum + label, 0) / labels.length
    rate += weight * share
    for (const { label, cluster } of labels) {
      moved.set(cluster, (moved.get(cluster) ?? 0) + (weight * (label - share)) / labels.length)
    }
    const smoothed = (share * labels.length + 0.5) / (labels.length + 1)
    unseen += (weight ** 2 * Math.max(0, smoothed * (1 - smoothed) - share * (1 - share))) / labels.length
  }
  const squares = [...moved.values()].reduce((sum, one) => sum + one ** 2, 0)
  const n = filled.reduce((sum, { labels }) => sum + labels.length, 0)
  const variance = squares * (moved.size / Math.max(1, moved.size - 1)) + unseen
  const estimate = intervalAround(
    { mean: rate, standardError: Math.sqrt(variance), n, independent: moved.size, lowest: 0, highest: 1 },
    { level, bounds: [0, 1], methods: { unbounded: 'stratified', bounded: 'stratified', equal: 'stratified' } },
  )
  return estimate && { estimate, effectiveLabels: variance === 0 ? n : (rate * (1 - rate)) / variance }
}
