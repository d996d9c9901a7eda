import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type PostgresServer } from '../../../test/postgres/start-postgres.ts'
import { openFleet, type Fleet } from '../fleet.ts'
import { startPace } from './fleet-pace.ts'
import { exchangePace, makePaceRow, paceNews } from './pace-row.ts'

let server: PostgresServer
let fleets: readonly Fleet[]
beforeAll(async () => {
  server = await startPostgres()
  const address = await server.newDatabase()
  const options = {
    environment: {},
    wrap: (store: Fleet['store']) => store,
    now: Date.now,
    clock: () => performance.now(),
  }
  fleets = await Promise.all([1, 2, 3].map(async () => openFleet(address, options)))
})
afterAll(async () => {
  for (const fleet of fleets) await fleet.close()
  await server.stop()
})

const first = () => fleets[0] as Fleet

it('gives no time to two workers, and counts what all of them say', async () => {
  const every = 5
  await Promise.all(fleets.map(async ({ database }) => makePaceRow(database, 'times')))
  const asked = fleets.flatMap(({ database }) =>
    Array.from({ length: 30 }, async () => exchangePace(database, 'times', { admitted: 2, want: 5, every, round: 0 })),
  )
  const told = await Promise.all(asked)
  const given = told.filter(({ count }) => count > 0).toSorted((one, other) => one.from - other.from)
  expect(given.length).toBeGreaterThan(10)
  for (const [index, { from }] of given.slice(1).entries()) {
    const before = given[index]
    expect(from).toBeGreaterThanOrEqual((before?.from ?? 0) + (before?.count ?? 0) * every - 0.01)
  }
  const { admitted } = await exchangePace(first().database, 'times', { admitted: 0, want: 0, every, round: 0 })
  // Each has said that it made two calls more than it was given times for.
  expect(admitted).toBe(180 + given.reduce((sum, { count }) => sum + count, 0))
})

it('lets one of those who were refused change the pace, and tells all of it', async () => {
  await makePaceRow(first().database, 'refused')
  const heard = fleets.map(async ({ notices }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const stop = notices.on((text) => {
      const news = paceNews(text)
      if (news?.key === 'refused') resolve(news)
    })
    return promise.finally(stop)
  })
  const told = await Promise.all(
    fleets.map(async ({ database }, index) =>
      exchangePace(database, 'refused', {
        admitted: 0,
        want: 1,
        every: 100,
        round: 0,
        next: { ...startPace(Date.now() + 1000), inARow: index },
      }),
    ),
  )
  expect(told.map(({ round }) => round)).toEqual([1, 1, 1])
  expect(new Set(told.map(({ pace }) => pace.inARow)).size).toBe(1)
  // The others did not know of it, so they have no time; the one that said so has none before it is over.
  expect(told.map(({ count }) => count).toSorted()).toEqual([0, 0, 1])
  expect(told.find(({ count }) => count > 0)?.from).toBe(told[0]?.pace.heldUntil)
  expect(new Set((await Promise.all(heard)).map((news) => JSON.stringify(news))).size).toBe(1)
})
