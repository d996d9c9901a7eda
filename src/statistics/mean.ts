import type { Estimate } from '../core/run/estimate.ts'
import { criticalT, tail } from './critical-value.ts'
import { wilsonBounds } from './proportion.ts'
import { betaQuantile } from './special-functions.ts'

/**
 * `bounds` are the lowest and highest possible value; `level` is 0.95 by default. `differences` marks values around the
 * middle of their bounds, for which t is accurate.
 */
export type MeanOptions = {
  readonly level?: number
  readonly bounds?: readonly [number, number]
  readonly differences?: boolean
}

/**
 * Returns the mean with an interval: `betaBounds` for values within `bounds` (`beta`), else Student's t (`t`).
 *
 * For equal values, `bounds` give a Wilson interval of the rescaled mean (`wilson-mean`), since twenty times 1.0 does
 * not make the mean certain. Without bounds the result is null, as it is for no values.
 */
export function meanInterval(values: ArrayLike<number>, options: MeanOptions = {}): Estimate | null {
  const { n, mean, deviation, lowest, highest } = momentsOf(values)
  return intervalAround(
    { mean, standardError: deviation / Math.sqrt(n), n, independent: n, lowest, highest },
    { ...options, methods: plainMethods },
  )
}

/** Mean, sample standard deviation (NaN for n < 2) and range in one stable pass (Welford 1962). */
export function momentsOf(values: ArrayLike<number>): Moments {
  const n = values.length
  let mean = 0
  let squares = 0
  let lowest = Infinity
  let highest = -Infinity
  for (let index = 0; index < n; index += 1) {
    const value = numberAt(values, index)
    const step = value - mean
    mean += step / (index + 1)
    squares += step * (value - mean)
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return { n, mean, deviation: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1)), lowest, highest }
}

/** Returns the value at an index and rejects NaN, which would go unnoticed in a mean. */
export function numberAt(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined || !Number.isFinite(value)) {
    throw new RangeError(`Only finite numbers have a mean, got ${value} at ${index}`)
  }
  return value
}

/** Names of the methods: for unbounded values, for values between two bounds, and for equal values. */
export type MeanMethods = { readonly unbounded: string; readonly bounded: string; readonly equal: string }

export const plainMethods: MeanMethods = { unbounded: 't', bounded: 'beta', equal: 'wilson-mean' }
export const clusteredMethods: MeanMethods = {
  unbounded: 't-clustered',
  bounded: 'beta-clustered',
  equal: 'wilson-clustered',
}

/** Returns the interval around a mean of `n` values, of which `independent` are independent; null when undefined. */
export function intervalAround(
  measured: MeasuredMean,
  { level = 0.95, bounds, differences = false, methods }: MeanOptions & { readonly methods: MeanMethods },
): Estimate | null {
  const { mean, standardError, n, independent } = measured
  if (bounds !== undefined) requireWithin(bounds, measured)
  if (n === 0) return null
  const varies = independent > 1 && standardError > rounding(measured)
  if (varies && (bounds === undefined || differences)) {
    const half = criticalT(level, independent - 1) * standardError
    return within(bounds, { value: mean, low: mean - half, high: mean + half, n, level, method: methods.unbounded })
  }
  if (bounds === undefined) return null
  const [from, to] = bounds
  const rate = Math.min(1, Math.max(0, (mean - from) / (to - from)))
  // Of all values between 0 and 1 with this mean, zeros and ones vary most, so Wilson's interval is never too narrow.
  const { low, high } = varies
    ? betaBounds({ mean: rate, standardError: standardError / (to - from), independent, level })
    : wilsonBounds(rate, independent, level)
  const scaled = { low: from + low * (to - from), high: from + high * (to - from) }
  return within(bounds, { value: mean, ...scaled, n, level, method: varies ? methods.bounded : methods.equal })
}

/**
 * Bounds the mean of values between 0 and 1 by quantiles of a beta distribution with the mean and variance of the
 * Bayesian bootstrap (Rubin 1981), after adding half an observation at the end in question. Unlike t, the bounds stay
 * apart when nearly all values are 1. For zeros and ones they lie between Jeffreys' and Clopper and Pearson's, which
 * add nothing and a whole observation. `interval-coverage.test.ts` measures their coverage.
 */
function betaBounds({ mean, standardError, independent: n, level }: BetaBounds): { low: number; high: number } {
  const squares = standardError ** 2 * n * (n - 1) + n * mean ** 2
  const outside = tail(level)
  const low = betaQuantileOf({ sum: n * mean, squares, weight: n + 0.5 }, outside)
  const high = betaQuantileOf({ sum: n * mean + 0.5, squares: squares + 0.5, weight: n + 0.5 }, 1 - outside)
  return { low: Math.min(low, mean), high: Math.max(high, mean) }
}

type BetaBounds = {
  readonly mean: number
  readonly standardError: number
  readonly independent: number
  readonly level: number
}

type Observations = { readonly sum: number; readonly squares: number; readonly weight: number }

function betaQuantileOf({ sum, squares, weight }: Observations, probability: number): number {
  const mean = sum / weight
  const variance = (squares / weight - mean ** 2) / (weight + 1)
  // Only rounding and unequal clusters can lead beyond 0 and 1.
  const concentration = (mean * (1 - mean)) / variance - 1
  if (!(concentration > 0)) return probability < 0.5 ? 0 : 1
  return betaQuantile(probability, mean * concentration, (1 - mean) * concentration)
}

type Moments = {
  readonly n: number
  readonly mean: number
  readonly deviation: number
  readonly lowest: number
  readonly highest: number
}

type MeasuredMean = Omit<Moments, 'deviation'> & { readonly standardError: number; readonly independent: number }

/** Equal values that were computed differently may differ in the last digit, which is no variance. */
function rounding({ lowest, highest }: MeasuredMean): number {
  return 1e-14 * Math.max(Math.abs(lowest), Math.abs(highest))
}

function within(bounds: MeanOptions['bounds'], estimate: Estimate): Estimate {
  if (bounds === undefined) return estimate
  const clamp = (value: number): number => Math.min(bounds[1], Math.max(bounds[0], value))
  return { ...estimate, value: clamp(estimate.value), low: clamp(estimate.low), high: clamp(estimate.high) }
}

function requireWithin([from, to]: readonly [number, number], { lowest, highest }: MeasuredMean): void {
  if (!(from < to)) throw new RangeError(`The lower bound is below the upper one, got ${from} and ${to}`)
  const slack = 1e-9 * (to - from)
  if (lowest < from - slack || highest > to + slack) {
    throw new RangeError(`Values from ${lowest} to ${highest} do not lie between ${from} and ${to}`)
  }
}
