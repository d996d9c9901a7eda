import { setTimeout as wait } from 'node:timers/promises'
import type { CallOutcome, Limiter } from '../../core/index.ts'

/** Where a limiter has the room for its callers from. */
export interface Supply {
  /** Takes room for one call (0), or says in how many milliseconds to ask again: Infinity, when it calls by itself. */
  take(): number
  ended(call: { readonly startedAt: number; readonly waiting: number; readonly outcome: CallOutcome }): void
}

export type LimiterClock = {
  /** Milliseconds from any point on. */
  readonly now?: () => number
  /** Rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export type WaitingLine = Limiter & {
  readonly waiting: number
  /** Lets in whoever the supply has room for now. */
  admit(): void
}

/** Why nobody waits for the alarm any more; to make an error each time takes longer than all else. */
const isOver = 'somebody was let in before'

/** Callers in a line before a supply. */
export function limiterOn(supply: Supply, clock: LimiterClock = {}): WaitingLine {
  const { now = () => performance.now(), sleep = (ms, signal) => wait(ms, undefined, { signal }) } = clock
  // A set keeps the order of arrival and lets go of a waiter anywhere in it at once.
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
