import type { Estimate } from '../../core/run/estimate.ts'
import { totalsByCluster } from '../clustered.ts'
import { criticalZ } from '../critical-value.ts'
import { intervalAround } from '../mean.ts'
import type { MeanOptions } from '../mean.ts'

/** What a judge made of a result; those of one `cluster`, such as the repeats of a case, are not independent. */
type Judged = { readonly judged: number; readonly cluster?: string | number }

/** The same with what people say of it, on the same scale. */
type JudgedAndLabelled = Judged & { readonly label: number }

export type CorrectedMean = {
  /** What people would have said of all results, on average. */
  readonly estimate: Estimate
  /** What the labels say of it by themselves. */
  readonly labelsAlone: Estimate
  /** What the judge says of all results, on average, right or wrong. */
  readonly judgeAlone: number
  /** How much the judge's verdicts count, from 0 (not at all) to 1. */
  readonly weight: number
  readonly standardError: number
  /** So many labels without a judge would have told as much. */
  readonly effectiveLabels: number
}

type Parts = { readonly labelled: readonly JudgedAndLabelled[]; readonly unlabelled: readonly Judged[] }

/**
 * The mean of people's labels over results of which they labelled some, drawn at random, and a judge all:
 * prediction-powered inference with a tuned weight (PPI++; Angelopoulos, Duchi & Zrnic 2023),
 *
 *     mean of labels + weight · (judge's mean without labels − judge's mean with labels),
 *     weight = Cov(label, judged) / ((1 + n/N) · Var(judged)), kept within 0 and 1,
 *
 * for n results with labels and N without. A judge that says nothing of the labels gets no weight, and a weight that would
 * widen the interval is none, so that it is never wider than that of the labels alone. The interval is the normal one
 * (`ppi++`), or within `bounds` that of other means (`ppi++-beta`; with `differences` `ppi++-t`).
 * Null for fewer than two labels.
 */
export function correctedMean({ labelled, unlabelled }: Parts, options: MeanOptions = {}): CorrectedMean | null {
  if (labelled.length < 2) return null
  const parts = columnsOf({ labelled, unlabelled })
  const tuned = unlabelled.length === 0 ? 0 : tunedWeight(parts)
  const [alone, together] = [errorWith(0, parts), errorWith(tuned, parts)]
  const weight = together < alone ? tuned : 0
  const standardError = Math.min(alone, together)
  const { labels, withLabel, without } = parts
  const value = meanOf(labels) + (weight === 0 ? 0 : weight * (meanOf(without) - meanOf(withLabel)))
  return {
    estimate: intervalOf({ value, standardError, parts, options }),
    labelsAlone: intervalOf({ value: meanOf(labels), standardError: alone, parts, options }),
    judgeAlone: meanOf([...withLabel, ...without]),
    weight,
    standardError,
    effectiveLabels: labels.length * (standardError === 0 ? 1 : (alone / standardError) ** 2),
  }
}

type Columns = {
  readonly labels: readonly number[]
  readonly withLabel: readonly number[]
  readonly clustersWithLabel: readonly (string | number)[]
  readonly without: readonly number[]
  readonly clustersWithout: readonly (string | number)[]
}

/** What is in no cluster is one of its own. */
function columnsOf({ labelled, unlabelled }: Parts): Columns {
  let alone = 0
  const clusterOf = ({ cluster }: Judged) => {
    alone += 1
    return cluster === undefined ? `alone ${alone}` : `of ${cluster}`
  }
  return {
    labels: labelled.map(({ label }) => label),
    withLabel: labelled.map(({ judged }) => judged),
    clustersWithLabel: labelled.map(clusterOf),
    without: unlabelled.map(({ judged }) => judged),
    clustersWithout: unlabelled.map(clusterOf),
  }
}

function tunedWeight({ labels, withLabel, without }: Columns): number {
  const [ofLabels, ofJudged] = [meanOf(labels), meanOf(withLabel)]
  const covariance = meanOf(labels.map((label, index) => (label - ofLabels) * ((withLabel[index] ?? 0) - ofJudged)))
  const all = [...withLabel, ...without]
  const mean = meanOf(all)
  const variance = meanOf(all.map((judged) => (judged - mean) ** 2))
  if (variance === 0) return 0
  return Math.min(1, Math.max(0, covariance / ((1 + labels.length / without.length) * variance)))
}

/** The standard error of the corrected mean at a weight: what moves in a cluster with and without labels moves together. */
function errorWith(
  weight: number,
  { labels, withLabel, clustersWithLabel, without, clustersWithout }: Columns,
): number {
  const residuals = labels.map((label, index) => label - weight * (withLabel[index] ?? 0))
  const ofLabels = deviationsByCluster(residuals, clustersWithLabel)
  if (weight === 0) return Math.sqrt(squaresOf(ofLabels))
  const ofJudge = deviationsByCluster(without, clustersWithout)
  const moved = new Map([...ofJudge].map(([cluster, deviation]) => [cluster, weight * deviation]))
  for (const [cluster, deviation] of ofLabels) moved.set(cluster, (moved.get(cluster) ?? 0) + deviation)
  return Math.sqrt(squaresOf(moved))
}

/** How far each cluster moves the mean of all values. */
function deviationsByCluster(values: readonly number[], clusters: readonly (string | number)[]) {
  const mean = meanOf(values)
  const totals = totalsByCluster(values, clusters)
  return new Map([...totals].map(([cluster, { sum, size }]) => [cluster, (sum - size * mean) / values.length]))
}

function squaresOf(deviations: ReadonlyMap<string | number, number>): number {
  return [...deviations.values()].reduce((total, deviation) => total + deviation ** 2, 0)
}

type Around = {
  readonly value: number
  readonly standardError: number
  readonly parts: Columns
  readonly options: MeanOptions
}

const boundedMethods = { unbounded: 'ppi++-t', bounded: 'ppi++-beta', equal: 'ppi++-wilson' }

function intervalOf({ value, standardError, parts, options }: Around): Estimate {
  const { level = 0.95, bounds } = options
  const n = parts.labels.length
  const independent = new Set(parts.clustersWithLabel).size
  const half = criticalZ(level) * standardError
  const normal = { value, low: value - half, high: value + half, n, level, method: 'ppi++' }
  if (bounds === undefined) return normal
  const mean = Math.min(bounds[1], Math.max(bounds[0], value))
  // Labels are few: the variance is that of a sample, and what was not seen in it is added as for other means.
  const corrected = standardError * Math.sqrt(independent / Math.max(1, independent - 1))
  const measured = { mean, standardError: corrected, n, independent, lowest: bounds[0], highest: bounds[1] }
  return intervalAround(measured, { ...options, methods: boundedMethods }) ?? normal
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
