import type { Limiter } from '../../core/index.ts'
import { limiterOn, type LimiterClock } from './limiter-on.ts'

export type AdaptiveLimit = Limiter & {
  readonly limit: number
  readonly running: number
  readonly waiting: number
}

export type AdaptiveLimitOptions = PaceOptions & LimiterClock

/** Limits concurrent calls to what the server can take, as `paceControl` learns it. */
export function adaptiveLimit(options: AdaptiveLimitOptions = {}): AdaptiveLimit {
  const { now = () => performance.now() } = options
  const control = paceControl(options)
  let running = 0
  // Times at which resting places become free again.
  let resting: readonly number[] = []

  const line = limiterOn(
    {
      take() {
        const current = now()
        if (current < control.heldUntil) return control.heldUntil - current
        resting = resting.filter((until) => until > current)
        if (running >= Math.ceil(control.limit)) return Infinity
        if (running + resting.length >= Math.ceil(control.limit)) return Math.min(...resting) - current
        running += 1
        return 0
      },

      ended({ startedAt, waiting, outcome }) {
        const isFull = waiting > 0 || running >= Math.floor(control.limit)
        running -= 1
        if (control.restMs > 0) resting = [...resting, now() + control.restMs]
        if (outcome.status === 'answered') control.answered({ startedAt, now: now(), isFull })
        if (outcome.status === 'refused') control.refused({ startedAt, now: now(), retryAfterMs: outcome.retryAfterMs })
      },
    },
    options,
  )

  return {
    acquire: line.acquire,
    get limit() {
      return control.limit
    },
    get running() {
      return running
    },
    get waiting() {
      return line.waiting
    },
  }
}

type PaceOptions = {
  readonly start?: number
  /** The greatest number of concurrent calls; never below `start`. */
  readonly max?: number
  /** The assumed duration of a call until the first one is answered. */
  readonly latencyMs?: number
}

/** The share of the limit that a refusal leaves, near the limit of the last refusal and far off it. */
const LEFT_NEAR = 0.85
const LEFT_FAR = 0.6
/** Each answer before the first refusal adds this to the limit. */
const GROWTH = 3
/** After this many answers the limit is back, so that a slow server is not tried more often than a fast one. */
const BACK_AFTER_CALLS = 80
const SOONEST_BACK_MS = 5_000
const LATEST_BACK_MS = 30_000
const SMALLEST_LIMIT = 0.02
/** A server that refuses this often without an answer is closed; its refusals then say nothing about the pace. */
const CLOSED_AFTER = 3
const CLOSED_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** No server may ask for a longer hold. The retries give up before. */
const LONGEST_HOLD_MS = 300_000

type EndedCall = { readonly startedAt: number; readonly now: number }

type Cut = {
  readonly since: number
  readonly backMs: number
  readonly from: number
  readonly left: number
}

/**
 * Learns from a server's answers how many concurrent calls it can take. Times are milliseconds of any one clock.
 *
 * Until the first refusal the limit grows fourfold with every round of answers. A refusal cuts it by a share; then it
 * returns to the limit of the refusal, stays near it, and grows beyond it faster and faster: the cubic curve of RFC
 * 9438. The limit may be a fraction, because quotas of few calls a minute need less than 1. A server that refuses every
 * call is tried with one call at a time, less and less often, until it answers again.
 */
function paceControl({ start = 16, max = 64, latencyMs: assumedMs = 0 }: PaceOptions) {
  const most = Math.max(start, max)
  let limit = start
  let cut: Cut | undefined
  let refusedAt = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let latencyMs = 0
  let refusalsInARow = 0

  return {
    get limit() {
      // A single call suffices to find out whether the server is closed.
      return refusalsInARow < CLOSED_AFTER - 1 ? limit : Math.min(1, limit)
    },
    get heldUntil() {
      return heldUntil
    },
    /** Milliseconds for which a place stays empty after a call, so that a fractional limit is kept on average. */
    get restMs() {
      return cut === undefined ? 0 : latencyMs * (Math.ceil(limit) / limit - 1)
    },

    answered({ startedAt, now, isFull }: EndedCall & { readonly isFull: boolean }) {
      latencyMs = latencyMs === 0 ? now - startedAt : 0.9 * latencyMs + 0.1 * (now - startedAt)
      // A call that started before the limit was cut says nothing about the current limit.
      if (startedAt < refusedAt) return
      refusalsInARow = 0
      if (isFull) limit = Math.min(most, cut === undefined ? limit + GROWTH : Math.max(limit, cubic(cut, now)))
    },

    refused({ startedAt, now, retryAfterMs }: EndedCall & { readonly retryAfterMs: number | undefined }) {
      const isNews = startedAt >= refusedAt
      if (isNews) refusalsInARow += 1
      const isClosed = refusalsInARow >= CLOSED_AFTER
      // Without a Retry-After the pause is the time of one call, and doubles with each refusal.
      const callMs = (latencyMs || assumedMs) / limit
      const firstMs = isClosed && callMs > 0 ? Math.max(callMs, CLOSED_PAUSE_MS) : callMs
      const pauseMs = Math.min(firstMs * 2 ** (refusalsInARow - 1), Math.max(callMs, LONGEST_PAUSE_MS))
      // A closed server's Retry-After was wrong before, so it cannot shorten the pause.
      const holdMs = isClosed ? Math.max(pauseMs, retryAfterMs ?? 0) : (retryAfterMs ?? pauseMs)
      heldUntil = Math.max(heldUntil, now + Math.min(holdMs, LONGEST_HOLD_MS))
      if (!isNews) return
      refusedAt = now
      // A long hold ends a window of the server's quota, and the first answers after it say little about the pace.
      const since = heldUntil + (heldUntil - now) / 2
      if (isClosed && cut !== undefined) {
        cut = { ...cut, since }
        return
      }
      const left = cut !== undefined && limit > 0.97 * cut.from ? LEFT_NEAR : LEFT_FAR
      const backMs = Math.min(Math.max((BACK_AFTER_CALLS * latencyMs) / limit, SOONEST_BACK_MS), LATEST_BACK_MS)
      cut = { since, backMs, from: limit, left }
      limit = Math.max(SMALLEST_LIMIT, left * limit)
    },
  }
}

/** Returns to `from` after `backMs`, stays near it, and grows beyond it faster and faster: the curve of RFC 9438. */
function cubic({ since, backMs, from, left }: Cut, now: number): number {
  return from * (1 + (1 - left) * ((now - since) / backMs - 1) ** 3)
}
