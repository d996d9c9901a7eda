import { criticalZ } from './critical-value.ts'
import { normalQuantile, requireThat } from './special-functions.ts'

/** `level` is 1 minus the probability of a false alarm (0.95), `power` that of finding a true difference (0.8). */
export type PowerOptions = { readonly level?: number; readonly power?: number }

/**
 * Tells how many cases McNemar's test needs (Connor 1987) when `disagreement` is the share of cases that only one of two
 * agents passes and `difference` that of their pass rates, both 0–1. `level` is 0.95, `power` 0.8. Infinity for no
 * difference.
 *
 * @throws {RangeError} for shares that cannot be, such as a difference above the disagreement
 * @example
 * casesForPairedRates(0.2, 0.1) // => 155
 */
export function casesForPairedRates(disagreement: number, difference: number, options: PowerOptions = {}): number {
  requireThat(disagreement > 0 && disagreement <= 1, `Disagreement is a share above 0, got ${disagreement}`)
  const delta = Math.abs(difference)
  requireThat(delta <= disagreement, `Rates differ by at most the disagreement, got ${difference} of ${disagreement}`)
  const { alarm, seen } = quantilesFor(options)
  return Math.ceil(((alarm * Math.sqrt(disagreement) + seen * Math.sqrt(disagreement - delta ** 2)) / delta) ** 2)
}

/**
 * Tells how many cases a paired comparison of means needs (Miller 2024) to see `difference`, given the variance of the case
 * by case differences: ω² between cases plus σ²/K of every agent that was asked K times. `level` is 0.95, `power` 0.8.
 * Infinity for no difference.
 *
 * @throws {RangeError} for a negative variance, or a level or power outside its range
 * @example
 * casesForPairedMean(0.09, 0.1) // => 71
 */
export function casesForPairedMean(variance: number, difference: number, options: PowerOptions = {}): number {
  requireThat(variance >= 0, `A variance is not negative, got ${variance}`)
  requireThat(Number.isFinite(difference), `A difference is a finite number, got ${difference}`)
  if (difference === 0) return Infinity
  const { alarm, seen } = quantilesFor(options)
  return Math.max(2, Math.ceil(((alarm + seen) ** 2 * variance) / difference ** 2))
}

/** Returns the smallest difference of two paired means that `cases` cases detect. */
export function detectableMeanDifference(cases: number, variance: number, options: PowerOptions = {}): number {
  requireThat(cases >= 1, `A comparison needs at least one case, got ${cases}`)
  requireThat(variance >= 0, `A variance is not negative, got ${variance}`)
  const { alarm, seen } = quantilesFor(options)
  return (alarm + seen) * Math.sqrt(variance / cases)
}

/**
 * Returns the smallest difference of two paired rates that `cases` cases detect, from Connor's formula. Null when even
 * the largest difference possible with this disagreement would be missed.
 */
export function detectableRateDifference(
  cases: number,
  disagreement: number,
  options: PowerOptions = {},
): number | null {
  requireThat(cases >= 1, `A comparison needs at least one case, got ${cases}`)
  requireThat(disagreement > 0 && disagreement <= 1, `Disagreement is a share above 0, got ${disagreement}`)
  const { alarm, seen } = quantilesFor(options)
  const root = cases - alarm ** 2 + seen ** 2
  if (root < 0) return null
  const delta = (Math.sqrt(disagreement) * (alarm * Math.sqrt(cases) + seen * Math.sqrt(root))) / (cases + seen ** 2)
  return delta <= disagreement ? delta : null
}

function quantilesFor({ level = 0.95, power = 0.8 }: PowerOptions): { alarm: number; seen: number } {
  requireThat(power >= 0.5 && power < 1, `Power lies between 0.5 and 1, got ${power}`)
  return { alarm: criticalZ(level), seen: normalQuantile(power) }
}
