import type { Estimate, JudgeErrors } from '../../core/run/estimate.ts'
import { criticalZ } from '../critical-value.ts'

/** Below this sum of both rates a judge has almost no information, and dividing by it is meaningless. */
const leastInformation = 1.05

/**
 * Estimates the true pass rate when a judge passed a `rate` of `n` results and its error rates were measured on other
 * results (Rogan & Gladen 1978), with the interval of Lee et al. (2025), which covers the uncertainty of all three.
 * When people labelled these results, `correctedMean` is more precise. Null when the judge has almost no information.
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
