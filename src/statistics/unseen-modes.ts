import type { Estimate } from '../core/run/estimate.ts'
import { criticalZ } from './critical-value.ts'

/**
 * The chance that the next failure is of a mode that none of those read so far was: the share of modes seen once (Good 1953, after
 * Turing). How far that is from the truth varies with the modes seen twice as well (Esty 1983): the squared error is about
 * (f1 + 2 f2) / n². The interval is moved inwards as Wilson's is, since a mode that is rare enough was seen not once nor twice.
 *
 * @param counts how many failures of each mode were read
 * @returns null before the first failure
 */
export function chanceOfNewMode(counts: readonly number[], level = 0.95): Estimate | null {
  const read = counts.reduce((sum, count) => sum + count, 0)
  if (read === 0) return null
  const once = counts.filter((count) => count === 1).length
  const twice = counts.filter((count) => count === 2).length
  const z = criticalZ(level)
  const centre = (once + (z * z) / 4) / read
  const half = (z * Math.sqrt(once + 2 * twice + (z * z) / 2)) / read
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)]
  return { value: once / read, low, high, n: read, level, method: 'good-turing' }
}

/** How many modes were known after each failure that was read: a curve that flattens when little is left to find. */
export function modesFound(modes: readonly string[]): readonly number[] {
  const seen = new Set<string>()
  return modes.map((mode) => seen.add(mode).size)
}
