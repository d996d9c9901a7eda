import type { Estimate } from '../core/index.ts'
import { binomialPmf } from './special-functions.ts'

/**
 * An interval for a rate that is valid at any stopping time, and so wider than Wilson's: the rates p at which (n +
 * 1)·C(n, k)·p^k·(1 − p)^(n − k) is at least 1 − level, that is, which a uniform mixture of bets has not rejected
 * (Robbins, Statistical methods related to the law of the iterated logarithm, 1970).
 */
export function anytimeInterval(successes: number, n: number, level = 0.95): Estimate {
  const isIn = (rate: number) => (n + 1) * binomialPmf(successes, n, rate) >= 1 - level
  const value = successes / n
  return { value, low: border(value, 0, isIn), high: border(value, 1, isIn), n, level, method: 'beta-binomial-anytime' }
}

/** Finds the last rate inside the interval between a rate inside and the end of the scale. */
function border(inside: number, end: number, isIn: (rate: number) => boolean): number {
  if (isIn(end)) return end
  let [from, to] = [inside, end]
  for (let step = 0; step < 40; step += 1) {
    const middle = (from + to) / 2
    if (isIn(middle)) from = middle
    else to = middle
  }
  return from
}
