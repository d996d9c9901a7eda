import { z } from 'zod'

/** What a provider bears where calls are let in evenly: so many a second, known by so many calls. */
const Rate = z.object({
  estimate: z.number(),
  calls: z.number(),
  /** Whether it is from before the first refusal, and may have been saved up. */
  isFirst: z.boolean(),
})
type Rate = z.infer<typeof Rate>

/** What was let in between two times at which a provider was open again. */
const Cycle = z.object({
  openedAt: z.number(),
  calls: z.number(),
  /** The pace at which it refused, and what was known before. */
  rate: z.number(),
  before: Rate.optional(),
})

/**
 * How fast a provider is asked by all workers together. Times are milliseconds since 1970, of the database.
 *
 * The pace is measured from one time at which it let calls in again to the next: whatever kind of quota it is, it will let the
 * same in again. Calls follow each other evenly, which also uses up a quota that is renewed every minute.
 */
export const FleetPace = z.object({
  /** Before this time nobody asks; then it is taken to be open. */
  heldUntil: z.number(),
  /** Refusals one upon the other, with no call in between. */
  inARow: z.number(),
  /** Whether one call finds out if it is open. */
  isTried: z.boolean(),
  /** The last one, which ends where it is held until. */
  cycle: Cycle.optional(),
  rate: Rate.optional(),
})
export type FleetPace = z.infer<typeof FleetPace>

/** Before anything is known: so many calls a second, and what a second makes of it. */
const START = 60
const GROWTH = 1.1
/** A rate is begun so far below what it bears, and tried so far beyond in twice the time of the calls by which it is known. */
const SHARE = 0.03
/** Of so many calls one may be refused: what is known by them is tried anew, and older ones are forgotten. */
const MEMORY_CALLS = 500
/** What was known before the first refusal may have been saved up: it counts as little as so many. */
const FIRST_CALLS = 100
const FIRST_STAY_MS = 20_000
const FEW_CALLS = 20
/** What differs by more is another pace. */
const CHANGED = 0.25
/** It is never asked more seldom, whatever was measured. */
const LOWEST = 0.01
/** Without a word from the server: so long, and twice as long each time. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const LONGEST_HOLD_MS = 300_000
/** It goes beyond what is asked for by so much. */
const BEYOND_USE = 3
/** How well clocks agree, and how soon everything is known that workers did. */
const SKEW_MS = 50
export const TRIED_EVERY_MS = 300
/** Times are given away so far ahead. */
export const HORIZON_MS = 2500

export function startPace(now: number): FleetPace {
  return { heldUntil: now, inARow: 0, isTried: false }
}

/** The pace at a time, in calls a second, when so many were made lately. */
export function rateAt({ rate, heldUntil }: FleetPace, now: number, lately: number): number {
  const most = Math.max(START, rate?.estimate ?? 0, BEYOND_USE * lately)
  return Math.max(LOWEST, Math.min(curve(rate, Math.max(0, now - heldUntil)), most))
}

/** Calls a second so long after it was open again. */
function curve(rate: Rate | undefined, ms: number): number {
  if (rate === undefined) return START * GROWTH ** (ms / 1000)
  const stayMs = Math.min((2000 * rate.calls) / rate.estimate, rate.isFirst ? FIRST_STAY_MS : Infinity)
  return rate.estimate * (1 - 2 * SHARE + SHARE * 2 ** (ms / stayMs))
}

type FleetPaceRefusal = {
  readonly now: number
  /** When the call began that was refused, and how many of all workers had been let in by then since it was open again. */
  readonly startedAt: number
  readonly calls: number
  /** The pace at which it refused. */
  readonly rate: number
  readonly retryAfterMs: number | undefined
}

/** The pace after a refusal; the same as before where it is no news. */
export function refusedPace(pace: FleetPace, refusal: FleetPaceRefusal): FleetPace {
  const { now, startedAt, calls, rate, retryAfterMs = 0 } = refusal
  // What was under way when it refused is no news, unless it says to wait longer.
  if (now < pace.heldUntil) {
    const until = now + Math.min(retryAfterMs, LONGEST_HOLD_MS)
    return until <= pace.heldUntil + 250 ? pace : measured({ ...pace, heldUntil: until })
  }
  if (startedAt < pace.heldUntil - SKEW_MS) return pace
  const isClosed = calls < 1 || startedAt < pace.heldUntil + SKEW_MS
  const cycle = isClosed ? pace.cycle : { openedAt: pace.heldUntil, calls, rate, before: pace.rate }
  return measured(heldPace({ ...pace, cycle, inARow: isClosed ? pace.inARow + 1 : 1 }, refusal))
}

/** For as long as it says, unless it refused twice when that was over. */
function heldPace(pace: FleetPace, { now, rate, retryAfterMs }: FleetPaceRefusal): FleetPace {
  const { inARow } = pace
  const firstMs = Math.max(PAUSE_MS, 1000 / (pace.cycle?.rate ?? rate))
  const pauseMs = Math.min(firstMs * 2 ** (inARow - 1), LONGEST_PAUSE_MS)
  const isBelieved = retryAfterMs !== undefined && inARow <= 2
  const holdMs = Math.max(isBelieved ? 100 : pauseMs, Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  return { ...pace, heldUntil: now + holdMs, isTried: inARow > 1 || pace.rate === undefined }
}

/** With what was let in until it will be open again. */
function measured(pace: FleetPace): FleetPace {
  const { cycle, heldUntil } = pace
  return cycle === undefined ? pace : { ...pace, rate: measuredRate(cycle, heldUntil - cycle.openedAt) }
}

function measuredRate({ before, calls, rate }: z.infer<typeof Cycle>, ms: number): Rate {
  const lately = (1000 * Math.max(1, calls)) / Math.max(1, ms)
  if (before === undefined)
    return { estimate: Math.min(lately, rate), calls: Math.min(calls, FIRST_CALLS), isFirst: true }
  const isAnother = before.isFirst || (calls >= FEW_CALLS && Math.abs(lately / before.estimate - 1) > CHANGED)
  // Refused soon, it is known less well than it was.
  const earlier = isAnother ? 0 : Math.min(before.calls, 2 * calls)
  const all = calls + earlier
  const bears = all / (calls / lately + earlier / before.estimate)
  // It bears at least what it let in, and not what it refused.
  const step = Math.min((rate - bears) / 2, CHANGED * bears)
  // Where it rose to what it bears only in the end, little is known.
  const isFar = bears > before.estimate && rate > (1 + CHANGED) * bears
  // Of few calls one pause that was too long makes a wrong pace.
  const least = calls < FEW_CALLS ? before.estimate / 2 : 0
  return {
    estimate: Math.max(least, bears + step),
    calls: Math.min(isFar ? FEW_CALLS : MEMORY_CALLS, all),
    isFirst: false,
  }
}
