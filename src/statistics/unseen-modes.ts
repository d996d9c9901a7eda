import type { Estimate } from '../core/run/estimate.ts'
import { criticalZ } from './critical-value.ts'

export type NewModeChance = Estimate & {
  /** A wide upper bound at the same level that makes no assumption on the modes (McAllester & Schapire 2000). */
  readonly bound: number
}

/**
 * Estimates the probability that the next failure has a mode not seen so far: the share of modes seen once (Good 1953,
 * after Turing). Its squared error also depends on modes seen twice and is about (f1 + 2 f2) / n² (Esty 1983). The
 * interval is shrunk as Wilson's is, since very rare modes were seen neither once nor twice. The bound is f1/n + (2√2 +
 * √3)·√(ln(3/δ)/n).
 *
 * @param counts how many failures of each mode were read
 * @returns null before the first failure
 */
export function newModeChance(counts: readonly number[], level = 0.95): NewModeChance | null {
  const read = counts.reduce((sum, count) => sum + count, 0)
  if (read === 0) return null
  const once = counts.filter((count) => count === 1).length
  const twice = counts.filter((count) => count === 2).length
  const z = criticalZ(level)
  const centre = (once + (z * z) / 4) / read
  const half = (z * Math.sqrt(once + 2 * twice + (z * z) / 2)) / read
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)]
  const bound = once / read + (2 * Math.SQRT2 + Math.sqrt(3)) * Math.sqrt(Math.log(3 / (1 - level)) / read)
  return { value: once / read, low, high, n: read, level, method: 'good-turing', bound: Math.min(1, bound) }
}

/** Returns how many modes were known after each failure read; the curve flattens when few are left to find. */
export function modesFound(modes: readonly string[]): readonly number[] {
  const seen = new Set<string>()
  return modes.map((mode) => seen.add(mode).size)
}
