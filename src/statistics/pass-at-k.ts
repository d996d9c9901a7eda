import type { Estimate } from '../core/run/estimate.ts'
import { meanInterval } from './mean.ts'

/**
 * Estimates the chance that at least one of k tries passes, without bias, from c passes in n tries: 1 - C(n-c, k) / C(n, k)
 * (Chen et al. 2021). It is null for fewer than k tries.
 *
 * @throws {RangeError} for counts that do not fit each other
 * @example
 * passAtK(5, 2, 3) // => 0.9
 */
export function passAtK(n: number, c: number, k: number): number | null {
  requireTries(n, c, k)
  if (n < k) return null
  let none = 1
  let some = 0
  for (let drawn = 0; drawn < k && none > 0; drawn += 1) {
    // Adding the contribution of each draw avoids the cancellation in `1 - none`.
    const passes = Math.min(1, c / (n - drawn))
    some += none * passes
    none *= 1 - passes
  }
  return none > 0 ? Math.min(1, some) : 1
}

/**
 * Estimates the chance that all of k tries pass, without bias, from c passes in n tries: C(c, k) / C(n, k) (Yao et al.
 * 2024). It is null for fewer than k tries, and not (c/n)^k, which is too high for a flaky agent.
 *
 * @throws {RangeError} for counts that do not fit each other
 * @example
 * passHatK(5, 4, 3) // => 0.4
 */
export function passHatK(n: number, c: number, k: number): number | null {
  requireTries(n, c, k)
  if (n < k) return null
  let all = 1
  for (let drawn = 0; drawn < k && all > 0; drawn += 1) all *= (c - drawn) / (n - drawn)
  return all
}

/**
 * Returns pass@k or pass^k as the mean over tasks, each with c passes in n tries. Its interval is over tasks, and `n`
 * counts those with at least k tries; null when there are none.
 */
export function passEstimates(
  counts: Iterable<{ readonly n: number; readonly c: number }>,
  k: number,
  options: { readonly level?: number } = {},
): { readonly passAtK: Estimate | null; readonly passHatK: Estimate | null } {
  const atK: number[] = []
  const hatK: number[] = []
  for (const { n, c } of counts) {
    const [at, hat] = [passAtK(n, c, k), passHatK(n, c, k)]
    if (at === null || hat === null) continue
    atK.push(at)
    hatK.push(hat)
  }
  const overTasks = { level: options.level, bounds: [0, 1] as const }
  return { passAtK: meanInterval(atK, overTasks), passHatK: meanInterval(hatK, overTasks) }
}

function requireTries(n: number, c: number, k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is counted from 1, got ${k}`)
  if (!Number.isInteger(n) || !Number.isInteger(c) || c < 0 || c > n) {
    throw new RangeError(`Passes are counted from 0 to the number of tries, got ${c} of ${n}`)
  }
}
