import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../core/index.ts'
import { retryDelay } from '../core/basics/retry-delay.ts'
import type { RetryOptions } from '../core/basics/retry-delay.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

/** A target whose `open` and `say` are tried again after an error that says that this may help. */
export function withRetries(target: Target, options: RetryOptions = {}): Target {
  const { attempts = 3, random = Math.random, sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  return wrapTarget(target, async (attempt, signal) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt(signal)
      } catch (error) {
        signal.throwIfAborted()
        const delay = retryDelay(error, failures, { ...options, attempts, random })
        await untilAborted(sleep(delay, signal), signal)
      }
    }
  })
}
