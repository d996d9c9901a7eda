import type { Estimate, JudgeErrors } from '../../core/run/estimate.ts'
import { criticalZ } from '../critical-value.ts'

/** A judge whose two rates add up to less says next to nothing, and what is divided by it could be anything. */
const leastInformation = 1.05

/**
 * The share that is right where a judge passed a `rate` of `n` results and only its error rates are known, measured on other
 * results (Rogan & Gladen 1978), with the interval of Lee et al. (2025) that holds what is uncertain of all three. For
 * results that people labelled themselves `correctedMean` tells more. Null where the judge says next to nothing.
 */
export function correctedRate(
  { rate, n }: { readonly rate: number; readonly n: number },
  { sensitivity, positives, specificity, negatives }: JudgeErrors,
  level = 0.95,
): Estimate | null {
  if (sensitivity + specificity <= leastInformation) return null
  const value = within01((rate + specificity - 1) / (sensitivity + specificity - 1))
  const z = criticalZ(level)
  const p = (n * rate + (z * z) / 2) / (n + z * z)
  const q0 = (negatives * specificity + 1) / (negatives + 2)
  const q1 = (positives * sensitivity + 1) / (positives + 2)
  const informed = q0 + q1 - 1
  if (informed <= 0) return null
  const theta = (p + q0 - 1) / informed
  const ofNegatives = (q0 * (1 - q0)) / (negatives + 2)
  const ofPositives = (q1 * (1 - q1)) / (positives + 2)
  const shift = 2 * z * z * (theta * ofPositives - (1 - theta) * ofNegatives)
  const variance = (p * (1 - p)) / (n + z * z) + (1 - theta) ** 2 * ofNegatives + theta ** 2 * ofPositives
  const half = (z * Math.sqrt(variance)) / informed
  const [low, high] = [within01(theta + shift - half), within01(theta + shift + half)]
  return { value, low: Math.min(low, value), high: Math.max(high, value), n, level, method: 'rogan-gladen' }
}

function within01(share: number): number {
  return Math.min(1, Math.max(0, share))
}
