import { z } from 'zod'

/** What it bears where calls are let in evenly: so many a second, by so many calls. */
export const Rate = z.object({
  estimate: z.number(),
  calls: z.number(),
  /** Whether it is from before the first refusal, and may have been saved up. */
  isFirst: z.boolean(),
})
export type Rate = z.infer<typeof Rate>

/** Before anything is known, and at least in a window: so many calls a second, and what a second makes of it. */
export const START = 60
const GROWTH = 1.1
/** A rate is begun so far below what it bears, and tried so far beyond in twice the time of the calls by which it is known. */
export const SHARE = 0.03
/** Of so many calls one may be refused: what is known by them is tried anew, and older ones are forgotten. */
export const MEMORY_CALLS = 500
export const FEW_CALLS = 20
/** What differs by more is another pace. */
export const CHANGED = 0.25

/** Calls a second so long after it was open again. */
export function curve(rate: Rate | undefined, ms: number): number {
  if (rate === undefined) return START * GROWTH ** (ms / 1000)
  const stayMs = (2000 * rate.calls) / rate.estimate
  return rate.estimate * (1 - 2 * SHARE + SHARE * 2 ** (ms / stayMs))
}

type Measurement = {
  /** So many calls were let in. */
  readonly calls: number
  readonly ms: number
  /** The pace at which it refused. */
  readonly rate: number
}

/** What is known after a refusal. */
export function measuredRate(before: Rate | undefined, { calls, ms, rate }: Measurement): Rate {
  const lately = (1000 * Math.max(1, calls)) / Math.max(1, ms)
  if (before === undefined) return { estimate: Math.min(lately, rate), calls, isFirst: true }
  const isAnother = before.isFirst || (calls >= FEW_CALLS && Math.abs(lately / before.estimate - 1) > CHANGED)
  // Refused soon, it is known less well than it was.
  const earlier = isAnother ? 0 : Math.min(before.calls, 2 * calls)
  const all = calls + earlier
  const bears = all / (calls / lately + earlier / before.estimate)
  // It bears at least what it let in, and not what it refused.
  const step = Math.min((rate - bears) / 2, CHANGED * bears)
  // Where it rose to what it bears only in the end, little is known.
  const isFar = bears > before.estimate && rate > (1 + CHANGED) * bears
  return { estimate: bears + step, calls: Math.min(isFar ? FEW_CALLS : MEMORY_CALLS, all), isFirst: false }
}
