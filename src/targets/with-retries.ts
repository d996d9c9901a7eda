import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limiter, Target } from '../core/index.ts'
import { retryDelay, type RetryOptions } from '../core/basics/retry-delay.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

/**
 * Wraps a target so that `open` and `say` are retried after retryable errors, with `attempts` (3) in all. Delays are in
 * milliseconds.
 *
 * @example withRetries(withTimeout(functionTarget(agent), 5000), { attempts: 5, baseDelayMs: 200 })
 */
export function withTargetRetries(target: Target, options: RetryOptions = {}): Target {
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

/** An HTTP server together with one credential. */
export type PacedServer = {
  readonly limiter: Promise<Limiter>
  /** The time since which it has refused every request. */
  refusedSince?: number | undefined
  /** Aborted when it has refused for too long, so that nobody waits for it. */
  givenUp: AbortController
}

type WithRetriesQuestion = {
  readonly serverOf: (quota: string) => PacedServer
  /** The time since which the exchange waits for a refused request. */
  refusedSince?: number | undefined
}

const askings = new AsyncLocalStorage<WithRetriesQuestion>()

/** Makes a target's HTTP requests at the pace that their server allows; see `fetchAtPace`. */
export function withRequestPace(target: Target, limiterOf: (quota: string) => Promise<Limiter>): Target {
  const servers = new Map<string, PacedServer>()
  const serverOf = (quota: string) => {
    const server = servers.get(quota) ?? { limiter: limiterOf(quota), givenUp: new AbortController() }
    servers.set(quota, server)
    return server
  }
  return wrapTarget(target, (attempt, signal) => askings.run({ serverOf }, () => attempt(signal)))
}

export function currentAsking(): WithRetriesQuestion | undefined {
  return askings.getStore()
}
