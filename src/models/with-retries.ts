import { setTimeout as wait } from 'node:timers/promises'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'

export type RetryOptions = {
  /** How often at most, the first time included. */
  readonly attempts?: number
  readonly baseDelayMs?: number
  readonly maxDelayMs?: number
  /** Asked to wait longer than this, we give up instead. */
  readonly maxRetryAfterMs?: number
  /** Of 0 up to 1. */
  readonly random?: () => number
  /** Rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * A model that is asked again after a failure that says that this may help: the only retry layer there is. Pace and time
 * limit stand inside it, so that they hear of every single failure.
 *
 * @example withRetries(withPace(withTimeout(model), limiter))
 */
export function withRetries(model: LanguageModel, options: RetryOptions = {}): LanguageModel {
  const { attempts = 5, sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  return {
    ...model,
    async generate(request, signal) {
      for (let failures = 0; ;) {
        try {
          const reply = await model.generate(request, signal)
          return { ...reply, calls: reply.calls + failures }
        } catch (error) {
          signal.throwIfAborted()
          failures += 1
          const delay = failures < attempts ? delayAfter(error, failures, options) : undefined
          if (delay === undefined) throw error
          await sleepUnlessAborted(sleep(delay, signal), signal)
        }
      }
    },
  }
}

function delayAfter(error: unknown, failures: number, options: RetryOptions): number | undefined {
  const { baseDelayMs = 500, maxDelayMs = 30_000, maxRetryAfterMs = 300_000, random = Math.random } = options
  if (!(error instanceof ModelFailure) || !error.retryable) return undefined
  const { retryAfterMs } = error
  // All of it is jitter: many that fail at once should not come back at once.
  if (retryAfterMs === undefined) return random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (failures - 1))
  return retryAfterMs <= maxRetryAfterMs ? retryAfterMs + random() * baseDelayMs : undefined
}

// A sleep that was cut short throws its own AbortError; everybody gets the signal's reason instead.
async function sleepUnlessAborted(sleeping: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await sleeping
  } finally {
    signal.throwIfAborted()
  }
}
