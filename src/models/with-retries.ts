import { setTimeout as wait } from 'node:timers/promises'
import { retryDelay } from '../core/retry-delay.ts'
import type { RetryOptions } from '../core/retry-delay.ts'
import type { Asked, Model } from './language-model.ts'

/**
 * A model that is asked again after a failure that says that this may help: the only retry layer there is. Pace and time
 * limit stand inside it, so that they hear of every single failure.
 *
 * @example withRetries(withPace(withTimeout(model), limiter))
 */
export function withRetries<Request, Reply extends Asked>(
  model: Model<Request, Reply>,
  options: RetryOptions = {},
): Model<Request, Reply> {
  const { attempts = 5, random = Math.random, sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
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
          const delay = retryDelay(error, failures, { ...options, attempts, random })
          await sleepUnlessAborted(sleep(delay, signal), signal)
        }
      }
    },
  }
}

// A sleep that was cut short throws its own AbortError; everybody gets the signal's reason instead.
async function sleepUnlessAborted(sleeping: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await sleeping
  } finally {
    signal.throwIfAborted()
  }
}
