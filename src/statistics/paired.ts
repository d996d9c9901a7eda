import type { Estimate } from '../core/run/estimate.ts'
import { type ClusterLabels, totalsByCluster } from './clustered.ts'
import { criticalZ } from './critical-value.ts'
import { intervalAround, momentsOf, numberAt, type MeanOptions } from './mean.ts'
import { createRandom } from './random.ts'
import { binomialCdf, binomialPmf } from './special-functions.ts'

/**
 * Tells by McNemar's test whether two agents differ that were asked the same cases. It takes the numbers of cases that only
 * the first and only the second passed, and gives the exact two-sided p and the less conservative mid-p (Fagerland,
 * Lydersen & Laake 2013).
 *
 * @throws {RangeError} for counts that are negative or not whole
 * @example
 * mcnemarTest(9, 2) // => { p: 0.0654, midP: 0.0386 }
 */
export function mcnemarTest(onlyFirst: number, onlySecond: number): { readonly p: number; readonly midP: number } {
  requireCounts(onlyFirst, onlySecond, Infinity)
  const discordant = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  const bothTails = 2 * binomialCdf(fewer, discordant, 0.5)
  const midP = bothTails - binomialPmf(fewer, discordant, 0.5)
  return { p: Math.min(1, bothTails), midP: Math.min(1, midP) }
}

export type SignFlipOptions = {
  readonly seed: number
  /** When given, the signs of whole clusters are flipped. */
  readonly clusters?: ClusterLabels
  /** The number of random sign patterns when there are too many differences to try all. */
  readonly resamples?: number
}

/**
 * Tests two-sided whether paired differences are centred on 0: how often would random signs give a sum this large? All
 * signs are tried for up to 20 differences, else random ones, where p is (hits + 1) / (resamples + 1).
 */
export function signFlipTest(
  differences: ArrayLike<number>,
  options: SignFlipOptions,
): { readonly p: number; readonly exact: boolean } {
  const { seed, clusters, resamples = 10_000 } = options
  if (!Number.isInteger(resamples) || resamples < 1) throw new RangeError(`Resamples are counted, got ${resamples}`)
  const sums = clusters === undefined ? numbersOf(differences) : clusterSumsOf(differences, clusters)
  const nonZero = sums.filter((sum) => Math.abs(sum) > ROUNDING)
  if (nonZero.length <= MOST_TO_ENUMERATE) return { p: exactSignFlip(nonZero), exact: true }
  return { p: randomSignFlip(nonZero, resamples, createRandom(seed)), exact: false }
}

/** Estimates the first rate minus the second over `n` paired cases, with the interval of Bonett & Price (2012). */
export function bonettPriceInterval(onlyFirst: number, onlySecond: number, n: number, level = 0.95): Estimate {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A comparison needs at least one case, got ${n}`)
  requireCounts(onlyFirst, onlySecond, n)
  const value = (onlyFirst - onlySecond) / n
  const first = (onlyFirst + 1) / (n + 2)
  const second = (onlySecond + 1) / (n + 2)
  const centre = first - second
  const half = criticalZ(level) * Math.sqrt((first + second - centre ** 2) / (n + 2))
  // The centre is shrunk towards 0; at a low level the interval could otherwise exclude the measured difference.
  const low = Math.max(-1, Math.min(value, centre - half))
  const high = Math.min(1, Math.max(value, centre + half))
  return { value, low, high, n, level, method: 'bonett-price' }
}

/**
 * Estimates the mean of first minus second, case by case, with Student's t (`t-paired`). `bounds` are those of the two
 * lists; with them equal differences get a Wilson interval (`wilson-paired`), without them null. `level` is 0.95.
 *
 * @throws {RangeError} when the lists are not equally long, or for a level outside 0–1
 * @example
 * pairedMeanInterval([0.9, 0.7, 0.8], [0.6, 0.5, 0.7], { bounds: [0, 1] })
 * // => { value: 0.2, low: -0.0484, high: 0.4484, n: 3, level: 0.95, method: 't-paired' }
 */
export function pairedMeanInterval(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  options: MeanOptions = {},
): Estimate | null {
  if (first.length !== second.length) {
    throw new RangeError(`Pairs need both sides, got ${first.length} and ${second.length} values`)
  }
  const { bounds } = options
  const widest = bounds === undefined ? undefined : bounds[1] - bounds[0]
  const differences = Float64Array.from(first, (value, index) => value - numberAt(second, index))
  const { deviation, ...moments } = momentsOf(differences)
  return intervalAround(
    { ...moments, standardError: deviation / Math.sqrt(moments.n), independent: moments.n },
    {
      level: options.level,
      bounds: widest === undefined ? undefined : [-widest, widest],
      differences: true,
      methods: { unbounded: 't-paired', bounded: 't-paired', equal: 'wilson-paired' },
    },
  )
}

const MOST_TO_ENUMERATE = 20

/** Scores are around 1 or larger, so smaller differences are rounding errors of sums. */
const ROUNDING = 1e-12

function numbersOf(values: ArrayLike<number>): readonly number[] {
  return Array.from(values, (_value, index) => numberAt(values, index))
}

function clusterSumsOf(values: ArrayLike<number>, clusters: ClusterLabels): readonly number[] {
  return [...totalsByCluster(values, clusters).values()].map(({ sum }) => sum)
}

function exactSignFlip(differences: readonly number[]): number {
  const [first = 0, ...others] = differences
  // All sums with the first sign fixed; the other half is their negative.
  let sums = Float64Array.of(first)
  for (const difference of others) {
    const longer = new Float64Array(sums.length * 2)
    longer.set(sums.map((sum) => sum + difference))
    longer.set(
      sums.map((sum) => sum - difference),
      sums.length,
    )
    sums = longer
  }
  const atLeast = threshold(differences)
  return sums.reduce((hits, sum) => (Math.abs(sum) >= atLeast ? hits + 1 : hits), 0) / sums.length
}

function randomSignFlip(differences: readonly number[], resamples: number, random: () => number): number {
  const atLeast = threshold(differences)
  const total = differences.reduce((sum, difference) => sum + difference, 0)
  const sums = sumsOfFours(differences)
  let hits = 0
  for (let resample = 0; resample < resamples; resample += 1) {
    let positive = 0
    let bits = 0
    for (let four = 0; four < sums.length; four += 16) {
      // One random number has the signs for eight groups of four.
      if (four % 128 === 0) bits = random() * 2 ** 32
      positive += sums[four + (bits & 15)] ?? 0
      bits >>>= 4
    }
    if (Math.abs(2 * positive - total) >= atLeast) hits += 1
  }
  return (hits + 1) / (resamples + 1)
}

/** For each four differences, the sums of all 16 subsets: four signs cost one random draw. */
function sumsOfFours(differences: readonly number[]): Float64Array {
  const sums = new Float64Array(Math.ceil(differences.length / 4) * 16)
  for (const [index, difference] of differences.entries()) {
    const [four, bit] = [index >> 2, 1 << (index & 3)]
    for (let choice = 0; choice < 16; choice += 1) {
      if ((choice & bit) !== 0) sums[four * 16 + choice] = (sums[four * 16 + choice] ?? 0) + difference
    }
  }
  return sums
}

/** Returns the observed sum, lowered by a rounding error, so that equal sums compare as equal. */
function threshold(differences: readonly number[]): number {
  let sum = 0
  let sizes = 0
  for (const difference of differences) {
    sum += difference
    sizes += Math.abs(difference)
  }
  return Math.abs(sum) - ROUNDING * sizes
}

function requireCounts(onlyFirst: number, onlySecond: number, most: number): void {
  for (const count of [onlyFirst, onlySecond]) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`Cases are counted from 0, got ${count}`)
  }
  if (onlyFirst + onlySecond > most) {
    throw new RangeError(`${onlyFirst} and ${onlySecond} cases are more than the ${most} compared`)
  }
}
