import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { type VirtualClock, virtualClock } from '../../bench/pace-simulation.ts'
import { openFleet, type Fleet } from '../../src/fleet/fleet.ts'
import { openNotices } from '../../src/fleet/notices.ts'
import type { PostgresServer } from '../postgres/start-postgres.ts'

/** A fleet on a real PostgreSQL for which time passes in jumps only, on the server too: whenever nobody has anything to do. */
export type SimulatedFleet = {
  readonly fleet: Fleet
  readonly clock: VirtualClock
  readonly server: Pick<PostgresServer, 'execute'>
  /** A process of its own among those that share it. */
  process(): SimulatedProcess
  close(): Promise<void>
}

export type SimulatedProcess = {
  readonly fleet: Fleet
  /** Stops it, or only cuts it off from the server. For ever is as good as killed. */
  stop(what: 'process' | 'connections'): void
  goOn(): void
}

// Asked at each step: by their names they are read once.
const setTime = { name: 'time', text: 'SELECT setval($1, $2)' }
const anything = { name: 'anything', text: 'SELECT 1' }

const began = Date.UTC(2026, 0, 1)

// A name without a schema is looked for in the path, where this comes first.
const time = `
CREATE SCHEMA simulated;
CREATE SEQUENCE simulated.ms MINVALUE 0 START 0;
CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$ SELECT to_timestamp(${began / 1000} + last_value / 1000.0) FROM simulated.ms $$;
CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT simulated.now()';
`

export async function openSimulatedFleet(server: PostgresServer): Promise<SimulatedFleet> {
  const address = await server.newDatabase()
  const database = new URL(address).pathname.slice(1)
  await server.execute(time, { database })
  await server.execute(`ALTER DATABASE ${database} SET search_path TO simulated, pg_catalog, public`)
  const client = new Client({ connectionString: address })
  await client.connect()
  const work = { underWay: 0, begun: 0, heard: 0, onRest: () => {} }
  const clock = virtualClock({
    idle,
    onStep: async (ms) => void (await client.query({ ...setTime, values: ['simulated.ms', Math.floor(ms)] })),
  })

  /** When everything that follows from the last step has happened, and everybody has heard of it. */
  async function idle(): Promise<void> {
    for (;;) {
      for (let quiet = 0; quiet < 8; quiet += 1) {
        if (work.underWay > 0) {
          await new Promise<void>((resolve) => (work.onRest = resolve))
          quiet = 0
        }
        await nextTurn()
      }
      // Where nobody asked for anything, there is nothing to hear.
      if (work.heard === work.begun) break
      work.heard = work.begun
      // The server hands out what was said before it answers.
      await client.query(anything)
    }
    await nextTurn()
  }

  const counted = {
    before: async () => void ([work.underWay, work.begun] = [work.underWay + 1, work.begun + 1]),
    after: async () => {
      work.underWay -= 1
      if (work.underWay === 0) work.onRest()
    },
  }
  const now = () => began + clock.now()
  const opened = await openFleet(address, {
    environment: {},
    wrap: (store) => store,
    now,
    clock: clock.now,
    sleep: clock.sleep,
  })
  await opened.notices.close()
  const listen: Fleet['database']['listen'] = async (onNotice) => {
    client.on('notification', ({ payload = '' }) => {
      work.begun += 1
      onNotice(payload)
    })
    await client.query(`LISTEN "${opened.database.channel}"`)
    return { close: async () => undefined }
  }
  const notices = await openNotices({ ...opened.database, listen }, { sleep: clock.sleep })
  const fleet = { ...around(opened, counted), notices }
  return {
    fleet,
    clock,
    server: { execute: async (sql) => server.execute(sql, { database }) },
    process: () => stoppable(fleet, clock),
    async close() {
      await opened.close()
      await client.end()
    },
  }
}

/** One process of a fleet, which can be stopped for a while: all of it, or only what it asks the server. */
function stoppable(fleet: Fleet, clock: SimulatedFleet['clock']): SimulatedProcess {
  let stopped: ({ readonly what: 'process' | 'connections' } & PromiseWithResolvers<void>) | undefined
  const whileStopped = async () => stopped?.promise
  return {
    fleet: {
      ...around(fleet, { before: whileStopped, after: whileStopped }),
      async sleep(ms, signal) {
        await clock.sleep(ms, signal).finally(async () => (stopped?.what === 'process' ? stopped.promise : undefined))
      },
    },
    stop: (what) => void (stopped ??= { what, ...Promise.withResolvers<void>() }),
    goOn() {
      stopped?.resolve()
      stopped = undefined
    },
  }
}

type Around = { before(): Promise<unknown>; after(): Promise<unknown> }

/** What a fleet asks its server, with something before and after it. */
function around(fleet: Fleet, { before, after }: Around): Fleet {
  const through = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    await before()
    return ask().finally(after)
  }
  const throughAll = async function* <Item>(ask: () => AsyncIterable<Item>) {
    await before()
    try {
      yield* ask()
    } finally {
      await after()
    }
  }
  const wrapped = <Part extends object>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => {
        if (typeof value !== 'function') return [name, value]
        return [
          name,
          listing.has(name)
            ? (...args: unknown[]) => throughAll(() => value(...args))
            : async (...args: unknown[]) => through(async () => value(...args)),
        ]
      }),
    ) as Part // the same functions
  return {
    ...fleet,
    database: wrapped(fleet.database),
    queue: wrapped(fleet.queue),
    answers: wrapped(fleet.answers),
    store: wrapped(fleet.store),
    fencedAppend: (run, fence) => {
      const append = fleet.fencedAppend(run, fence)
      return async (event) => through(async () => append(event))
    },
  }
}

/** Those of a store that hand out one after another. */
const listing = new Set(['records', 'scoredCases'])
