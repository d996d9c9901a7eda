import type { Limiter } from '../../core/index.ts'
import { limiterOn, type LimiterClock } from './limiter-on.ts'
import { paceControl, type PaceOptions } from './pace-control.ts'

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
