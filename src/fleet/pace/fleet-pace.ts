import { z } from 'zod'
import { QuotaState, toldRate } from '../../models/pace/quota-state.ts'
import { CHANGED, FEW_CALLS, MEMORY_CALLS, Rate, SHARE, START, curve, measuredRate } from './rate.ts'
import { ReopenedWindow, Window, nextTry, periodBetween, sureOpening } from './window.ts'

/**
 * How fast a provider is asked by all workers together. Times are milliseconds since 1970, of the database; calls are all that
 * were ever let in.
 *
 * Everything is measured from one time at which it let calls in again to the next: whatever kind of quota it is, it will let
 * the same in again. Where it was closed only for a moment in between, that is a rate, and calls follow each other evenly.
 * Where it was closed for longer, it is a window: its calls are made at once, and then nobody asks until it is over.
 */
export const FleetPace = z.object({
  /** Before this time nobody asks; then it is taken to be open. */
  heldUntil: z.number(),
  /** The calls before that. */
  counted: z.number(),
  /** Since when it is closed, or was the last time; when that was said last, and the last time at which it surely was. */
  closedAt: z.number(),
  heldAt: z.number(),
  triedAt: z.number(),
  /** Refusals one upon the other, with no call in between. */
  inARow: z.number(),
  /** Whether one call finds out if it is open. */
  isTried: z.boolean(),
  /** Whether it refuses again when it said to come back. */
  lies: z.boolean(),
  /** The time before at which it was open again, since which is counted. */
  opened: ReopenedWindow,
  rate: Rate.optional(),
  window: Window.optional(),
  /** What it says itself. */
  quota: QuotaState.optional(),
})
export type FleetPace = z.infer<typeof FleetPace>

/** It is never asked more seldom, whatever was measured. */
const LOWEST = 0.01
/** Without a word from the server: so long, and twice as long each time. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const LONGEST_HOLD_MS = 300_000
/** What is closed for so long is a window; times are told in whole seconds. */
const LONG_MS = 2500
/** A window in which it refused so often for a moment is none. */
const MOST_EARLY = 3
/** It goes beyond what is asked for by so much. */
const BEYOND_USE = 3
/** How well clocks agree, and how soon a refusal is known of, and everything that workers did. */
const SKEW_MS = 50
export const TRIED_EVERY_MS = 300
export const SETTLED_MS = 1500
/** Times are given away so far ahead. */
export const HORIZON_MS = 2500

export function startPace(now: number): FleetPace {
  return {
    heldUntil: now,
    counted: 0,
    closedAt: now,
    heldAt: now,
    triedAt: now,
    inARow: 0,
    isTried: false,
    lies: false,
    opened: { from: now, at: now, admitted: 0 },
  }
}

/** After nobody asked for a while: what is known stays, and is counted anew; when a window began nobody knows. */
export function resumedPace(pace: FleetPace, { now, admitted }: Count): FleetPace {
  const heldUntil = Math.max(now, pace.heldUntil)
  const triedAt = heldUntil - (pace.window?.ms ?? 0)
  return { ...pace, heldUntil, counted: admitted, triedAt, window: pace.window && { ...pace.window, isOver: true } }
}

/** The pace at a time, in calls a second, when so many were made lately. */
export function rateAt({ rate, window, heldUntil, quota }: FleetPace, now: number, lately: number): number {
  const told = toldRate(quota, now)
  if (window !== undefined) return Math.min(windowRate(window), told ?? Infinity)
  if (told !== undefined && rate === undefined) return Math.max(LOWEST, told)
  const ms = Math.max(0, now - heldUntil)
  const most = Math.max(START, rate?.estimate ?? 0, BEYOND_USE * lately)
  return Math.max(LOWEST, Math.min(curve(rate, ms), most, told ?? Infinity))
}

/** Its calls are made in the first half of it at the latest. */
function windowRate({ calls, ms }: Window): number {
  return Math.max(START, ms === undefined || ms < LONG_MS ? 0 : (2000 * calls) / ms)
}

/** Up to how many calls may be let in, as far as that is known. */
export function mostAdmitted({ window, counted, opened }: FleetPace): number | undefined {
  const since = window?.isOver === true ? counted : opened.admitted
  // What was let in since somebody began to count may be of two windows.
  if (window === undefined || window.isGuess) return undefined
  return since + callsOf({ opened: { admitted: since }, window })
}

/** Those of a window, and some beyond where it has not refused any for long. */
function callsOf({
  opened,
  window,
}: {
  opened: Pick<ReopenedWindow, 'admitted'>
  window?: Window | undefined
}): number {
  const { calls = 0, knownBy = 0, refusedWith = 0, beyond = 0 } = window ?? {}
  return opened.admitted + calls - refusedWith >= Math.min(MEMORY_CALLS, knownBy) ? calls + beyond : calls
}

type FleetPaceDetails = Count & {
  /** When that was counted, and up to when times were given. */
  readonly toldAt: number
  readonly givenUntil: number
}

type Count = { readonly now: number; readonly admitted: number }

/** The pace after what workers did, when a window is used up or over; the same as before where there is nothing new. */
export function countedPace(pace: FleetPace, { now, admitted, toldAt, givenUntil }: FleetPaceDetails): FleetPace {
  if (pace.window === undefined) return pace
  if (now < pace.heldUntil) return settledPace(pace, { now: toldAt, admitted })
  if (now < givenUntil || now < pace.heldUntil + TRIED_EVERY_MS || admitted <= pace.counted) return pace
  const open = reopened(pace)
  const { opened, window } = open
  if (window === undefined || window.isGuess) return pace
  if (pace.window.isGuess) return open
  if (now >= sureOpening(open)) return nextWindow(open, { now, admitted })
  // Times that some have no use for come back, and others take them.
  const isUsed = now >= givenUntil + Math.min(2 * SETTLED_MS, (window.ms ?? Infinity) / 4)
  if (admitted - opened.admitted < callsOf(open) || !isUsed) return pace
  return {
    ...open,
    ...(nextTry(open, now) ?? { heldUntil: now, isTried: true }),
    counted: admitted,
    closedAt: now,
    heldAt: now,
    triedAt: now,
    inARow: 0,
    window: {
      ...window,
      calls: callsOf(open),
      beyond: 2 * (callsOf(open) - window.calls) || 1,
      isOver: true,
      early: 0,
    },
  }
}

/** Soon after it was held all have said what they did before. */
function settledPace(pace: FleetPace, { now, admitted }: Count): FleetPace {
  const { window, heldAt, heldUntil, counted, opened } = pace
  if (window?.isOver !== true || admitted === counted) return pace
  if (now < heldAt + SETTLED_MS || now > heldUntil - HORIZON_MS) return pace
  const isRefused = window.refusedWith === counted
  const calls = Math.max(1, admitted - opened.admitted)
  return { ...pace, counted: admitted, window: isRefused ? { ...window, calls, refusedWith: admitted } : window }
}

/** One that was not used up. */
function nextWindow(pace: FleetPace, { now, admitted }: Count): FleetPace {
  const { opened } = pace
  const ms = sureOpening(pace) - opened.at
  const later = Math.floor((now - opened.at) / ms) * ms
  return { ...pace, opened: { from: opened.from + later, at: opened.at + later, admitted } }
}

type FleetPaceRefusal = {
  readonly now: number
  /** When the call began that was refused, and how many had been let in ever by then, of all workers. */
  readonly startedAt: number
  readonly admitted: number
  /** Those of them since it was open again. */
  readonly calls: number
  /** The pace at which it refused. */
  readonly rate: number
  readonly retryAfterMs: number | undefined
}

/** The pace after a refusal; the same as before where it is no news. */
export function refusedPace(pace: FleetPace, refusal: FleetPaceRefusal): FleetPace {
  const { now, startedAt, admitted, calls, retryAfterMs } = refusal
  // What was under way when it refused is no news, unless it says to wait longer.
  if (now < pace.heldUntil) return heldLonger(pace, now, now + Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  if (startedAt < pace.heldUntil - SKEW_MS) return pace
  const isClosed = calls < 1 || startedAt < pace.heldUntil + SKEW_MS
  const before = isClosed ? pace : { ...reopened(pace), closedAt: startedAt, counted: admitted }
  const isUsedUp = isAlmostUsed(before)
  const held = heldPace({ ...before, inARow: isClosed ? pace.inARow + 1 : 1 }, refusal, isUsedUp)
  if (isUsedUp || held.heldUntil - held.closedAt >= LONG_MS) return closedPace(held)
  if (isClosed) return held
  if (held.window !== undefined) return refusedEarly(held, held.heldUntil - now)
  const ms = held.heldUntil - held.opened.at
  return { ...held, rate: measuredRate(held.rate, { calls, ms, rate: refusal.rate }) }
}

function isAlmostUsed({ window, opened, counted }: FleetPace): boolean {
  if (window === undefined || window.isOver || window.isGuess) return false
  return counted >= opened.admitted + (1 - SHARE) * window.calls
}

/** For as long as it says, if that was so before, or until a window should be over. */
function heldPace(pace: FleetPace, refusal: FleetPaceRefusal, isUsedUp: boolean): FleetPace {
  const { now, startedAt, retryAfterMs } = refusal
  const pauseMs = pauseAfter(pace, refusal)
  const lies = pace.lies || (pace.inARow > 2 && retryAfterMs !== undefined && retryAfterMs < pauseMs)
  const isTold = retryAfterMs !== undefined && !lies
  const holdMs = Math.max(isTold ? 100 : pauseMs, Math.min(retryAfterMs ?? 0, LONGEST_HOLD_MS))
  const isWaiting = pace.window?.isOver === true && !isTold
  const planned = isWaiting || (isUsedUp && holdMs < LONG_MS) ? nextTry(pace, now + holdMs) : undefined
  const next = planned ?? { heldUntil: now + holdMs, isTried: isUnsure(pace, isTold, holdMs) }
  const triedAt = isTold ? Math.max(startedAt, next.heldUntil - 1000) : startedAt
  return { ...pace, ...next, heldAt: now, triedAt, lies }
}

/** Without a word: twice as long each time. */
function pauseAfter({ inARow, rate: known }: FleetPace, { rate }: FleetPaceRefusal): number {
  const firstMs = Math.max(PAUSE_MS, 1000 / (known?.estimate ?? rate))
  return Math.min(firstMs * 2 ** (inARow - 1), LONGEST_PAUSE_MS)
}

/** Whether it may still be closed then, as far as we know. */
function isUnsure({ inARow, rate, window }: FleetPace, isTold: boolean, holdMs: number): boolean {
  if (inARow > 1) return true
  if (!isTold) return rate === undefined || rate.isFirst
  return rate === undefined && window === undefined && holdMs < LONG_MS
}

function heldLonger(pace: FleetPace, now: number, until: number): FleetPace {
  if (until <= pace.heldUntil + 250) return pace
  const held = { ...pace, heldUntil: until, heldAt: now, triedAt: until - 1000 }
  return until - pace.closedAt >= LONG_MS ? closedPace(held) : held
}

/** It has let calls in again since it was held. */
function reopened(pace: FleetPace): FleetPace {
  const { window, heldUntil, counted } = pace
  if (window?.isOver === false) return pace
  const soonest = window === undefined || window.isGuess ? 0 : pace.opened.from + (window.ms ?? 0)
  const opened = { from: Math.min(heldUntil, Math.max(pace.triedAt, soonest)), at: heldUntil, admitted: counted }
  return { ...pace, opened, window: window && { ...periodBetween(window, pace.opened, opened), isOver: false } }
}

/** What was let in since it was open is what a window has. */
function closedPace(pace: FleetPace): FleetPace {
  const { window: before, counted, opened } = pace
  if (before?.isOver === true) return pace
  const calls = Math.max(1, counted - opened.admitted)
  const isAnother = before === undefined || Math.abs(calls / before.calls - 1) > CHANGED
  const knownBy = isAnother ? calls : before.knownBy + counted - before.refusedWith
  const { ms, isGuess, least } = isAnother ? { ms: undefined, isGuess: true, least: 0 } : before
  const window = { calls, knownBy, ms, isGuess, least, isOver: true, early: 0, beyond: 1, refusedWith: counted }
  return { ...pace, window }
}

/** For a moment: where it slides, what was let in before comes later by that. */
function refusedEarly(pace: FleetPace, ms: number): FleetPace {
  const { window, opened, counted } = pace
  if (window === undefined) return pace
  const early = window.early + 1
  const laterMs = ms + SETTLED_MS
  if (early < MOST_EARLY)
    return {
      ...pace,
      opened: { ...opened, from: opened.from + laterMs, at: opened.at + laterMs },
      window: { ...window, early },
    }
  const calls = window.ms === undefined ? counted - opened.admitted : window.calls
  const estimate = (1000 * calls) / Math.max(1000, window.ms ?? pace.heldUntil - opened.at)
  const rate = pace.rate ?? (calls < FEW_CALLS ? undefined : { estimate, calls, isFirst: true })
  return { ...pace, window: undefined, rate: rate && { ...rate, isFirst: true } }
}
