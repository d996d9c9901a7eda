import { z } from 'zod'
import { QuotaState, toldRate } from '../../models/pace/quota-state.ts'

/** A time at which a server that had refused was open again, and how many calls it had let in ever by then. */
const Opening = z.object({ at: z.number(), admitted: z.number() })
type Opening = z.infer<typeof Opening>

/**
 * How fast a provider is asked by all workers together, in calls a second: a curve over time that changes when the provider
 * refuses. Times are milliseconds since 1970, of the database.
 *
 * What it bears is measured between two openings, as far apart as three minutes: by then a bucket is as full as it was and a
 * window as new, so what was let in between is what was allowed, whatever kind of quota it is. The more often that was the
 * same, the longer the pace stays there before more is tried.
 */
export const FleetPace = z.object({
  /** Before this time nobody asks. */
  heldUntil: z.number(),
  /** From when on the curve rises. */
  since: z.number(),
  /** Refusals one upon the other, with hardly a call in between. */
  inARow: z.number(),
  /** The oldest first; before any refusal there is the time at which counting began. */
  openings: z.tuple([Opening], Opening),
  /** What it bears, as far as we know. */
  estimate: z.number().optional(),
  /** Whether it is from before the first refusal, and may have been saved up. */
  isFirst: z.boolean(),
  /** So many times it was measured the same; every time doubles how long we stay. */
  sure: z.number(),
  /** What it says itself. */
  quota: QuotaState.optional(),
})
export type FleetPace = z.infer<typeof FleetPace>

/** Before anything is known: so fast, and what a second makes of it. */
const START = 20
const GROWTH = 1.5
/** A first estimate is approached from so far below, one of a server that was closed for long from here. */
const FROM_FIRST = 4
const FROM_CLOSED = 8
const PROBE = 2
/** Below the estimate after a refusal, back at it after so long, beyond it faster and faster. */
const LEFT = 0.97
const BEYOND = 0.9
const BACK_AFTER_CALLS = 120
const SOONEST_BACK_MS = 12_000
const LATEST_BACK_MS = 60_000
const LONGEST_MS = 180_000
/** What it may have allowed while it was held is asked for in so long. */
const MADE_UP_IN_MS = 30_000
const LOWEST = 0.01
/** So much is counted wrong when others have not said yet what they did: a refusal within that time says that it is closed. */
const UNHEARD_MS = 150
const AT_MOST = 1.2
const MANY = 50
/** Measured as close as this it is the same; refused at no more than this it was refused there. */
const NEAR = 0.1
const THERE = 1.15
const SUREST = 4
/** What was measured lately counts alone where it differs so much from what was measured for long. */
const CHANGED = 0.75
const SHORT_MS = 20_000
const SURE_MS = 8_000
const LEAST_SHARE = 0.25
/** A notice of PostgreSQL has at most 8,000 bytes. */
const MOST_OPENINGS = 12
const STEP = 0.05
const STEP_UP = 0.15
const PAUSE_MS = 500
const SHORTEST_HOLD_MS = 100
const LONGEST_PAUSE_MS = 8_000
const LONGEST_PAUSE_CALLS = 15
const LONGEST_HOLD_MS = 300_000
/** It goes beyond what is asked for by so much. */
const BEYOND_USE = 3

export function startPace(now: number): FleetPace {
  return { heldUntil: now, since: now, inARow: 0, openings: [{ at: now, admitted: 0 }], isFirst: false, sure: 0 }
}

/** After nobody asked for a while: what is known stays, and is counted anew. */
export function resumedPace(
  pace: FleetPace,
  { now, admitted }: { readonly now: number; readonly admitted: number },
): FleetPace {
  const since = Math.max(now, pace.heldUntil)
  return { ...pace, since, openings: [{ at: since, admitted }] }
}

/** The pace at a time, when so many calls a second were made lately. */
export function rateAt(pace: FleetPace, now: number, lately: number): number {
  const told = toldRate(pace.quota, now)
  if (told !== undefined && pace.estimate === undefined) return Math.max(LOWEST, told)
  const most = Math.min(Math.max(pace.estimate ?? START, BEYOND_USE * lately), told ?? Infinity)
  return Math.max(LOWEST, Math.min(curve(pace, now), most))
}

function curve(pace: FleetPace, now: number): number {
  const { estimate, isFirst, since, inARow, sure } = pace
  const ms = Math.max(0, now - since)
  if (estimate === undefined) return START * GROWTH ** (ms / 1000)
  const backMs = Math.min(LATEST_BACK_MS, Math.max(SOONEST_BACK_MS, (1000 * BACK_AFTER_CALLS) / estimate))
  // The curve of RFC 9438.
  const beyond = (ms / Math.min(LONGEST_MS, backMs * 2 ** sure) - 1) ** 3
  const madeUp = ms < MADE_UP_IN_MS ? (since - lastOf(pace).at) / MADE_UP_IN_MS : 0
  const known = estimate * (1 + (beyond < 0 ? 1 - LEFT : 1 - BEYOND) * beyond + madeUp)
  const doubled = 2 ** (ms / 1000)
  if (inARow > 1) return Math.min(known, Math.max(PROBE, estimate / FROM_CLOSED) * doubled)
  return isFirst ? Math.min(known, (estimate / FROM_FIRST) * doubled) : known
}

type Refusal = {
  readonly now: number
  /** How many calls it has let in ever, of all workers. */
  readonly admitted: number
  /** The pace at which it refused. */
  readonly rate: number
  readonly retryAfterMs: number | undefined
}

/** The pace after a refusal; the same as before where it is no news. */
export function refusedPace(pace: FleetPace, { now, admitted, rate, retryAfterMs }: Refusal): FleetPace {
  if (now < pace.heldUntil) return heldLonger(pace, now + Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  // Some of what is heard of now was done before it was held the last time.
  const calls = Math.min(admitted - lastOf(pace).admitted, (AT_MOST * rate * (now - pace.since)) / 1000)
  const isClosed = calls < Math.max(1, (rate * UNHEARD_MS) / 1000)
  const inARow = isClosed ? pace.inARow + 1 : 1
  const pauseMs = pauseAfter(inARow, pace.estimate ?? rate)
  // What it says of itself is worth less when it was not so twice.
  const isTold = retryAfterMs !== undefined && (inARow <= 2 || retryAfterMs >= pauseMs)
  const holdMs = Math.min(Math.max(isTold ? retryAfterMs : pauseMs, SHORTEST_HOLD_MS), LONGEST_HOLD_MS)
  const heldUntil = now + holdMs
  // A server that does not say when may open at any time until it is tried again.
  const opening = { at: isTold ? heldUntil : now + holdMs / 2, admitted }
  return { ...pace, heldUntil, since: heldUntil, inARow, ...measured(pace, { opening, rate, isClosed }) }
}

/** What was under way when it refused is no news, unless it says to wait longer. */
function heldLonger(pace: FleetPace, until: number): FleetPace {
  if (until <= pace.heldUntil + 250) return pace
  const openings = withNext(pace.openings.slice(0, -1), { at: until, admitted: lastOf(pace).admitted })
  return { ...pace, heldUntil: until, since: until, openings }
}

function pauseAfter(inARow: number, estimate: number): number {
  const first = Math.max(PAUSE_MS, 1000 / estimate)
  return Math.min(Math.max(LONGEST_PAUSE_MS, (1000 * LONGEST_PAUSE_CALLS) / estimate), first * 2 ** (inARow - 1))
}

type Measurement = { readonly opening: Opening; readonly rate: number; readonly isClosed: boolean }

function measured(
  { estimate, isFirst, sure, openings }: FleetPace,
  { opening, rate, isClosed }: Measurement,
): Pick<FleetPace, 'estimate' | 'isFirst' | 'sure' | 'openings'> {
  const [begin] = openings
  if (estimate === undefined || (isFirst && isClosed))
    return { estimate: firstEstimate(begin, opening, rate), isFirst: true, sure: -1, openings: [begin, opening] }
  // Still closed, which is one longer hold that nobody told us of; what was let in before any refusal may have been saved up.
  const before = isClosed && openings.length > 1 ? openings.slice(0, -1) : isFirst ? openings.slice(-1) : openings
  const { since, bears } = whatCounts(before, opening)
  const next = { isFirst: false, openings: withNext(since, opening) }
  // What others have not said yet may make it look like nothing: it is halved at most.
  const least = 0.5 * estimate
  if (isClosed) return { ...next, estimate: Math.max(least, Math.min(estimate, bears)), sure: Math.max(1, sure) }
  // It bears at least what it let in, and not what it refused.
  const isSame = Math.abs(bears / estimate - 1) < NEAR
  const calls = opening.admitted - (since[0] ?? begin).admitted
  const isLong = opening.at - (openings.at(-1) ?? begin).at >= SHORT_MS
  const isThere = rate < THERE * estimate
  const most = bears * (isThere ? Math.max(STEP, 2 / calls) : STEP_UP)
  const step = Math.min(0.5 * Math.max(0, rate - bears), most)
  return {
    ...next,
    estimate: Math.max(least, bears + step),
    sure: isSame ? Math.min(SUREST, isThere && isLong ? sure + 1 : sure) : bears > estimate ? -1 : 0,
  }
}

/** In the first seconds nobody has said yet what they did, so few calls may have been more. */
function firstEstimate(begin: Opening, opening: Opening, rate: number): number {
  const bears = between(begin, opening)
  return opening.admitted - begin.admitted < MANY ? Math.max(bears, Math.min(0.5 * rate, START)) : bears
}

/**
 * Counted is since the oldest opening of the last minutes; where it was another pace before, since that of the last seconds,
 * which counts the more the longer ago it is.
 */
function whatCounts(openings: readonly Opening[], opening: Opening) {
  const since = openings.filter(({ at }, index) => at > opening.at - LONGEST_MS || index === openings.length - 1)
  const last = since.filter(({ at }, index) => at > opening.at - SHORT_MS || index >= since.length - 2)
  const [long = LOWEST, lately = LOWEST] = [...since.slice(0, 1), ...last.slice(0, 1)].map((from) =>
    between(from, opening),
  )
  const share = Math.min(1, Math.max(LEAST_SHARE, (opening.at - (last[0]?.at ?? opening.at)) / SURE_MS))
  const isChanged = lately < CHANGED * long || long < CHANGED * lately
  const bears = Math.max(LOWEST, isChanged ? share * lately + (1 - share) * long : long)
  return {
    bears,
    since: isChanged && share === 1 ? last : since.length > MOST_OPENINGS ? since.toSpliced(1, 1) : since,
  }
}

/** Calls a second. */
function between(from: Opening, to: Opening): number {
  return (1000 * (to.admitted - from.admitted)) / (to.at - from.at)
}

function withNext(openings: readonly Opening[], next: Opening): FleetPace['openings'] {
  const [first, ...others] = openings
  return first === undefined ? [next] : [first, ...others, next]
}

function lastOf({ openings }: FleetPace): Opening {
  return openings.at(-1) ?? openings[0]
}
