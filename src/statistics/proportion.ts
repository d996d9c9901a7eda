import type { Estimate } from '../core/run/estimate.ts'
import { criticalZ, tail } from './critical-value.ts'
import { betaQuantile, binomialCdf } from './special-functions.ts'

/**
 * Gives a pass rate its Wilson score interval (Wilson 1927), which stays honest for few cases and at 0 % and 100 %. Rates
 * are 0–1; `successes` are counted from 0 to `n`, and `level` (0.95) lies between 0 and 1.
 *
 * @throws {RangeError} for counts or a level outside those ranges
 * @example
 * wilsonInterval(8, 10)
 * // => { value: 0.8, low: 0.4902, high: 0.9433, n: 10, level: 0.95, method: 'wilson' }
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): Estimate {
  requireCounts(successes, n)
  const value = successes / n
  return { value, ...wilsonBounds(value, n, level), n, level, method: 'wilson' }
}

/**
 * Gives a pass rate its exact interval (Clopper & Pearson 1934), for guarantees: it holds the true rate at least `level` of
 * the time. Rates are 0–1; `successes` are counted from 0 to `n`, and `level` (0.95) lies between 0 and 1.
 *
 * @throws {RangeError} for counts or a level outside those ranges
 * @example
 * clopperPearsonInterval(10, 10)
 * // => { value: 1, low: 0.6915, high: 1, n: 10, level: 0.95, method: 'clopper-pearson' }
 */
export function clopperPearsonInterval(successes: number, n: number, level = 0.95): Estimate {
  requireCounts(successes, n)
  const outside = tail(level)
  return {
    value: successes / n,
    low: successes === 0 ? 0 : betaQuantile(outside, successes, n - successes + 1),
    high: clopperPearsonUpper(successes, n, outside),
    n,
    level,
    method: 'clopper-pearson',
  }
}

/**
 * Gives a pass rate its Bayesian interval under Jeffreys' prior, with the ends at 0 and 1 that Brown, Cai & DasGupta (2001)
 * advise. Rates are 0–1; `successes` are counted from 0 to `n`, and `level` (0.95) lies between 0 and 1.
 *
 * @throws {RangeError} for counts or a level outside those ranges
 * @example
 * jeffreysInterval(8, 10)
 * // => { value: 0.8, low: 0.4972, high: 0.9559, n: 10, level: 0.95, method: 'jeffreys' }
 */
export function jeffreysInterval(successes: number, n: number, level = 0.95): Estimate {
  requireCounts(successes, n)
  const outside = tail(level)
  const [a, b] = [successes + 0.5, n - successes + 0.5]
  return {
    value: successes / n,
    low: successes === 0 ? 0 : betaQuantile(outside, a, b),
    high: successes === n ? 1 : 1 - betaQuantile(outside, b, a),
    n,
    level,
    method: 'jeffreys',
  }
}

/** Returns the one-sided upper bound of a rate, with confidence 1 - delta, after k successes in n. */
export function clopperPearsonUpper(k: number, n: number, delta: number): number {
  requireCounts(k, n)
  requireShare('delta', delta)
  if (k === n) return 1
  return 1 - betaQuantile(delta, n - k, k + 1)
}

/** Returns the fewest cases that prove a rate of at most alpha, with confidence 1 - delta, despite `slips` failures. */
export function minimumCasesToCertify(slips: number, alpha: number, delta: number): number {
  if (!Number.isInteger(slips) || slips < 0) throw new RangeError(`Slips are counted from 0, got ${slips}`)
  requireShare('alpha', alpha)
  requireShare('delta', delta)
  const certifies = (n: number): boolean => binomialCdf(slips, n, alpha) <= delta
  let tooFew = slips
  let enough = slips + 1
  while (!certifies(enough)) {
    tooFew = enough
    enough *= 2
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (certifies(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

/** Wilson's interval around a rate that may be fractional; it always contains the rate. */
export function wilsonBounds(rate: number, n: number, level: number): { low: number; high: number } {
  const z = criticalZ(level)
  const shrink = 1 + (z * z) / n
  const centre = (rate + (z * z) / (2 * n)) / shrink
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))) / shrink
  // At 0 and 1 the ends are exact; rounding must not change them.
  return {
    low: rate === 0 ? 0 : Math.max(0, Math.min(rate, centre - half)),
    high: rate === 1 ? 1 : Math.min(1, Math.max(rate, centre + half)),
  }
}

function requireCounts(successes: number, n: number): void {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A proportion needs at least one case, got ${n}`)
  if (!Number.isInteger(successes) || successes < 0 || successes > n) {
    throw new RangeError(`Successes are counted from 0 to ${n}, got ${successes}`)
  }
}

export function requireShare(name: string, share: number): void {
  if (!(share > 0 && share < 1)) throw new RangeError(`${name} lies between 0 and 1, got ${share}`)
}
