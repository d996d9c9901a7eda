import { createRandom, randomOrder } from '../statistics/random.ts'
import { type FailureFeatures, weightOf } from './failure-features.ts'

export type FailureGroups = {
  /** The group of each failure, numbered from 0 by size. A failure unlike all others has a group of its own. */
  readonly labels: readonly number[]
  /** The smallest distance between two groups, 0–1. */
  readonly height: number
  /** An adjusted Rand index: how well the groups are found again in samples of failures and evidence. */
  readonly stability: number
}

/** Below this stability planted groups are not found again reliably (`npm run bench atlas`), so none are reported. */
const leastStability = 0.7

/** With fewer failures no group can be found again. */
const fewestFailures = 8

/** Grouping more would take minutes; the others join the group of the nearest failure. */
const mostGrouped = 200
const resamples = 40
/** Failures whose distances are all below this form one group. */
const oneGroup = 0.4
const heights = Array.from({ length: 15 }, (_, index) => 0.2 + index * 0.05)

/**
 * Groups failures with common evidence: average linkage on the weighted Jaccard distance, cut where the groups are most
 * stable under sampling two thirds of the failures and four fifths of their evidence. Null when no cut is stable, or
 * there are few failures.
 */
export function groupFailures(failures: readonly FailureFeatures[], seed: number): FailureGroups | null {
  if (failures.length < fewestFailures) return null
  const random = createRandom(seed)
  const chosen = Array.from(randomOrder(failures.length, random), (index) => failures[index] ?? []).slice(
    0,
    mostGrouped,
  )
  const merges = averageLinkage(chosen)
  if ((merges.at(-1)?.height ?? 1) <= oneGroup) return { labels: failures.map(() => 0), height: oneGroup, stability: 1 }
  const agreements = heights.map(() => 0)
  for (let resample = 0; resample < resamples; resample += 1) {
    const part = Array.from(randomOrder(chosen.length, random), Number).slice(0, Math.ceil((chosen.length * 2) / 3))
    const again = averageLinkage(part.map((index) => (chosen[index] ?? []).filter(() => random() < 0.8)))
    for (const [index, height] of heights.entries()) {
      const whole = cut(merges, chosen.length, height)
      const ofPart = part.map((one) => whole[one] ?? 0)
      agreements[index] = (agreements[index] ?? 0) + adjustedRand(ofPart, cut(again, part.length, height)) / resamples
    }
  }
  const best = Math.max(...agreements)
  if (best < leastStability) return null
  const index = agreements.indexOf(best)
  const height = heights[index] ?? 1
  const labels = cut(merges, chosen.length, height)
  const all = failures.map((features) => labels[nearestOf(features, chosen).index] ?? 0)
  return { labels: bySize(all), height, stability: best }
}

/** Returns the weighted share of evidence that two failures do not share: 0 when equal, 1 when nothing is common. */
export function failureDistance(first: FailureFeatures, second: FailureFeatures): number {
  const others = new Set(second)
  let common = 0
  let all = second.reduce((sum, feature) => sum + weightOf(feature), 0)
  for (const feature of first) {
    if (others.has(feature)) common += weightOf(feature)
    else all += weightOf(feature)
  }
  return all === 0 ? 0 : 1 - common / all
}

export function nearestOf(
  features: FailureFeatures,
  others: readonly FailureFeatures[],
): { readonly index: number; readonly distance: number } {
  let nearest = { index: -1, distance: Infinity }
  for (const [index, other] of others.entries()) {
    const distance = failureDistance(features, other)
    if (distance < nearest.distance) nearest = { index, distance }
    if (distance === 0) break
  }
  return nearest
}

/** Compares two groupings: 1 when equal, 0 when no better than chance (Hubert & Arabie 1985). */
export function adjustedRand(first: readonly number[], second: readonly number[]): number {
  const together = pairsWithin(countsOf(first.map((label, index) => `${label} ${second[index]}`)))
  const [ofFirst, ofSecond] = [pairsWithin(countsOf(first)), pairsWithin(countsOf(second))]
  const expected = (ofFirst * ofSecond) / pairsWithin([first.length])
  const most = (ofFirst + ofSecond) / 2
  // Both groupings put all into one group, or each alone, so there was nothing to find.
  return most === expected || Number.isNaN(expected) ? 0 : (together - expected) / (most - expected)
}

function pairsWithin(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
}

function countsOf(labels: readonly (string | number)[]): readonly number[] {
  return [...Map.groupBy(labels, (label) => label).values()].map(({ length }) => length)
}

type Merge = { readonly into: number; readonly from: number; readonly height: number }

function averageLinkage(failures: readonly FailureFeatures[]): readonly Merge[] {
  const count = failures.length
  const distances = failures.map((one) => Float64Array.from(failures, (other) => failureDistance(one, other)))
  const sizes = failures.map(() => 1)
  const alive = new Set(failures.keys())
  const merges: Merge[] = []
  while (merges.length < count - 1) {
    const { into, from, height } = nearestPair(distances, alive)
    merges.push({ into, from, height })
    alive.delete(from)
    const [ofInto, ofFrom] = [sizes[into] ?? 1, sizes[from] ?? 1]
    for (const other of alive) {
      const mean =
        (ofInto * (distances[into]?.[other] ?? 0) + ofFrom * (distances[from]?.[other] ?? 0)) / (ofInto + ofFrom)
      for (const [a, b] of [
        [into, other],
        [other, into],
      ] as const) {
        const row = distances[a]
        if (row !== undefined) row[b] = mean
      }
    }
    sizes[into] = ofInto + ofFrom
  }
  return merges
}

function nearestPair(distances: readonly Float64Array[], alive: ReadonlySet<number>): Merge {
  let nearest = { into: 0, from: 0, height: Infinity }
  const left = [...alive]
  for (const [place, into] of left.entries()) {
    const row = distances[into]
    for (let at = place + 1; at < left.length; at += 1) {
      const from = left[at] ?? 0
      const height = row?.[from] ?? Infinity
      if (height < nearest.height) nearest = { into, from, height }
    }
    if (nearest.height === 0) return nearest
  }
  return nearest
}

function cut(merges: readonly Merge[], count: number, height: number): readonly number[] {
  const groups = Array.from({ length: count }, (_, index) => index)
  const rootOf = (index: number): number => {
    const group = groups[index] ?? index
    return group === index ? index : rootOf(group)
  }
  for (const merge of merges) if (merge.height <= height) groups[rootOf(merge.from)] = rootOf(merge.into)
  return groups.map((_, index) => rootOf(index))
}

function bySize(labels: readonly number[]): readonly number[] {
  const sizes = [...Map.groupBy(labels, (label) => label)].toSorted(([, one], [, other]) => other.length - one.length)
  const names = new Map(sizes.map(([label], index) => [label, index]))
  return labels.map((label) => names.get(label) ?? 0)
}
