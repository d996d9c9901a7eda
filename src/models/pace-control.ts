export type PaceOptions = {
  /** How many calls at once in the beginning. */
  readonly start?: number
  /** How many at once at most. */
  readonly max?: number
  /** Nobody is held back longer than this, whatever the server asks for; the retries give up before. */
  readonly maxHoldMs?: number
}

/**
 * How many calls a server bears, learned from what it answers. Times are milliseconds of any one clock.
 *
 * Up to the first refusal the limit doubles with every round of answers. A refusal names a ceiling: the limit falls, comes
 * back to just under the ceiling, and goes beyond it only now and then, more seldom each time that this is refused (CUBIC,
 * RFC 9438, does the same to networks). The limit may be a fraction: quotas of few calls a minute are below 1.
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

/** The share of the ceiling at which we stay. */
const CRUISE = 0.95
/**
 * After a refusal, what is left of the limit, and what we then take for the ceiling. A probe was refused where we expected
 * it; a surprise came where we thought that we were safe; one surprise after the other means that we are far off.
 */
const AFTER_SURPRISE = { limit: 0.8, ceiling: 0.9 }
const AFTER_SURPRISES = { limit: 0.6, ceiling: 0.75 }
const PROBE_CUT = 0.9
/** A probe that got further than this used up quota that had gathered before; the ceiling moves to what was kept up. */
const PROBE_STEP = 1.1
/** A ceiling that rises by so much is not the one that we knew. */
const NEWS = 1.2
const KEPT_UP = 0.9
const SUSTAINED_MS = 3_000
/** Every probe costs a refusal, and one in so many answers is what we are willing to pay. */
const ANSWERS_PER_PROBE = 200
const PROBE_GROWTH_PER_SECOND = 0.08
const SMALLEST_LIMIT = 0.02
const RECOVERY_MS = 1_500
const CALM_MS = 2_000
const LONGEST_PATIENCE_MS = 30_000
const SHORTEST_HOLD_MS = 250

export function paceControl(options: PaceOptions = {}): PaceControl {
  const { start = 8, max = 64, maxHoldMs = 300_000 } = options
  let limit = Math.min(start, max)
  let ceiling: number | undefined
  let heldUntil = Number.NEGATIVE_INFINITY
  let cutAt = Number.NEGATIVE_INFINITY
  let calmUntil = Number.NEGATIVE_INFINITY
  let patienceMs = CALM_MS
  let latencyMs = 0
  // The limit as it was of late, on average.
  let sustained = limit
  let lastAnswerAt = Number.NEGATIVE_INFINITY
  let refusalsInARow = 0
  let surprises = 0

  return {
    get limit() {
      return limit
    },
    get heldUntil() {
      return heldUntil
    },
    get restMs() {
      return ceiling === undefined ? 0 : latencyMs * (Math.ceil(limit) / limit - 1)
    },

    answered({ startedAt, now, full }) {
      latencyMs = latencyMs === 0 ? now - startedAt : 0.9 * latencyMs + 0.1 * (now - startedAt)
      sustained += (limit - sustained) * Math.min(1, (now - lastAnswerAt) / SUSTAINED_MS)
      lastAnswerAt = now
      // What began before the limit was cut says nothing about the limit as it is.
      if (startedAt < cutAt) return
      refusalsInARow = 0
      if (full) limit = Math.min(max, limit + growth(now))
    },

    refused({ startedAt, now, retryAfterMs }) {
      // Without a word from the server we let the time of one call pass.
      const holdMs = retryAfterMs ?? Math.min(latencyMs / limit, 5_000)
      heldUntil = Math.max(heldUntil, now + Math.min(holdMs, maxHoldMs))
      if (startedAt < cutAt) return
      refusalsInARow += 1
      if (refusalsInARow === 1) cut(now)
      else pause(now, retryAfterMs)
      cutAt = now
    },
  }

  // What one answer adds; in `latencyMs` there are about as many answers as the limit says.
  function growth(now: number): number {
    if (ceiling === undefined) return 1
    const missing = CRUISE * ceiling - limit
    if (missing > 0)
      return Math.min(missing, (missing / Math.max(1, limit)) * Math.min(1, latencyMs / RECOVERY_MS) + 0.001)
    if (now < calmUntil) return 0
    const perSecond = Math.max(PROBE_GROWTH_PER_SECOND, (limit / ceiling - 1) / 2)
    return perSecond * Math.min(1, limit, latencyMs / 1000)
  }

  function cut(now: number): void {
    const known = ceiling ?? Number.POSITIVE_INFINITY
    const probing = now >= calmUntil && limit > CRUISE * known
    const left = surprises > 0 || ceiling === undefined ? AFTER_SURPRISES : AFTER_SURPRISE
    surprises = probing ? 0 : surprises + 1
    ceiling = probing
      ? Math.min(limit, Math.max(PROBE_STEP * known, Math.sqrt(limit * sustained) * KEPT_UP))
      : left.ceiling * limit
    limit = Math.max(SMALLEST_LIMIT, probing ? PROBE_CUT * ceiling : left.limit * limit)
    if (probing) patienceMs = ceiling < NEWS * known ? Math.min(2 * patienceMs, LONGEST_PATIENCE_MS) : CALM_MS
    calmUntil = Math.max(now, heldUntil) + calmMs(now)
  }

  function calmMs(now: number): number {
    const worthMs = (ANSWERS_PER_PROBE * latencyMs * (surprises > 1 ? 0.15 : 1)) / limit
    // A long hold ends a window of the server's quota: what comes right after it says little about the pace.
    return Math.max(surprises > 1 ? CALM_MS : patienceMs, worthMs, (heldUntil - now) / 2)
  }

  // Refused again with no answer in between: it is out of order or far too much, and asking at once is no use.
  function pause(now: number, retryAfterMs: number | undefined): void {
    limit = Math.max(Math.min(limit, 1), limit * AFTER_SURPRISES.limit)
    if (retryAfterMs !== undefined) return
    heldUntil = Math.max(heldUntil, now + Math.min(maxHoldMs, 30_000, SHORTEST_HOLD_MS * 2 ** (refusalsInARow - 2)))
  }
}
