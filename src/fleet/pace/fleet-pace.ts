import { z } from 'zod'

/** An estimate of the rate that a provider accepts at even intervals, in calls per second, and the number of calls it rests on. */
const Rate = z.object({
  estimate: z.number(),
  calls: z.number(),
  /** Whether it was measured before the first refusal, when quota may have been saved up. */
  isFirst: z.boolean(),
})
type Rate = z.infer<typeof Rate>

/** The calls admitted between two reopenings of a provider. */
const Cycle = z.object({
  openedAt: z.number(),
  calls: z.number(),
  /** The rate at which it refused, and the estimate before. */
  rate: z.number(),
  before: Rate.optional(),
})

/**
 * The rate at which all workers together call a provider. Times are milliseconds since 1970 by the database's clock.
 *
 * It is measured between two successive reopenings: whatever kind of quota it is, the provider will admit the same number again. Calls
 * are spaced evenly, which also uses up a quota that is renewed every minute.
 */
export const FleetPace = z.object({
  /** No calls before this time, when the provider is expected to accept again. */
  heldUntil: z.number(),
  /** Consecutive refusals without an admitted call. */
  inARow: z.number(),
  /** Whether a single call probes if it accepts. */
  isTried: z.boolean(),
  /** The last cycle, which ends at `heldUntil`. */
  cycle: Cycle.optional(),
  rate: Rate.optional(),
})
export type FleetPace = z.infer<typeof FleetPace>

/** Calls per second before anything is known. */
const START = 60
const GROWTH = 1.1
/** A rate starts this share below the estimate, and exceeds it by the share after twice the time of the calls that it rests on. */
const SHARE = 0.03
/** One refusal in so many calls is acceptable: an estimate resting on them is tested anew, and older calls are forgotten. */
const MEMORY_CALLS = 500
/** An estimate from before the first refusal counts as little as so many calls. */
const FIRST_CALLS = 100
const FIRST_STAY_MS = 20_000
const FEW_CALLS = 20
/** A larger relative difference means another rate. */
const CHANGED = 0.25
/** The lowest rate, in calls per second. */
const LOWEST = 0.01
/** The pause without a Retry-After header, doubled each time. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const LONGEST_HOLD_MS = 300_000
/** The rate exceeds the demand by at most this factor. */
const BEYOND_USE = 3
/** Milliseconds of clock differences and of delay until the workers' calls are known. */
const SKEW_MS = 50
export const TRIED_EVERY_MS = 300
/** How far ahead times are given. */
export const HORIZON_MS = 2500

export function startPace(now: number): FleetPace {
  return { heldUntil: now, inARow: 0, isTried: false }
}

/** The rate at a time, in calls per second, given the recent rate. */
export function rateAt({ rate, heldUntil }: FleetPace, now: number, lately: number): number {
  const most = Math.max(START, rate?.estimate ?? 0, BEYOND_USE * lately)
  return Math.max(LOWEST, Math.min(curve(rate, Math.max(0, now - heldUntil)), most))
}

/** Calls per second at so many milliseconds after reopening. */
function curve(rate: Rate | undefined, ms: number): number {
  if (rate === undefined) return START * GROWTH ** (ms / 1000)
  const stayMs = Math.min((2000 * rate.calls) / rate.estimate, rate.isFirst ? FIRST_STAY_MS : Infinity)
  return rate.estimate * (1 - 2 * SHARE + SHARE * 2 ** (ms / stayMs))
}

type FleetPaceRefusal = {
  readonly now: number
  /** When the refused call started, and how many calls of all workers were admitted by then since reopening. */
  readonly startedAt: number
  readonly calls: number
  /** The rate at which it refused. */
  readonly rate: number
  readonly retryAfterMs: number | undefined
}

/** Returns the pace after a refusal, or the same one where the refusal is no news. */
export function refusedPace(pace: FleetPace, refusal: FleetPaceRefusal): FleetPace {
  const { now, startedAt, calls, rate, retryAfterMs = 0 } = refusal
  // A refusal of a call already under way is no news, unless it asks for a longer wait.
  if (now < pace.heldUntil) {
    const until = now + Math.min(retryAfterMs, LONGEST_HOLD_MS)
    return until <= pace.heldUntil + 250 ? pace : measured({ ...pace, heldUntil: until })
  }
  if (startedAt < pace.heldUntil - SKEW_MS) return pace
  const isClosed = calls < 1 || startedAt < pace.heldUntil + SKEW_MS
  const cycle = isClosed ? pace.cycle : { openedAt: pace.heldUntil, calls, rate, before: pace.rate }
  return measured(heldPace({ ...pace, cycle, inARow: isClosed ? pace.inARow + 1 : 1 }, refusal))
}

/** Holds for as long as the provider says, unless it refused twice after that time. */
function heldPace(pace: FleetPace, { now, rate, retryAfterMs }: FleetPaceRefusal): FleetPace {
  const { inARow } = pace
  const firstMs = Math.max(PAUSE_MS, 1000 / (pace.cycle?.rate ?? rate))
  const pauseMs = Math.min(firstMs * 2 ** (inARow - 1), LONGEST_PAUSE_MS)
  const isBelieved = retryAfterMs !== undefined && inARow <= 2
  const holdMs = Math.max(isBelieved ? 100 : pauseMs, Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  return { ...pace, heldUntil: now + holdMs, isTried: inARow > 1 || pace.rate === undefined }
}

/** Adds the calls admitted until the provider reopens. */
function measured(pace: FleetPace): FleetPace {
  const { cycle, heldUntil } = pace
  return cycle === undefined ? pace : { ...pace, rate: measuredRate(cycle, heldUntil - cycle.openedAt) }
}

function measuredRate({ before, calls, rate }: z.infer<typeof Cycle>, ms: number): Rate {
  const lately = (1000 * Math.max(1, calls)) / Math.max(1, ms)
  if (before === undefined)
    return { estimate: Math.min(lately, rate), calls: Math.min(calls, FIRST_CALLS), isFirst: true }
  const isAnother = before.isFirst || (calls >= FEW_CALLS && Math.abs(lately / before.estimate - 1) > CHANGED)
  // An early refusal makes the estimate less certain.
  const earlier = isAnother ? 0 : Math.min(before.calls, 2 * calls)
  const all = calls + earlier
  const bears = all / (calls / lately + earlier / before.estimate)
  // The provider accepts at least the rate it admitted, and less than the one it refused.
  const step = Math.min((rate - bears) / 2, CHANGED * bears)
  // Where the rate rose only at the end, little is known.
  const isFar = bears > before.estimate && rate > (1 + CHANGED) * bears
  // With few calls, one pause that was too long would distort the estimate.
  const least = calls < FEW_CALLS ? before.estimate / 2 : 0
  return {
    estimate: Math.max(least, bears + step),
    calls: Math.min(isFar ? FEW_CALLS : MEMORY_CALLS, all),
    isFirst: false,
  }
}
