import type { Estimate } from '../core/run/estimate.ts'
import { criticalT } from './critical-value.ts'
import { wilsonBounds } from './proportion.ts'

/** `bounds` are the lowest and highest possible value; `level` is 0.95 unless told. */
export type MeanOptions = { readonly level?: number; readonly bounds?: readonly [number, number] }

/**
 * The mean with Student's t interval (`t`).
 *
 * Where t says nothing, because there is one value or all are equal, `bounds` give a Wilson interval of the rescaled mean
 * (`wilson-mean`): twenty times 1.0 is not [1, 1]. Without them the answer is null, as it is for no values.
 */
export function meanInterval(values: ArrayLike<number>, options: MeanOptions = {}): Estimate | null {
  const { n, mean, deviation, lowest, highest } = momentsOf(values)
  return intervalAround(
    { mean, standardError: deviation / Math.sqrt(n), n, independent: n, lowest, highest },
    { ...options, method: 't', fallback: 'wilson-mean' },
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

/** The value at an index that must be there; a NaN that got into a mean would be seen by nobody. */
export function numberAt(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined || !Number.isFinite(value)) {
    throw new RangeError(`Only finite numbers have a mean, got ${value} at ${index}`)
  }
  return value
}

/** Student's t around a mean of `n` values with `independent` - 1 degrees of freedom, or what there is instead. */
export function intervalAround(
  measured: MeasuredMean,
  options: MeanOptions & { readonly method: string; readonly fallback: string },
): Estimate | null {
  const { mean, standardError, n, independent } = measured
  const { level = 0.95, bounds, method, fallback } = options
  if (bounds !== undefined) requireWithin(bounds, measured)
  if (n === 0) return null
  if (independent > 1 && standardError > rounding(measured)) {
    const half = criticalT(level, independent - 1) * standardError
    return within(bounds, { value: mean, low: mean - half, high: mean + half, n, level, method })
  }
  if (bounds === undefined) return null
  // Of all values between 0 and 1 with this mean, zeros and ones vary most, so this is rather too wide than too narrow.
  const [from, to] = bounds
  const rate = Math.min(1, Math.max(0, (mean - from) / (to - from)))
  const { low, high } = wilsonBounds(rate, independent, level)
  const scaled = { low: from + low * (to - from), high: from + high * (to - from) }
  return within(bounds, { value: mean, ...scaled, n, level, method: fallback })
}

type Moments = {
  readonly n: number
  readonly mean: number
  readonly deviation: number
  readonly lowest: number
  readonly highest: number
}

type MeasuredMean = Omit<Moments, 'deviation'> & { readonly standardError: number; readonly independent: number }

/** Equal values that were computed in different ways differ in the last digit; that is no variance. */
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
