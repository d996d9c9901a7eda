import { describe, expect, it } from 'vitest'
import {
  concurrentQuota,
  saying,
  simulatePace,
  tokenBucket,
  virtualClock,
  windowQuota,
} from '../../../bench/pace-simulation.ts'
import { message, type CallOutcome } from '../../core/index.ts'
import { adaptiveLimit } from './adaptive-limit.ts'
import { ModelFailure } from '../model-failure.ts'
import { scriptedModel } from '../scripted-model.ts'
import { withPace } from './with-pace.ts'

const { signal } = new AbortController()
const ask = { messages: [] }
const MINUTE = 60_000

describe('withPace, on a simulated server', () => {
  it('uses a fixed quota nearly whole and is hardly ever refused', async () => {
    expect(verdict(await simulatePace(concurrentQuota(20), 2 * MINUTE))).toBe('used well')
  })

  it('lives with a quota for every minute', async () => {
    expect(verdict(await simulatePace(windowQuota(600, MINUTE), 5 * MINUTE))).toBe('used well')
  })

  it.each([undefined, 1000])(
    'uses one well that closes for the rest of a minute and says to come back in %s',
    async (ms) => {
      const { share, refusedShare } = await simulatePace(saying(ms, windowQuota(600, MINUTE)), 5 * MINUTE)
      expect(share).toBeGreaterThan(0.95)
      expect(refusedShare).toBeLessThan(0.06)
    },
  )

  it('finds the rate of a token bucket that says nothing', async () => {
    const bucket = tokenBucket(() => 50, { burst: 50, hints: false })
    expect(verdict(await simulatePace(bucket, 3 * MINUTE))).toBe('used well')
  })

  it('gives way to a sudden cut', async () => {
    const cut = tokenBucket((now) => (now < MINUTE ? 200 : 40), { burst: 200, hints: false })
    expect(verdict(await simulatePace(cut, 3 * MINUTE))).toBe('used well')
  })

  it('makes use of a quota again that was restored', async () => {
    const rateAt = (now: number) => (now < MINUTE || now >= 2 * MINUTE ? 200 : 40)
    const restored = tokenBucket(rateAt, { burst: 200, hints: true })
    expect(verdict(await simulatePace(restored, 4 * MINUTE), 0.94)).toBe('used well')
  })

  it('tries a slow server that says nothing no oftener than a fast one', async () => {
    const { share, refusedShare } = await simulatePace(
      tokenBucket(() => 3, { burst: 3, hints: false }),
      10 * MINUTE,
    )
    expect(share).toBeGreaterThan(0.9)
    expect(refusedShare).toBeLessThan(0.04)
  })
})

describe('adaptiveLimit', () => {
  it('grows fourfold with every round of answers up to the most', async () => {
    const limiter = adaptiveLimit({ start: 2, max: 20 })
    const admitted: ((outcome: CallOutcome) => void)[] = []
    for (let caller = 0; caller < 90; caller += 1)
      void limiter.acquire(signal).then((release) => admitted.push(release))
    const rounds: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await new Promise(setImmediate)
      rounds.push(admitted.length)
      for (const release of admitted.splice(0)) release({ status: 'answered' })
    }
    expect(rounds).toEqual([2, 8, 20])
  })

  it('asks 64 at once from the second round of answers on, with nothing asked for', async () => {
    const limiter = adaptiveLimit()
    const admitted: ((outcome: CallOutcome) => void)[] = []
    for (let caller = 0; caller < 90; caller += 1)
      void limiter.acquire(signal).then((release) => admitted.push(release))
    await new Promise(setImmediate)
    for (const release of admitted.splice(0)) release({ status: 'answered' })
    expect(limiter.running).toBe(64)
  })

  it('begins with as many as were asked for, however many that are', async () => {
    const limiter = adaptiveLimit({ start: 100 })
    for (let caller = 0; caller < 120; caller += 1) void limiter.acquire(signal)
    await new Promise(setImmediate)
    expect([limiter.running, limiter.waiting]).toEqual([100, 20])
  })

  it('comes back after a refusal, and goes beyond it later', async () => {
    const clock = virtualClock()
    const limiter = adaptiveLimit({ start: 20, now: clock.now, sleep: clock.sleep })
    ;(await limiter.acquire(signal))({ status: 'refused', retryAfterMs: 0 })
    const limits: number[] = []
    for (const second of [1, 3, 5, 7, 10]) {
      await clock.runUntil(second * 1000)
      const releases = await Promise.all(
        Array.from({ length: Math.floor(limiter.limit) }, () => limiter.acquire(signal)),
      )
      for (const release of releases) release({ status: 'answered' })
      limits.push(Math.round(limiter.limit))
    }
    expect(limits).toEqual([16, 19, 20, 21, 28])
  })

  it('does not grow while it is not used', async () => {
    const limiter = adaptiveLimit({ start: 8 })
    for (let call = 0; call < 20; call += 1) (await limiter.acquire(signal))({ status: 'answered' })
    expect(limiter.limit).toBe(8)
  })

  it('shrinks once for everything that was under way when it was refused', async () => {
    const clock = virtualClock()
    const limiter = adaptiveLimit({ start: 8, now: clock.now, sleep: clock.sleep })
    const releases = await Promise.all(Array.from({ length: 8 }, () => limiter.acquire(signal)))
    await clock.runUntil(100)
    for (const release of releases) release({ status: 'refused' })
    expect(limiter.limit).toBeCloseTo(4.8)
  })

  it('lets nobody in while the server asks to wait', async () => {
    const clock = virtualClock()
    const limiter = adaptiveLimit({ start: 2, now: clock.now, sleep: clock.sleep })
    const release = await limiter.acquire(signal)
    release({ status: 'refused', retryAfterMs: 5000 })
    const admittedAt: number[] = []
    void limiter.acquire(signal).then(() => admittedAt.push(clock.now()))
    await clock.runUntil(4999)
    expect([limiter.waiting, admittedAt]).toEqual([1, []])
    await clock.runUntil(5001)
    expect([limiter.waiting, admittedAt]).toEqual([0, [5000]])
  })

  it('lets callers in in the order in which they came', async () => {
    const limiter = adaptiveLimit({ start: 1, max: 1 })
    const order: number[] = []
    await Promise.all(
      [0, 1, 2, 3].map(async (caller) => {
        const release = await limiter.acquire(signal)
        order.push(caller)
        release({ status: 'answered' })
      }),
    )
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('forgets a waiter that gives up, and lets in the next', async () => {
    const limiter = adaptiveLimit({ start: 1, max: 1 })
    const release = await limiter.acquire(signal)
    const controller = new AbortController()
    const givesUp = limiter.acquire(controller.signal)
    const next = limiter.acquire(signal)
    controller.abort(new Error('enough'))
    await expect(givesUp).rejects.toThrow('enough')
    expect(limiter.waiting).toBe(1)
    release({ status: 'answered' })
    await next
    expect([limiter.running, limiter.waiting]).toEqual([1, 0])
  })

  it('gives a place back when the caller gives up in the moment of getting it', async () => {
    const limiter = adaptiveLimit({ start: 1, max: 1 })
    const controller = new AbortController()
    const admitted = limiter.acquire(controller.signal)
    controller.abort(new Error('enough'))
    const release = await admitted
    release({ status: 'failed' })
    await limiter.acquire(signal)
    expect(limiter.running).toBe(1)
  })
})

describe('withPace', () => {
  it('tells the limiter what a model failed of', async () => {
    const failures = [429, 503, 500].map((status) => new ModelFailure(message('no'), { status, retryable: true }))
    const limits: number[] = []
    for (const failure of failures) {
      const limiter = adaptiveLimit({ start: 10 })
      await withPace(scriptedModel([failure]), limiter)
        .generate(ask, signal)
        .catch(() => {})
      limits.push(limiter.limit)
    }
    expect(limits).toEqual([6, 6, 10])
  })
})

function verdict({ share, refusedShare, lost }: Awaited<ReturnType<typeof simulatePace>>, atLeast = 0.9): string {
  const well = share >= atLeast && refusedShare <= 0.02 && lost === 0
  return well ? 'used well' : `${share.toFixed(3)} of the ideal, ${refusedShare.toFixed(3)} refused, ${lost} lost`
}
