import { criticalZ } from '../statistics/critical-value.ts'

export type NewModeChance = {
  /** The chance that the next failure is of a mode that was not seen yet (Good 1953). */
  readonly value: number
  readonly low: number
  readonly high: number
  readonly failures: number
  /** Modes seen once. */
  readonly seenOnce: number
  /** What it is below with 95 % confidence whatever the modes are (McAllester & Schapire 2000); wide. */
  readonly bound: number
}

/**
 * The Good–Turing chance f₁/n from how often each mode was seen, with the interval of Esty's
 * variance (1983), and with the bound f₁/n + (2√2 + √3)·√(ln(3/δ)/n). Null where nothing was read.
 */
export function newModeChance(counts: readonly number[], level = 0.95): NewModeChance | null {
  const failures = counts.reduce((sum, count) => sum + count, 0)
  if (failures === 0) return null
  const seenOnce = counts.filter((count) => count === 1).length
  const seenTwice = counts.filter((count) => count === 2).length
  const value = seenOnce / failures
  const z = criticalZ(level)
  // Esty's variance is 0 where no mode was seen once or twice; z² more, as in Wilson's interval, keeps it honest there.
  const half = (z * Math.sqrt(seenOnce * (1 - value) + 2 * seenTwice + z * z)) / failures
  const bound = value + (2 * Math.SQRT2 + Math.sqrt(3)) * Math.sqrt(Math.log(3 / (1 - level)) / failures)
  return {
    value,
    low: Math.max(0, value - half),
    high: Math.min(1, value + half),
    failures,
    seenOnce,
    bound: Math.min(1, bound),
  }
}
