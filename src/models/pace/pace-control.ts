export type PaceOptions = {
  /** How many calls at once in the beginning. */
  readonly start?: number
  /** How many at once at most; as many as in the beginning where that is more. */
  readonly max?: number
  /** Nobody is held back longer than this, whatever the server asks for; the retries give up before. */
  readonly maxHoldMs?: number
  /** How long a call takes, until one was answered. */
  readonly latencyMs?: number
}

/**
 * How many calls a server bears, learned from what it answers. Times are milliseconds of any one clock.
 *
 * Up to the first refusal the limit grows fourfold with every round of answers. A refusal cuts it by a share; then it comes back
 * to where it was refused, stays near it, and goes beyond it faster and faster: the cubic curve of RFC 9438. The limit may be a
 * fraction: quotas of few calls a minute are below 1. A server that refuses whatever comes is tried by one call at a time and
 * more and more seldom, and asked as before when it answers again.
 */
export interface PaceControl {
  readonly limit: number
  /** Before this time nothing may start. */
  readonly heldUntil: number
  /** How long a place stays empty after a call, so that a limit between two whole numbers is kept on average. */
  readonly restMs: number
  /** `full`: the limit was made use of. */
  answered(call: { readonly startedAt: number; readonly now: number; readonly full: boolean }): void
  refused(call: { readonly startedAt: number; readonly now: number; readonly retryAfterMs?: number }): void
}

/** What is left of the limit after a refusal where the last one was or beyond, and after one that shows that we are far off. */
const LEFT_NEAR = 0.85
const LEFT_FAR = 0.6
/** What every answer adds before the first refusal. */
const GROWTH = 3
/** After so many answers the limit is back at where it was refused: a slow server is not tried more often than a fast one. */
const BACK_AFTER_CALLS = 80
const SOONEST_BACK_MS = 5_000
const LATEST_BACK_MS = 30_000
const SMALLEST_LIMIT = 0.02
/** After so many refusals with no answer in between the server is closed, which says nothing of the pace. */
const CLOSED_AFTER = 3
const CLOSED_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

/** What a refusal did: from when on we come back and how long that takes, the limit before, and the share that was left. */
type Cut = {
  readonly since: number
  readonly backMs: number
  readonly from: number
  readonly left: number
}

export function paceControl({
  start = 16,
  max = 64,
  maxHoldMs = 300_000,
  latencyMs: assumedMs = 0,
}: PaceOptions = {}): PaceControl {
  const most = Math.max(start, max)
  let limit = start
  let cut: Cut | undefined
  let refusedAt = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let latencyMs = 0
  let refusalsInARow = 0

  return {
    get limit() {
      // One call finds out whether it is closed.
      return refusalsInARow < CLOSED_AFTER - 1 ? limit : Math.min(1, limit)
    },
    get heldUntil() {
      return heldUntil
    },
    get restMs() {
      return cut === undefined ? 0 : latencyMs * (Math.ceil(limit) / limit - 1)
    },

    answered({ startedAt, now, full }) {
      latencyMs = latencyMs === 0 ? now - startedAt : 0.9 * latencyMs + 0.1 * (now - startedAt)
      // What began before the limit was cut says nothing about the limit as it is.
      if (startedAt < refusedAt) return
      refusalsInARow = 0
      if (full) limit = Math.min(most, cut === undefined ? limit + GROWTH : Math.max(limit, cubic(cut, now)))
    },

    refused({ startedAt, now, retryAfterMs }) {
      const isNews = startedAt >= refusedAt
      if (isNews) refusalsInARow += 1
      const isClosed = refusalsInARow >= CLOSED_AFTER
      // Without a word from the server we let the time of one call pass, and longer the more often it refuses.
      const callMs = (latencyMs || assumedMs) / limit
      const firstMs = isClosed && callMs > 0 ? Math.max(callMs, CLOSED_PAUSE_MS) : callMs
      const pauseMs = Math.min(firstMs * 2 ** (refusalsInARow - 1), Math.max(callMs, LONGEST_PAUSE_MS))
      // What it says is worth less where it was not so before.
      const holdMs = isClosed ? Math.max(pauseMs, retryAfterMs ?? 0) : (retryAfterMs ?? pauseMs)
      heldUntil = Math.max(heldUntil, now + Math.min(holdMs, maxHoldMs))
      if (!isNews) return
      refusedAt = now
      // A long hold ends a window of the server's quota: what comes right after it says little about the pace.
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

/** Back at `from` after `backMs`, near it for a while, and beyond it faster and faster: the curve of RFC 9438. */
function cubic(
  {
    since,
    backMs,
    from,
    left,
  }: { readonly since: number; readonly backMs: number; readonly from: number; readonly left: number },
  now: number,
): number {
  return from * (1 + (1 - left) * ((now - since) / backMs - 1) ** 3)
}
