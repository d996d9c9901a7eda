import { z } from 'zod'
import { cubic } from '../../models/pace/cubic.ts'

/** From when on calls are counted, and how many there had been by then. */
const Count = z.object({ countedFrom: z.number(), countedAlready: z.number() })

/**
 * How fast a provider is asked by all workers together, in calls a second: a curve over time that changes when the provider
 * refuses. Times are milliseconds since 1970, of the database.
 */
export const FleetPace = z.object({
  /** Before this time nobody asks. */
  heldUntil: z.number(),
  /** From when on the curve rises. */
  since: z.number(),
  /** Refusals one upon the other, with hardly a call in between. */
  inARow: z.number(),
  ...Count.shape,
  /** The same at the refusal before, as far as it was no trial whether a server that refuses is open again. */
  before: Count,
  /** What it bears, as far as we know. */
  estimate: z.number().optional(),
  /** Whether it was not measured twice. */
  isGuess: z.boolean(),
  /** Whether it is from before the first refusal, and may have been saved up. */
  isFirst: z.boolean(),
})
export type FleetPace = z.infer<typeof FleetPace>

/** Before anything is known: so fast, and what a second makes of it. */
const START = 20
const GROWTH = 1.5
/** A guess is approached from so far below. */
const FROM_GUESS = 4
const FASTER = 3
const PROBE = 2
const PATIENT = 2
/** Below the estimate after a refusal, back at it after so long, beyond it faster and faster. */
const LEFT = 0.97
const BEYOND = 0.9
const BACK_AFTER_CALLS = 120
const SOONEST_BACK_MS = 12_000
const LATEST_BACK_MS = 40_000
const LOWEST = 0.01
/** Fewer calls between two refusals tell nothing of the pace. */
const FEW = 8
/** So many calls before the first refusal may have been saved up. */
const MANY = 50
const SHORT_MS = 10_000
/** An estimate that is measured again so closely is none to be doubted. */
const NEAR = 0.1
const AT_MOST = 1.2
const SURE_MS = 20_000
const PAUSE_MS = 500
const LONGER = 3
const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 15_000
const LONGEST_HOLD_MS = 300_000
/** It goes beyond what is asked for by so much. */
const BEYOND_USE = 3

export function startPace(now: number): FleetPace {
  const counted = { countedFrom: now, countedAlready: 0 }
  return { heldUntil: now, since: now, inARow: 0, ...counted, before: counted, isGuess: false, isFirst: false }
}

/** After nobody asked for a while: what is known stays, and is counted anew. */
export function resumedPace(
  pace: FleetPace,
  { now, admitted }: { readonly now: number; readonly admitted: number },
): FleetPace {
  const counted = { countedFrom: now, countedAlready: admitted }
  return { ...pace, since: Math.max(now, pace.heldUntil), ...counted, before: counted }
}

/** The pace at a time, when so many calls a second were made lately. */
export function rateAt(pace: FleetPace, now: number, lately: number): number {
  return Math.max(LOWEST, Math.min(curve(pace, now), Math.max(pace.estimate ?? START, BEYOND_USE * lately)))
}

function curve({ estimate, isGuess, isFirst, since, inARow }: FleetPace, now: number): number {
  const ms = Math.max(0, now - since)
  if (estimate === undefined) return START * GROWTH ** (ms / 1000)
  // Where it cost much to find it open again, it is tried less often.
  const back = backMs(estimate) * (inARow > 2 ? PATIENT : isGuess ? 1 / FASTER : 1)
  const known = cubic({ since, backMs: back, from: estimate, left: ms < back ? LEFT : BEYOND }, since + ms)
  if (inARow > 1) return Math.min(known, PROBE * 2 ** (ms / 1000))
  return isFirst ? Math.min(known, (estimate / FROM_GUESS) * 2 ** (ms / 1000)) : known
}

function backMs(rate: number): number {
  return Math.min(LATEST_BACK_MS, Math.max(SOONEST_BACK_MS, (1000 * BACK_AFTER_CALLS) / rate))
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
  // Some of what is heard of now was done before it was held the last time.
  const calls = Math.min(admitted - pace.countedAlready, (AT_MOST * rate * (now - pace.countedFrom)) / 1000)
  const inARow = calls < FEW ? pace.inARow + 1 : 1
  const pauseMs = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * LONGER ** (inARow - 1))
  // What it says of itself is worth less when it was not so twice.
  const holdMs = inARow > 2 ? Math.max(retryAfterMs ?? 0, pauseMs) : (retryAfterMs ?? pauseMs)
  const heldUntil = now + Math.min(Math.max(holdMs, SHORTEST_PAUSE_MS), LONGEST_HOLD_MS)
  if (now < pace.heldUntil) return heldLonger(pace, now + Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  const held = { ...pace, heldUntil, since: heldUntil, inARow }
  const counted = { countedFrom: heldUntil, countedAlready: admitted }
  // Still closed, which is a longer hold that nobody told us of.
  if (calls < FEW && pace.estimate !== undefined) {
    const ms = heldUntil - pace.before.countedFrom
    const measured = Math.max(LOWEST, (1000 * (admitted - pace.before.countedAlready)) / ms)
    const estimate = Math.min(pace.estimate, weighed(measured, pace.estimate, ms))
    return { ...held, ...counted, estimate, isFirst: pace.isFirst && ms < SURE_MS }
  }
  const { countedFrom, countedAlready } = pace
  const interval = { calls, ms: heldUntil - countedFrom, rate }
  return { ...held, ...counted, before: { countedFrom, countedAlready }, ...estimateFrom(pace, interval) }
}

/** What was under way when it refused is no news, unless it says to wait longer. */
function heldLonger(pace: FleetPace, until: number): FleetPace {
  return until > pace.heldUntil + 250 ? { ...pace, heldUntil: until, since: until, countedFrom: until } : pace
}

type Interval = { readonly calls: number; readonly ms: number; readonly rate: number }

/** Between the ends of two holds a bucket is as full as before, and a window as new: what it let in is what it bears. */
function estimateFrom(
  { estimate, isFirst }: FleetPace,
  { calls, ms, rate }: Interval,
): Pick<FleetPace, 'estimate' | 'isGuess' | 'isFirst'> {
  const measured = Math.max(LOWEST, (1000 * calls) / ms)
  if (estimate === undefined && ms >= SURE_MS) return { estimate: measured, isGuess: false, isFirst: false }
  if (estimate === undefined)
    return { estimate: Math.min(rate, Math.max(measured, 0.5 * rate)), isGuess: true, isFirst: calls > MANY }
  const isMore = measured > (1 + NEAR) * estimate
  // It bears at least what it let in, and not what it refused.
  const beyond = Math.max(0, rate - measured)
  const step =
    isMore || isFirst
      ? Math.min(0.5 * beyond, 0.3 * measured)
      : Math.min(0.4 * beyond, Math.max(0.06 * measured, 0.5 * (beyond - 0.15 * measured)))
  return {
    estimate: isFirst ? measured + step : weighed(measured + step, estimate, ms),
    isGuess: isMore,
    isFirst: false,
  }
}

/** What was counted for a short time only says less. */
function weighed(measured: number, estimate: number, ms: number): number {
  const weight = Math.max(0.4, Math.min(1, ms / SHORT_MS))
  return weight * measured + (1 - weight) * estimate
}
