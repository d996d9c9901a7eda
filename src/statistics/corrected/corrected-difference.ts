import { valueWith } from './corrected-mean.ts'
import type { Estimate } from '../../core/run/estimate.ts'
import { intervalAround } from '../mean.ts'
import {
  type Columns,
  type Deviations,
  type LabelledParts,
  addedUp,
  columnsOf,
  deviationsByCluster,
  plainMean,
  productOf,
  squaresOf,
} from './corrected-columns.ts'

export type CorrectedMeanDifference = {
  /** The mean difference of people's labels, second minus first. */
  readonly estimate: Estimate
  readonly labelsAlone: Estimate
  readonly judgeAlone: number
  /** The weight of the judge's verdicts on each side, 0–1. */
  readonly weights: { readonly first: number; readonly second: number }
  readonly effectiveLabels: number
}

/**
 * Estimates the difference of two means corrected by labels (`correctedMean`), second minus first. Clusters have the
 * same names on both sides, so that what is hard on both cancels out, whether or not people labelled the same results.
 * The weights minimise the interval, each within 0 and 1 and at the cost of a degree of freedom; one that would widen
 * it is 0. Since labels may miss a disagreement, half an observation at either end of the `range` is added, after
 * Agresti & Min (2005); the variance is at least that of a whole one at either end, after Bonett & Price (2012), and
 * the interval is Student's (`ppi++-paired`). Null when either side has fewer than two labels.
 */
export function correctedDifference(
  first: LabelledParts,
  second: LabelledParts,
  { level = 0.95, range = 1 }: { readonly level?: number; readonly range?: number } = {},
): CorrectedMeanDifference | null {
  if (first.labelled.length < 2 || second.labelled.length < 2) return null
  const [before, after] = [columnsOf(first), columnsOf(second)]
  const labels = addedUp([
    [1, labelDeviations(after)],
    [-1, labelDeviations(before)],
  ])
  const moves = [judgeDeviations(before), judgeDeviations(after)] as const
  const independent = new Set([...before.clustersWithLabel, ...after.clustersWithLabel]).size
  const tuned = narrowest(labels, [tellingOf(before, moves[0]), tellingOf(after, moves[1])])
  const unseen = range ** 2 / (independent + 1) ** 2
  const least = (2 * range ** 2) / (independent + 2) ** 2
  const variance = ({ first: one, second: other }: Weights) => {
    const moved = addedUp([
      [1, labels],
      [-one, moves[0]],
      [other, moves[1]],
    ])
    const degrees = Math.max(1, independent - 1 - Math.sign(one) - Math.sign(other))
    return Math.max(least, (squaresOf(moved) * independent) / degrees + unseen)
  }
  const [alone, together] = [variance(none), variance(tuned)]
  const weights = together < alone ? tuned : none
  const corrected = (which: Weights) => valueWith(which.second, after) - valueWith(which.first, before)
  const around = (which: Weights) =>
    intervalOf(corrected(which), { variance: variance(which), independent, n: independent, level, range })
  return {
    estimate: around(weights),
    labelsAlone: around(none),
    judgeAlone: judgeAlone(after) - judgeAlone(before),
    weights,
    effectiveLabels: (before.labels.length + after.labels.length) * (alone / Math.min(alone, together)),
  }
}

type Weights = CorrectedMeanDifference['weights']

const none: Weights = { first: 0, second: 0 }

function labelDeviations({ labels, clustersWithLabel }: Columns): Deviations {
  return deviationsByCluster(labels, clustersWithLabel)
}

/** Returns the deviation of each cluster in the verdicts' correction, at a weight of 1. */
function judgeDeviations({ withLabel, clustersWithLabel, without, clustersWithout }: Columns): Deviations {
  if (without.length === 0) return new Map()
  return addedUp([
    [-1, deviationsByCluster(withLabel, clustersWithLabel)],
    [1, deviationsByCluster(without, clustersWithout)],
  ])
}

/** Drops the correction when the judge is uncorrelated, or negatively correlated, with the labels of its side. */
function tellingOf(columns: Columns, moves: Deviations): Deviations {
  return productOf(moves, labelDeviations(columns)) < 0 ? moves : new Map()
}

/** Minimises labels − first · moves + second · moves over weights within 0 and 1, by alternating least squares. */
function narrowest(labels: Deviations, [before, after]: readonly [Deviations, Deviations]): Weights {
  const squares = { first: squaresOf(before), second: squaresOf(after) }
  const cross = productOf(before, after)
  const ofLabels = { first: productOf(before, labels), second: productOf(after, labels) }
  let weights = none
  for (let step = 0; step < 100; step += 1) {
    const first = within01((ofLabels.first + weights.second * cross) / squares.first)
    const second = within01((first * cross - ofLabels.second) / squares.second)
    if (first === weights.first && second === weights.second) break
    weights = { first, second }
  }
  return weights
}

function within01(weight: number): number {
  return Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 0
}

function judgeAlone({ withLabel, without }: Columns): number {
  return plainMean([...withLabel, ...without])
}

type CorrectedDifferenceContext = Readonly<Record<'variance' | 'independent' | 'n' | 'level' | 'range', number>>

function intervalOf(value: number, { variance, independent, n, level, range }: CorrectedDifferenceContext): Estimate {
  const bounds = [-range, range] as const
  const mean = Math.min(range, Math.max(-range, value))
  const measured = { mean, standardError: Math.sqrt(variance), n, independent, lowest: -range, highest: range }
  const methods = { unbounded: 'ppi++-paired', bounded: 'ppi++-paired', equal: 'ppi++-paired' }
  const estimate = intervalAround(measured, { level, bounds, differences: true, methods })
  if (estimate === null) throw new Error('a difference with labels on both sides has an interval')
  return estimate
}
