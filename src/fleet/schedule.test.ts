import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listSchedule,
  simulateSchedule,
  unevenLatencies,
  type Life,
  type Schedule,
} from '../../bench/fleet/schedule-simulation.ts'
import { startPostgres, type PostgresServer } from '../../test/postgres/start-postgres.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

const LEASE_MS = 30_000
/** Whoever waits for the run looks every second whether a lease has ended. */
const NOTICED_AFTER_MS = LEASE_MS + 1000

/** Which of several free workers takes a case that was given back is chance: one that ends late moves the end by so much. */
const WITH_LOSSES = 1.25

/** What came of it, beside a list scheduler that hears of a stopped worker when its lease has ended. */
async function played(schedule: Schedule) {
  const { makespanMs, durationMs, ...outcome } = await simulateSchedule(server, schedule)
  // From the moment on in which it was put into the queue.
  expect(Math.abs(durationMs - makespanMs)).toBeLessThan(5000)
  const ideal = listSchedule(schedule, { noticedAfterMs: NOTICED_AFTER_MS })
  const most = (schedule.life === undefined ? 1.1 : WITH_LOSSES) * ideal
  return { ...outcome, inTime: makespanMs <= most ? 'yes' : `${makespanMs} ms instead of ${ideal}` }
}

it('a hundred workers share cases that take from a second to half a minute as well as a list scheduler', async () => {
  const latencies = unevenLatencies(200, { seed: 1, longestMs: 30_000 })
  expect(await played({ workers: 100, atOnce: 1, latencies })).toEqual({
    results: 200,
    calls: 200,
    cutOff: 0,
    again: 0,
    atOneTime: 0,
    troubles: [],
    inTime: 'yes',
  })
})

describe('what a worker was at is played again when its lease has ended, and once, when it is', () => {
  const cases = 120
  const latencies = unevenLatencies(cases, { seed: 2 })
  it('killed', async () => {
    const { cutOff, ...outcome } = await played({
      workers: 12,
      atOnce: 3,
      latencies,
      life: (worker) => lifeOf(worker, { stops: stopsAt(worker) }),
    })
    expect(cutOff).toBeGreaterThan(6)
    expect(outcome).toEqual({
      results: cases,
      calls: cases + cutOff,
      again: cutOff,
      atOneTime: 0,
      troubles: [],
      inTime: 'yes',
    })
  })

  it.each([
    ['stopped', 'process'],
    ['cut off', 'connections'],
  ] as const)('%s for twice its lease', async (_name, what) => {
    const life = (worker: number) =>
      lifeOf(worker, { stops: stopsAt(worker), goesOn: stopsAt(worker) + 2 * LEASE_MS, what })
    const { cutOff, calls, again, troubles, ...outcome } = await played({ workers: 12, atOnce: 3, latencies, life })
    expect(outcome).toEqual({ results: cases, atOneTime: 0, inTime: 'yes' })
    // What it had just put an end to it may write down when it is back in time.
    expect([calls, again]).toEqual([cases + again, expect.any(Number)])
    expect(again).toBeLessThanOrEqual(cutOff)
    expect(new Set(troubles)).toEqual(
      new Set(['the lease of this worker has ended: what it was at work on goes to others']),
    )
  })
})

/** A third of them ends so, and others come later. */
function lifeOf(worker: number, end: Life): Life {
  if (worker % 3 === 0) return end
  return worker % 3 === 1 ? { from: 20_000 + 1700 * worker } : {}
}

/** At times that have nothing to do with each other. */
function stopsAt(worker: number): number {
  return 15_000 + 4100 * worker
}
