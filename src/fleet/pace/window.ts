import { z } from 'zod'

/** A server was open again between two times, after so many calls. */
export const ReopenedWindow = z.object({ from: z.number(), at: z.number(), admitted: z.number() })
export type ReopenedWindow = z.infer<typeof ReopenedWindow>

/** A quota that is renewed from time to time. */
export const Window = z.object({
  /** What it lets in from one opening to the next. */
  calls: z.number(),
  /** By so many calls. */
  knownBy: z.number(),
  /** How long that is, if it is known or, as long as only one opening was seen, guessed. */
  ms: z.number().optional(),
  isGuess: z.boolean(),
  /** It is longer than this. */
  least: z.number(),
  /** Whether it is used up, or closed for another reason. */
  isOver: z.boolean(),
  /** How often it refused for a moment since it was open. */
  early: z.number(),
  /** How many calls more are tried, where it has not refused any since so many. */
  beyond: z.number(),
  refusedWith: z.number(),
})
export type Window = z.infer<typeof Window>

/** A window is waited for this much longer than it is: clocks differ, and one that slides lets in what was let in before. */
const SAFETY = 1.005
/** When it opens is known as well as this. */
const EXACT_MS = 2000

/** What two openings say of the time between. */
export function periodBetween(window: Window, before: ReopenedWindow, opened: ReopenedWindow): Window {
  if (window.ms === undefined) return { ...window, ms: Math.max(0, opened.from - before.at) }
  // Whoever tried it was alone for a while, and what slides is open later for the others.
  const aloneMs = Math.min(EXACT_MS, before.at - before.from)
  const least = Math.max(window.least, opened.from - before.at - aloneMs)
  const most = opened.at - before.from
  const isKnown = !window.isGuess && window.ms > least && window.ms <= most
  const ms = isKnown ? window.ms : Math.max(1000, roundest(least, most))
  return { ...window, isGuess: false, ms, least: Math.min(least, most) }
}

type WindowOpening = { readonly window?: Window | undefined; readonly opened: ReopenedWindow }

/** When it is over, if it is as long as is believed. */
export function sureOpening({ window, opened }: WindowOpening): number {
  return opened.at + SAFETY * (window?.ms ?? 0)
}

type Tried = { readonly heldUntil: number; readonly isTried: boolean }

/** When it is asked next: when it is over, and before that in the middle of the time at which it may be. */
export function nextTry({ window, opened }: WindowOpening, after: number): Tried | undefined {
  const { ms = 0, isGuess = true, least = 0 } = window ?? {}
  const sure = sureOpening({ window, opened })
  const isVague = opened.at - opened.from > EXACT_MS
  const sooner = isVague
    ? [(opened.from + opened.at) / 2 + ms]
    : shorter(least, ms).map((soon) => opened.at + SAFETY * soon)
  const tries = isGuess ? [sure] : [...sooner, sure]
  const next = tries.find((at) => at > after)
  if (next !== undefined) return { heldUntil: next, isTried: isGuess || next < sure }
  if (!isGuess) return undefined
  const elapsed = after - opened.at
  return { heldUntil: opened.at + SAFETY * roundest(1.1 * elapsed, 1.5 * elapsed), isTried: true }
}

/** It may be a shorter one of which every second or third opening was seen. */
function shorter(least: number, ms: number): readonly number[] {
  const soon = roundest(Math.max(least, ms / 4), 0.9 * ms)
  return soon < 0.9 * ms && (soon % 5000 === 0 || ms < 5000) ? [soon] : []
}

/** The roundest number of seconds between two times: most windows are a minute, and the others 10 s or 30. */
function roundest(least: number, most: number): number {
  const rounded = [3_600_000, 60_000, 30_000, 10_000, 5000, 1000].map((unit) => unit * (Math.floor(least / unit) + 1))
  return rounded.find((ms) => ms <= most) ?? (least + most) / 2
}
