import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRandom } from '../src/statistics/index.ts'
import { message } from '../src/core/index.ts'
import { ModelFailure, adaptiveLimit, withPace, withModelRetries, type LanguageModel } from '../src/models/index.ts'

type Admission = { readonly ok: boolean; readonly retryAfterMs?: number | undefined }

/** Decides at a time, in milliseconds, whether a server has room; `retryAfterMs` is what it says when it has not. */
export type Quota = {
  readonly admit: (now: number, running: number) => Admission
  /** What could be answered at most up to a time by someone who knows the quota. */
  readonly ideal: (until: number) => number
}

export type PaceOutcome = {
  readonly answered: number
  readonly refused: number
  /** Questions that ran out of attempts. */
  readonly lost: number
  readonly share: number
  readonly refusedShare: number
}

const LATENCY_MS = 200
const REFUSAL_MS = 50

/** The whole stack, retries and pace, on a clock that jumps: more questions wait than can be answered until `untilMs`. */
export async function simulatePace(quota: Quota, untilMs: number, seed = 1): Promise<PaceOutcome> {
  const clock = virtualClock()
  const random = createRandom(seed)
  const counts = { answered: 0, refused: 0, lost: 0 }
  const server = simulatedServer(quota, { clock, random, counts, untilMs })
  const limiter = adaptiveLimit({ now: clock.now, sleep: clock.sleep })
  const model = withModelRetries(withPace(server, limiter), { random, sleep: clock.sleep })
  const stop = new AbortController()
  for (let asker = 0; asker < 96; asker += 1) void askForever(model, counts, stop.signal)
  await clock.runUntil(untilMs)
  stop.abort()
  const { answered, refused, lost } = counts
  return {
    answered,
    refused,
    lost,
    share: answered / quota.ideal(untilMs),
    refusedShare: refused / (answered + refused),
  }
}

async function askForever(model: LanguageModel, counts: { lost: number }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await model.generate({ messages: [] }, signal)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ModelFailure)) throw error
      if (!signal.aborted) counts.lost += 1
    }
  }
}

type World = {
  readonly clock: VirtualClock
  readonly random: () => number
  readonly counts: { answered: number; refused: number }
  readonly untilMs: number
}

function simulatedServer(quota: Quota, { clock, random, counts, untilMs }: World): LanguageModel {
  let running = 0
  return {
    id: 'simulated',
    provider: 'simulated',
    async generate(_request, signal) {
      const { ok, retryAfterMs } = quota.admit(clock.now(), running)
      if (!ok) {
        counts.refused += 1
        await clock.sleep(REFUSAL_MS, signal)
        throw new ModelFailure(message('too many'), { status: 429, retryable: true, retryAfterMs })
      }
      running += 1
      await clock.sleep(LATENCY_MS * (0.5 + random()), signal)
      running -= 1
      if (clock.now() <= untilMs) counts.answered += 1
      return { text: '', finishReason: 'stop', latencyMs: LATENCY_MS, calls: 1 }
    },
  }
}

/** So many at once. */
export function concurrentQuota(most: number): Quota {
  return { admit: (_now, running) => ({ ok: running < most }), ideal: (until) => (most * until) / LATENCY_MS }
}

/** So many in every window of the clock, all at once if one likes; it says when the next window begins. `startAt` is what it shows first. */
export function windowQuota(most: number, windowMs: number, startAt = 0): Quota {
  let window = 0
  let used = 0
  return {
    admit(at) {
      const now = at + startAt
      const current = Math.floor(now / windowMs)
      if (current !== window) used = 0
      window = current
      if (used >= most) return { ok: false, retryAfterMs: wholeSeconds((window + 1) * windowMs - now) }
      used += 1
      return { ok: true }
    },
    ideal: (until) => most * (Math.ceil((until + startAt) / windowMs) - Math.floor(startAt / windowMs)),
  }
}

/** So many in the time before each moment, all at once if one likes; it says when the oldest is over, in whole seconds. */
export function slidingQuota(most: number, windowMs: number): Quota {
  const times: number[] = []
  let over = 0
  return {
    admit(now) {
      while ((times[over] ?? Infinity) <= now - windowMs) over += 1
      const ok = times.length - over < most
      if (ok) times.push(now)
      return ok ? { ok } : { ok, retryAfterMs: wholeSeconds((times[over] ?? now) + windowMs - now) }
    },
    ideal: (until) => most * Math.ceil(until / windowMs),
  }
}

/** The same, which does not say when to come back, or the same time always. */
export function saying(retryAfterMs: number | undefined, { admit, ideal }: Quota): Quota {
  return { admit: (now, running) => ({ ...admit(now, running), retryAfterMs }), ideal }
}

/** A bucket of `burst` that fills at a rate per second, which may change; `hints`: it says how long to wait, in whole seconds. */
export function tokenBucket(
  rateAt: (now: number) => number,
  { burst, hints }: { readonly burst: number; readonly hints: boolean },
): Quota {
  let tokens = burst
  let last = 0
  return {
    admit(now) {
      tokens = Math.min(burst, tokens + ((now - last) / 1000) * rateAt(now))
      last = now
      const ok = tokens >= 1
      const nextMs = ((1 - tokens) / rateAt(now)) * 1000
      if (ok) tokens -= 1
      return ok ? { ok } : { ok, retryAfterMs: hints ? wholeSeconds(nextMs) : undefined }
    },
    ideal(until) {
      let total = burst
      for (let at = 0; at < until; at += 100) total += rateAt(at) / 10
      return total
    },
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000)) * 1000
}

export type VirtualClock = {
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly runUntil: (time: number) => Promise<void>
}

type ClockOptions = {
  /** When all that follows from the last step has happened; that of promises happens before the event loop comes round. */
  readonly idle?: () => Promise<void>
  /** Before the next one wakes. */
  readonly onStep?: (now: number) => Promise<void>
}

/** Time passes only from one sleeper to the next. */
export function virtualClock({ idle = nextTurn, onStep }: ClockOptions = {}): VirtualClock {
  let time = 0
  const sleepers: { at: number; wake: () => void }[] = []
  return {
    now: () => time,
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const giveUp = () => {
        const place = sleepers.indexOf(sleeper)
        if (place >= 0) sleepers.splice(place, 1)
        reject(signal.reason)
      }
      const wake = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const sleeper = { at: time + ms, wake }
      sleepers.splice(placeOf(sleeper.at, sleepers), 0, sleeper)
      signal.addEventListener('abort', giveUp, { once: true })
      return promise
    },
    async runUntil(end) {
      for (;;) {
        await idle()
        const next = sleepers[0]
        if (next === undefined || next.at > end) break
        time = next.at
        await onStep?.(time)
        sleepers.shift()
        next.wake()
      }
      time = end
      await onStep?.(end)
    },
  }
}

function placeOf(at: number, sleepers: readonly { readonly at: number }[]): number {
  let low = 0
  let high = sleepers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sleepers[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
