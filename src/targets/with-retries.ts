import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limiter, Target } from '../core/index.ts'
import { retryDelay, type RetryOptions } from '../core/basics/retry-delay.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

/**
 * Makes a target whose `open` and `say` are tried again, `attempts` (3) times in all, after an error that says that this
 * may help. Delays are in milliseconds.
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

/** A server that is asked over HTTP with one credential. */
export type PacedServer = {
  readonly limiter: Promise<Limiter>
  /** Since when it has done nothing but refuse. */
  refusedSince?: number | undefined
  /** Aborted when it has done so for too long: nobody waits for it any more. */
  givenUp: AbortController
}

type WithRetriesQuestion = {
  readonly serverOf: (quota: string) => PacedServer
  /** Since when the exchange waits for a request that was refused. */
  refusedSince?: number | undefined
}

const askings = new AsyncLocalStorage<WithRetriesQuestion>()

/** A target whose requests over HTTP, if it makes any, are made as fast as their server likes; see `fetchAtPace`. */
export function withRequestPace(target: Target, limiterOf: (quota: string) => Promise<Limiter>): Target {
  const servers = new Map<string, PacedServer>()
  const serverOf = (quota: string) => {
    const server = servers.get(quota) ?? { limiter: limiterOf(quota), givenUp: new AbortController() }
    servers.set(quota, server)
    return server
  }
  return wrapTarget(target, (attempt, signal) => askings.run({ serverOf }, () => attempt(signal)))
}

/** The exchange that a request is made for; undefined outside of such a target. */
export function currentAsking(): WithRetriesQuestion | undefined {
  return askings.getStore()
}
