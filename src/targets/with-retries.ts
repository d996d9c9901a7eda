import { setTimeout as wait } from 'node:timers/promises'
import { EvalError } from '../core/index.ts'
import type { Target } from '../core/index.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

export type RetryOptions = {
  /** How often at most, the first time included. */
  readonly attempts?: number
  readonly baseDelayMs?: number
  readonly maxDelayMs?: number
  /** Asked to wait longer than this, we give up instead. */
  readonly maxRetryAfterMs?: number
  /** Of 0 up to 1. */
  readonly random?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** A target whose `open` and `say` are tried again after an error that says that this may help. */
export function withRetries(target: Target, options: RetryOptions = {}): Target {
  const { attempts = 3, sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  return wrapTarget(target, async (attempt, signal) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt(signal)
      } catch (error) {
        signal.throwIfAborted()
        const delay = failures < attempts ? delayAfter(error, failures, options) : undefined
        if (delay === undefined) throw error
        await untilAborted(sleep(delay, signal), signal)
      }
    }
  })
}

function delayAfter(error: unknown, failures: number, options: RetryOptions): number | undefined {
  const { baseDelayMs = 500, maxDelayMs = 30_000, maxRetryAfterMs = 300_000, random = Math.random } = options
  if (!(error instanceof EvalError) || !error.retryable) return undefined
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= maxRetryAfterMs ? error.retryAfterMs : undefined
  // Half of it is jitter: many cases that fail at once should not come back at once.
  return Math.min(maxDelayMs, baseDelayMs * 2 ** (failures - 1)) * (0.5 + random() / 2)
}
