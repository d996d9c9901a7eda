import { setTimeout as wait } from 'node:timers/promises'
import { EvalError } from '../core/index.ts'
import { retryDelay, type RetryOptions } from '../core/basics/retry-delay.ts'
import type { CallAccount, Model } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'

type ResilientOptions = RetryOptions & {
  /** Milliseconds for which an overloaded server is retried beyond `attempts`, from the first refusal on. */
  readonly patienceMs?: number
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/**
 * Repeats calls after failures that are marked as retryable; no other layer retries. Pace and time limit go inside it,
 * so that they see every failure.
 *
 * @example withRetries(withPace(withTimeout(model), limiter))
 */
export function withModelRetries<Request, Reply extends CallAccount>(
  model: Model<Request, Reply>,
  options: ResilientOptions = {},
): Model<Request, Reply> {
  const { attempts = defaultAttempts, random = Math.random, patienceMs = 0, now = () => performance.now() } = options
  const { sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  return {
    ...model,
    async generate(request, signal) {
      let first: number | undefined
      for (let failures = 0; ;) {
        try {
          const reply = await model.generate(request, signal)
          return { ...reply, calls: reply.calls + failures }
        } catch (error) {
          signal.throwIfAborted()
          failures += 1
          first ??= now()
          const left = isOverloaded(error) ? first + patienceMs - now() : 0
          const again = left > 0 ? Math.max(attempts, failures + 1) : attempts
          const asked = retryDelay(error, failures, { ...options, attempts: again, random })
          const delay = left > 0 ? patientDelay(error, failures, { asked, left, random }) : asked
          await sleepUnlessAborted(sleep(delay, signal), signal)
        }
      }
    },
  }
}

const defaultAttempts = 5
const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Returns the greatest number of calls for one reply. */
export function mostAttempts({ attempts = defaultAttempts, patienceMs = 0 }: ResilientOptions = {}): number {
  let failures = 1
  for (let waited = 0; waited < patienceMs; failures += 1) waited += shortestPause(failures)
  return Math.max(attempts, failures)
}

/** The last attempt is made when the patience ends, never sooner. */
function patientDelay(
  error: unknown,
  failures: number,
  { asked, left, random }: { readonly asked: number; readonly left: number; readonly random: () => number },
): number {
  const told = error instanceof EvalError && error.retryAfterMs !== undefined
  const shortest = shortestPause(failures)
  if (told) return Math.max(asked, Math.min(shortest, left))
  // Timers may fire a little early, which must not allow one more attempt.
  return Math.min(shortest * (1 + random()), left + 10)
}

// At least half of each pause is waited, so that the number of calls has a bound that is known beforehand.
function shortestPause(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) / 2
}

function isOverloaded(error: unknown): boolean {
  if (!(error instanceof ModelFailure) || error.status === undefined) return false
  return error.retryable && (error.status === 429 || error.status >= 500)
}

// An aborted sleep throws its own AbortError; callers expect the signal's reason instead.
async function sleepUnlessAborted(sleeping: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await sleeping
  } finally {
    signal.throwIfAborted()
  }
}
