import type { Estimate } from '../../core/index.ts'
import { type ClusterLabels, totalsByCluster } from '../clustered.ts'
import { criticalZ } from '../critical-value.ts'
import { wilsonBounds } from '../proportion.ts'
import { logistic } from './recalibration.ts'

export type Auroc = {
  /** 0–1; ties count half. */
  readonly value: number
  readonly positives: number
  readonly negatives: number
  /** DeLong, DeLong & Clarke-Pearson (1988); null with one positive or one negative. */
  readonly deLong: number | null
  /** Hanley & McNeil (1982). */
  readonly hanleyMcNeil: number
  /** DeLong's error summed by cluster (Obuchowski 1997); absent without clusters. */
  readonly clustered?: number
  /** The size of the rarer class; with clusters, the number of clusters that contain it. */
  readonly independent: number
}

/** Returns the probability that a positive scores higher than a negative, in O(n log n); null without either. */
export function auroc(
  scores: ArrayLike<number>,
  positive: ArrayLike<boolean>,
  options: { readonly clusters?: ClusterLabels } = {},
): Auroc | null {
  const groups = tieGroups(scores, positive)
  const positives = groups.reduce((sum, group) => sum + group.positives, 0)
  const negatives = scores.length - positives
  if (positives === 0 || negatives === 0) return null

  let wins = 0
  for (const group of groups) wins += group.positives * group.negativesBelow
  const value = wins / (positives * negatives)
  const one: Components = { groups, value, positives, negatives }
  const { clusters } = options
  return {
    value,
    positives,
    negatives,
    deLong: positives < 2 || negatives < 2 ? null : deLongError(one),
    hanleyMcNeil: hanleyMcNeilError(one),
    ...(clusters !== undefined && { clustered: clusteredError(one, positive, clusters) }),
    independent: clusters === undefined ? Math.min(positives, negatives) : rarerKind(positive, clusters),
  }
}

/**
 * Computes an interval for an AUROC on the logit scale, which keeps it between 0 and 1. When the standard error is
 * missing or 0, as for a perfect order, it is Wilson's interval with the size of the rarer class.
 */
export function aurocInterval(measured: Auroc, level = 0.95): Estimate {
  const { value, positives, negatives, deLong, clustered, independent } = measured
  const n = positives + negatives
  const error = clustered ?? deLong
  if (error === null || error < 1e-12) {
    return { value, ...wilsonBounds(value, independent, level), n, level, method: 'wilson-auroc' }
  }
  const centre = Math.log(value / (1 - value))
  const half = (criticalZ(level) * error) / (value * (1 - value))
  const method = clustered === undefined ? 'delong-logit' : 'delong-clustered'
  return { value, low: logistic(centre - half), high: logistic(centre + half), n, level, method }
}

/** Rows with the same score. Ties count half: half of its negatives are taken to lie below its positives. */
type TieGroup = {
  readonly rows: number[]
  positives: number
  negatives: number
  negativesBelow: number
  positivesAbove: number
}

type Components = {
  readonly groups: readonly TieGroup[]
  readonly value: number
  readonly positives: number
  readonly negatives: number
}

function tieGroups(scores: ArrayLike<number>, positive: ArrayLike<boolean>): readonly TieGroup[] {
  const order = Uint32Array.from({ length: scores.length }, (_, index) => index)
  order.sort((one, other) => scoreAt(scores, one) - scoreAt(scores, other))
  const groups: TieGroup[] = []
  let last = Number.NaN
  for (const row of order) {
    const score = scoreAt(scores, row)
    if (score !== last) groups.push({ rows: [], positives: 0, negatives: 0, negativesBelow: 0, positivesAbove: 0 })
    last = score
    const group = groups.at(-1)
    if (group === undefined) continue
    group.rows.push(row)
    group[positive[row] === true ? 'positives' : 'negatives'] += 1
  }
  let below = 0
  for (const group of groups) {
    group.negativesBelow = below + group.negatives / 2
    below += group.negatives
  }
  let above = 0
  for (const group of groups.toReversed()) {
    group.positivesAbove = above + group.positives / 2
    above += group.positives
  }
  return groups
}

function scoreAt(scores: ArrayLike<number>, row: number): number {
  const score = scores[row]
  if (score === undefined || Number.isNaN(score)) throw new RangeError(`Only numbers can be ranked, got ${score}`)
  return score
}

function deLongError({ groups, value, positives, negatives }: Components): number {
  let overPositives = 0
  let overNegatives = 0
  for (const group of groups) {
    overPositives += group.positives * (group.negativesBelow / negatives - value) ** 2
    overNegatives += group.negatives * (group.positivesAbove / positives - value) ** 2
  }
  return Math.sqrt(overPositives / (positives - 1) / positives + overNegatives / (negatives - 1) / negatives)
}

function clusteredError(
  { groups, value, positives, negatives }: Components,
  positive: ArrayLike<boolean>,
  clusters: ClusterLabels,
): number {
  const influences = new Float64Array(positives + negatives)
  for (const group of groups) {
    for (const row of group.rows) {
      influences[row] =
        positive[row] === true
          ? (group.negativesBelow / negatives - value) / positives
          : (group.positivesAbove / positives - value) / negatives
    }
  }
  const totals = [...totalsByCluster(influences, clusters).values()]
  const squares = totals.reduce((sum, total) => sum + total.sum ** 2, 0)
  return totals.length < 2 ? 0 : Math.sqrt((squares * totals.length) / (totals.length - 1))
}

function rarerKind(positive: ArrayLike<boolean>, clusters: ClusterLabels): number {
  const withPositive = new Set(Array.from(clusters).filter((_, row) => positive[row] === true))
  const withNegative = new Set(Array.from(clusters).filter((_, row) => positive[row] !== true))
  return Math.min(withPositive.size, withNegative.size)
}

function hanleyMcNeilError({ value, positives, negatives }: Components): number {
  const twoPositives = value / (2 - value)
  const twoNegatives = (2 * value * value) / (1 + value)
  const variance =
    (value * (1 - value) +
      (positives - 1) * (twoPositives - value ** 2) +
      (negatives - 1) * (twoNegatives - value ** 2)) /
    (positives * negatives)
  return Math.sqrt(Math.max(0, variance))
}
