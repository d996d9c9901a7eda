import { setTimeout as wait } from 'node:timers/promises'
import { paceControl } from './pace-control.ts'
import type { PaceOptions } from './pace-control.ts'

/** How a call ended; `failed` is every trouble that is not the server's having too much to do. */
export type CallOutcome =
  | { readonly status: 'answered' }
  | { readonly status: 'refused'; readonly retryAfterMs?: number }
  | { readonly status: 'failed' }

/** Lets callers in, first come, first served. */
export interface Limiter {
  /** @returns what to call once, when the call is over; rejects with the signal's reason */
  acquire(signal: AbortSignal): Promise<(outcome: CallOutcome) => void>
}

export type AdaptiveLimit = Limiter & {
  readonly limit: number
  readonly running: number
  readonly waiting: number
}

export type AdaptiveLimitOptions = PaceOptions & {
  /** Milliseconds from any point on. */
  readonly now?: () => number
  /** Rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** A limit on calls at once that finds out by itself how many the server bears; see `paceControl` for how. */
export function adaptiveLimit(options: AdaptiveLimitOptions = {}): AdaptiveLimit {
  const { now = () => performance.now(), sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  const control = paceControl(options)
  // A set keeps the order of arrival and lets go of a waiter anywhere in it at once.
  const waiters = new Set<() => void>()
  let running = 0
  // When the places that stay empty for a while may be taken again.
  let resting: readonly number[] = []
  let alarm: AbortController | undefined

  return {
    get limit() {
      return control.limit
    },
    get running() {
      return running
    },
    get waiting() {
      return waiters.size
    },

    async acquire(signal) {
      signal.throwIfAborted()
      const turn = Promise.withResolvers<void>()
      const leave = () => {
        waiters.delete(turn.resolve)
        turn.reject(signal.reason)
        admit()
      }
      waiters.add(turn.resolve)
      signal.addEventListener('abort', leave, { once: true })
      admit()
      try {
        await turn.promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
      return releaseOnce(now())
    },
  }

  function releaseOnce(startedAt: number): (outcome: CallOutcome) => void {
    let released = false
    return (outcome) => {
      if (released) return
      released = true
      const full = waiters.size > 0 || running >= Math.floor(control.limit)
      running -= 1
      if (control.restMs > 0) resting = [...resting, now() + control.restMs]
      if (outcome.status === 'answered') control.answered({ startedAt, now: now(), full })
      if (outcome.status === 'refused') control.refused({ startedAt, now: now(), retryAfterMs: outcome.retryAfterMs })
      admit()
    }
  }

  function admit(): void {
    alarm?.abort()
    if (waiters.size === 0) return
    const current = now()
    if (current < control.heldUntil) return wakeIn(control.heldUntil - current)
    resting = resting.filter((until) => until > current)
    for (const start of waiters) {
      if (running >= Math.ceil(control.limit)) return
      if (running + resting.length >= Math.ceil(control.limit)) return wakeIn(Math.min(...resting) - current)
      waiters.delete(start)
      running += 1
      start()
    }
  }

  function wakeIn(ms: number): void {
    const mine = new AbortController()
    alarm = mine
    sleep(ms, mine.signal).then(admit, (error: unknown) => {
      if (!mine.signal.aborted) throw error
    })
  }
}
