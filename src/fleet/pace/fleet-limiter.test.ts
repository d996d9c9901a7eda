import { describe, expect, it } from 'vitest'
import { simulateFleet, type FleetOutcome } from '../../../bench/fleet/pace-simulation.ts'
import { saying, tokenBucket, virtualClock, windowQuota, type Quota } from '../../../bench/pace-simulation.ts'
import type { PaceAsk, PaceTold } from './pace-row.ts'
import { fleetLimiter } from './fleet-limiter.ts'
import { startPace } from './fleet-pace.ts'

const MINUTE = 60_000

const quotas: Readonly<Record<string, () => Quota>> = {
  'lets 10 a second in and says when': () => tokenBucket(() => 10, { burst: 10, hints: true }),
  'lets 10 a second in and says nothing': () => tokenBucket(() => 10, { burst: 10, hints: false }),
  'lets 600 in at once, and then 10 a second': () => tokenBucket(() => 10, { burst: 600, hints: true }),
  'has 600 for every minute of the clock': () => windowQuota(600, MINUTE),
}

describe.each([3, 100])('%i workers together', (workers) => {
  for (const [name, quota] of Object.entries(quotas)) {
    it(`use a server well that ${name}`, async () => {
      expect(verdict(await simulateFleet(quota(), { workers, untilMs: 5 * MINUTE }))).toBe('used well')
    })
  }

  it.each([undefined, 1000])(
    'use one well that closes for the rest of a minute and says to come back in %s',
    async (ms) => {
      const outcome = await simulateFleet(saying(ms, windowQuota(600, MINUTE)), { workers, untilMs: 10 * MINUTE })
      expect(verdict(outcome)).toBe('used well')
    },
  )

  it('give way to a limit that was lowered', async () => {
    const lowered = tokenBucket((now) => (now < 2 * MINUTE ? 20 : 5), { burst: 20, hints: false })
    expect(verdict(await simulateFleet(lowered, { workers, untilMs: 5 * MINUTE }))).toBe('used well')
  })

  it('give what somebody leaves to those who come', async () => {
    const quota = tokenBucket(() => 10, { burst: 10, hints: true })
    // A third of them die after two minutes without a word, another third comes then.
    const life = (worker: number) =>
      worker % 3 === 0 ? ([0, 2 * MINUTE] as const) : ([worker % 3 === 1 ? 0 : 2 * MINUTE, 5 * MINUTE] as const)
    expect(verdict(await simulateFleet(quota, { workers, untilMs: 5 * MINUTE, life }))).toBe('used well')
  })
})

describe('three workers whose calls begin as they come', () => {
  const options = { workers: 3, untilMs: 5 * MINUTE, startsFree: true }

  it('are held back by nobody where there is no limit', async () => {
    const latencyMs = 100
    const none: Quota = { admit: () => ({ ok: true }), ideal: (until) => (3 * 8 * until) / latencyMs }
    expect(verdict(await simulateFleet(none, { ...options, untilMs: 4000, latencyMs }))).toBe('used well')
  })

  it.each(Object.entries(quotas))('use a server well that %s', async (_name, quota) => {
    expect(verdict(await simulateFleet(quota(), options))).toBe('used well')
  })
})

it('three workers use a server well that lets one in every second', async () => {
  const quota = tokenBucket(() => 1, { burst: 1, hints: true })
  expect(verdict(await simulateFleet(quota, { workers: 3, untilMs: 20 * MINUTE }), 0.94)).toBe('used well')
})

describe('one worker', () => {
  it('asks for nothing while nobody calls', async () => {
    const { clock, asked, given, limiter } = alone()
    await clock.runUntil(60_000)
    expect(asked).toHaveLength(0)
    const release = await admitted(limiter, clock)
    release({ status: 'answered' })
    await clock.runUntil(120_000)
    // It learned the pace, was given a time and perhaps some more, and said that it had no use for those.
    expect(asked.reduce((sum, { admitted: count }) => sum + count, given.count)).toBe(1)
    expect(asked.length).toBeLessThan(6)
  })

  it('lets nobody in while others were told to wait', async () => {
    const { clock, limiter } = alone()
    ;(await admitted(limiter, clock))({ status: 'answered' })
    const heldUntil = clock.now() + 30_000
    limiter.hear({ round: 5, pace: { ...startPace(0), heldUntil } })
    const startedAt: number[] = []
    void limiter.acquire(new AbortController().signal).then(() => startedAt.push(clock.now()))
    await clock.runUntil(heldUntil - 1)
    expect(startedAt).toEqual([])
    await clock.runUntil(heldUntil + 3000)
    expect(startedAt).toHaveLength(1)
  })
})

function alone() {
  const clock = virtualClock()
  const asked: PaceAsk[] = []
  const given = { count: 0 }
  let told: PaceTold = {
    now: 0,
    round: 0,
    pace: startPace(0),
    admitted: 0,
    idleMs: 0,
    from: 0,
    count: 0,
    givenUntil: 0,
  }
  const limiter = fleetLimiter({
    now: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    onTrouble: (error) => expect.fail(String(error)),
    async exchange(ask) {
      asked.push(ask)
      const from = Math.max(clock.now(), told.pace.heldUntil)
      told = {
        ...told,
        now: clock.now(),
        from,
        count: ask.round === told.round && from - clock.now() < 2500 ? ask.want : 0,
      }
      given.count += told.count
      return told
    },
  })
  const hear: typeof limiter.hear = (news) => {
    told = { ...told, ...news }
    limiter.hear(news)
  }
  return { clock, asked, given, limiter: { ...limiter, hear } }
}

async function admitted(limiter: ReturnType<typeof alone>['limiter'], clock: ReturnType<typeof virtualClock>) {
  const release = limiter.acquire(new AbortController().signal)
  await clock.runUntil(clock.now() + 3000)
  return release
}

function verdict({ share, refusedShare, statements }: FleetOutcome, atLeast = 0.95, atMost = 0.01): string {
  const well = share >= atLeast && refusedShare <= atMost && statements <= 1
  return well
    ? 'used well'
    : `${share.toFixed(3)} of the ideal, ${refusedShare.toFixed(4)} refused, ${statements.toFixed(2)} statements`
}
