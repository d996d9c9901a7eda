import type { Estimate } from '../../core/run/estimate.ts'
import { criticalZ } from '../critical-value.ts'
import { intervalAround, type MeanOptions } from '../mean.ts'
import {
  type Columns,
  type LabelledParts,
  addedUp,
  columnsOf,
  deviationsByCluster,
  plainMean,
  squaresOf,
} from './corrected-columns.ts'

export type CorrectedMean = {
  /** The estimated mean of people's labels over all results. */
  readonly estimate: Estimate
  readonly labelsAlone: Estimate
  /** The judge's uncorrected mean over all results. */
  readonly judgeAlone: number
  /** The weight of the judge's verdicts, from 0 (ignored) to 1. */
  readonly weight: number
  readonly standardError: number
  /** The number of labels that would give as narrow an interval without a judge. */
  readonly effectiveLabels: number
}

/**
 * Estimates the mean of people's labels over all results when people labelled a random sample of them and a judge all:
 * prediction-powered inference with a tuned weight (PPI++; Angelopoulos, Duchi & Zrnic 2023),
 *
 *     mean of labels + weight · (judge's mean without labels − judge's mean with labels),
 *     weight = Cov(label, judged) / ((1 + n/N) · Var(judged)), kept within 0 and 1,
 *
 * for n results with labels and N without. A judge that is uncorrelated with the labels gets weight 0, and so does one
 * whose weight would widen the interval, so that it is never wider than with labels alone. The interval is normal
 * (`ppi++`), or within `bounds` that of other means (`ppi++-beta`; with `differences` `ppi++-t`), widened for errors of
 * the judge that no label shows. Null for fewer than two labels.
 */
export function correctedMean(
  { labelled, unlabelled }: LabelledParts,
  options: MeanOptions = {},
): CorrectedMean | null {
  if (labelled.length < 2) return null
  const parts = columnsOf({ labelled, unlabelled })
  const tuned = unlabelled.length === 0 ? 0 : tunedWeight(parts)
  const alone = errorWith(0, parts)
  const [aloneUnseen, together] = [0, tuned].map((weight) =>
    Math.hypot(errorWith(weight, parts), unseenError(weight, parts, options.bounds)),
  ) as [number, number]
  const corrected = intervalOf({ value: valueWith(tuned, parts), standardError: together, parts, options })
  const labelsAlone = intervalOf({ value: valueWith(0, parts), standardError: alone, parts, options })
  const isNarrower = together < aloneUnseen && widthOf(corrected) < widthOf(labelsAlone)
  const [weight, standardError, estimate] = isNarrower ? [tuned, together, corrected] : [0, alone, labelsAlone]
  const { labels, withLabel, without } = parts
  return {
    estimate,
    labelsAlone,
    judgeAlone: plainMean([...withLabel, ...without]),
    weight,
    standardError,
    effectiveLabels: labels.length * (weight === 0 ? 1 : (widthOf(labelsAlone) / widthOf(estimate)) ** 2),
  }
}

export function valueWith(weight: number, { labels, withLabel, without }: Columns): number {
  return plainMean(labels) + (weight === 0 ? 0 : weight * (plainMean(without) - plainMean(withLabel)))
}

function tunedWeight({ labels, withLabel, without }: Columns): number {
  const [ofLabels, ofJudged] = [plainMean(labels), plainMean(withLabel)]
  const covariance = plainMean(labels.map((label, index) => (label - ofLabels) * ((withLabel[index] ?? 0) - ofJudged)))
  const all = [...withLabel, ...without]
  const mean = plainMean(all)
  const variance = plainMean(all.map((judged) => (judged - mean) ** 2))
  if (variance === 0) return 0
  return Math.min(1, Math.max(0, covariance / ((1 + labels.length / without.length) * variance)))
}

function errorWith(
  weight: number,
  { labels, withLabel, clustersWithLabel, without, clustersWithout }: Columns,
): number {
  const residuals = labels.map((label, index) => label - weight * (withLabel[index] ?? 0))
  const ofLabels = deviationsByCluster(residuals, clustersWithLabel)
  if (weight === 0) return Math.sqrt(squaresOf(ofLabels))
  const ofJudge = deviationsByCluster(without, clustersWithout)
  return Math.sqrt(
    squaresOf(
      addedUp([
        [1, ofLabels],
        [weight, ofJudge],
      ]),
    ),
  )
}

/**
 * Returns the part of the error that no label shows: a judge that agrees with a few labels may still be wrong. It is
 * the standard error added by half a label of each extreme disagreement.
 */
function unseenError(
  weight: number,
  { labels, withLabel, clustersWithLabel }: Columns,
  bounds: MeanOptions['bounds'],
): number {
  if (bounds === undefined) return 0
  const [lowest, highest] = bounds
  const residuals = labels.map((label, index) => label - weight * (withLabel[index] ?? 0))
  const disagreements: readonly [number, number] = [highest - weight * lowest, lowest - weight * highest]
  const mean = plainMean(residuals)
  const count = labels.length
  const all = (count * mean + (disagreements[0] + disagreements[1]) / 2) / (count + 1)
  const spread = plainMean(residuals.map((one) => (one - mean) ** 2))
  const smoothed =
    (residuals.reduce((sum, one) => sum + (one - all) ** 2, 0) +
      disagreements.reduce((sum, one) => sum + (one - all) ** 2, 0) / 2) /
    (count + 1)
  return Math.sqrt(Math.max(0, smoothed - spread) / new Set(clustersWithLabel).size)
}

function widthOf({ low, high }: Estimate): number {
  return high - low
}

type CorrectedMeanContext = {
  readonly value: number
  readonly standardError: number
  readonly parts: Columns
  readonly options: MeanOptions
}

const boundedMethods = { unbounded: 'ppi++-t', bounded: 'ppi++-beta', equal: 'ppi++-wilson' }

function intervalOf({ value, standardError, parts, options }: CorrectedMeanContext): Estimate {
  const { level = 0.95, bounds } = options
  const n = parts.labels.length
  const independent = new Set(parts.clustersWithLabel).size
  const half = criticalZ(level) * standardError
  const normal = { value, low: value - half, high: value + half, n, level, method: 'ppi++' }
  if (bounds === undefined) return normal
  const mean = Math.min(bounds[1], Math.max(bounds[0], value))
  // With few labels the sample variance is used, and a margin for unseen errors is added as for other means.
  const corrected = standardError * Math.sqrt(independent / Math.max(1, independent - 1))
  const measured = { mean, standardError: corrected, n, independent, lowest: bounds[0], highest: bounds[1] }
  return intervalAround(measured, { ...options, methods: boundedMethods }) ?? normal
}
