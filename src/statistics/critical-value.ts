import { normalQuantile, studentTQuantile } from './special-functions.ts'

/** Returns the z whose absolute value a normal variable exceeds with probability 1 - level. */
export function criticalZ(level: number): number {
  return -normalQuantile(tail(level))
}

/** Returns the same quantile of Student's t with `df` degrees of freedom. */
export function criticalT(level: number, df: number): number {
  return -studentTQuantile(tail(level), df)
}

/** Returns the probability on each side of an interval at `level`, 0 < level < 1. */
export function tail(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`A confidence level lies between 0 and 1, got ${level}`)
  return (1 - level) / 2
}
