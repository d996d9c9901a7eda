import type { Estimate } from '../core/index.ts'
import { binomialPmf } from './special-functions.ts'

/**
 * An interval for a rate that holds wherever its observer stopped, and so is wider than Wilson's: the rates p at which
 * (n + 1)·C(n, k)·p^k·(1 − p)^(n − k) is not below 1 − level. Against those, bets on all rates alike have not won (Robbins,
 * Statistical methods related to the law of the iterated logarithm, 1970).
 */
export function anytimeInterval(successes: number, n: number, level = 0.95): Estimate {
  const isIn = (rate: number) => (n + 1) * binomialPmf(successes, n, rate) >= 1 - level
  const value = successes / n
  return { value, low: border(value, 0, isIn), high: border(value, 1, isIn), n, level, method: 'beta-binomial-anytime' }
}

/** The last rate on the way from inside to the end that is in. */
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
