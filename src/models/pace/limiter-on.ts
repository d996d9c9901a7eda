import { setTimeout as wait } from 'node:timers/promises'
import type { CallOutcome, Limiter } from '../../core/index.ts'

/** Decides when a limiter may let a call start. */
export interface Supply {
  /** Takes a place (0), or returns the milliseconds until the next try; Infinity until `admit` is called. */
  take(): number
  ended(call: { readonly startedAt: number; readonly waiting: number; readonly outcome: CallOutcome }): void
}

export type LimiterClock = {
  /** Milliseconds since an arbitrary point. */
  readonly now?: () => number
  /** Rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export type WaitingLine = Limiter & {
  readonly waiting: number
  /** Starts the waiting calls for which the supply has places now. */
  admit(): void
}

/** A constant reason for aborting the alarm, because creating an error each time costs more than everything else. */
const isOver = 'somebody was let in before'

/** Lets callers wait in order until the supply has a place. */
export function limiterOn(supply: Supply, clock: LimiterClock = {}): WaitingLine {
  const { now = () => performance.now(), sleep = (ms, signal) => wait(ms, undefined, { signal }) } = clock
  // A set keeps the order of arrival and removes any waiter in constant time.
  const waiters = new Set<() => void>()
  let alarm: AbortController | undefined

  return {
    get waiting() {
      return waiters.size
    },
    admit,

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
      supply.ended({ startedAt, waiting: waiters.size, outcome })
      admit()
    }
  }

  function admit(): void {
    alarm?.abort(isOver)
    alarm = undefined
    for (const start of waiters) {
      const waitMs = supply.take()
      if (waitMs > 0) return waitMs === Infinity ? undefined : wakeIn(waitMs)
      waiters.delete(start)
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
