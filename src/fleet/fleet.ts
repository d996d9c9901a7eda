import { createHash } from 'node:crypto'
import { type Connection, type PostgresDatabase, explainedBy } from '../stores/postgres/postgres-database.ts'
import { type PostgresAddress, postgresAddress, type PostgresEnvironment } from '../stores/postgres/postgres-address.ts'
import { hearNotices } from '../stores/postgres/hear-notices.ts'
import { quote } from '../stores/postgres/sql-text.ts'
import type { FleetDatabase, Sql } from './sql.ts'
import type { RunEvent, RunStore } from '../core/index.ts'
import { toRow } from '../stores/case-row.ts'
import { commitQueue } from '../stores/postgres/commit-queue.ts'
import { type PostgresStore, openPostgresStore } from '../stores/postgres/postgres-store.ts'
import type { Fence } from './fence.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresError } from '../stores/postgres/postgres-error.ts'
import { type AnswersBeyondRuns, answersIn } from './ask-once.ts'
import type { FleetTime } from './fleet-time.ts'
import { makeFleetTables } from './fleet-tables.ts'
import { openLotQueue, type LotQueue } from './lot-queue.ts'
import { openNotices, type Notices } from './notices.ts'
import { sharedPaces, type SharedPaces } from './pace/shared-paces.ts'

export type Fleet = FleetTime & {
  readonly database: FleetDatabase
  readonly queue: LotQueue
  readonly notices: Notices
  readonly store: RunStore
  readonly fencedAppend: (run: string, fence: Fence) => (event: RunEvent) => Promise<void>
  readonly answers: AnswersBeyondRuns
  readonly paces: SharedPaces
  /** Milliseconds since 1970. */
  readonly now: () => number
  close(): Promise<void>
}

type FleetOptions = Pick<Fleet, 'now' | 'clock'> &
  Partial<Pick<Fleet, 'sleep'>> & {
    readonly environment: PostgresEnvironment
    readonly wrap: (store: RunStore) => RunStore
  }

/**
 * Opens what the workers of a run store share, and creates what is missing.
 *
 * @throws {EvalError} `usage` or `store`, when the store cannot be opened
 */
export async function openFleet(
  address: string,
  { environment, wrap, now, clock, sleep = realSleep }: FleetOptions,
): Promise<Fleet> {
  const store = openPostgresStore(address, { environment })
  const database = fleetDatabase(store.database, postgresAddress(address, environment))
  try {
    await store.list()
    await makeFleetTables(database)
    const queue = await openLotQueue(database)
    const notices = await openNotices(database, { sleep })
    const paces = sharedPaces(database, { notices, clock })
    return {
      database,
      queue,
      notices,
      store: wrap(store),
      fencedAppend: (run, fence) => fencedAppend(store, database, { run, fence }),
      answers: answersIn(database, store.database.table('answers')),
      paces,
      now,
      clock,
      sleep,
      async close() {
        paces.close()
        await notices.close()
        await queue.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw postgresError(store.database.name, error)
  }
}

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal })
}

/** Writes the events of a run that pass its fence, many in one transaction. */
function fencedAppend(
  store: Pick<PostgresStore, 'appendTogether'>,
  database: FleetDatabase,
  { run, fence }: { readonly run: string; readonly fence: Fence },
): (event: RunEvent) => Promise<void> {
  const journal = commitQueue(async (events: readonly RunEvent[]) => {
    const entries = events.map((event) => ({ runId: run, change: entryOf(event) }))
    await store.appendTogether(entries, async (connection) => fence.check(sqlOf(connection, database), events))
    fence.written(events)
    return events.map(() => undefined)
  })
  return async (event) => journal.add(event)
}

function entryOf(event: RunEvent) {
  return 'position' in event ? toRow(event) : event
}

function fleetDatabase(database: PostgresDatabase, address: PostgresAddress): FleetDatabase {
  const names = namesBeside(database.schema)
  // An error of the store is no fault of the agent or metric that called it.
  const explained = explainedBy(database)
  return {
    ...names,
    // Several statements in one query return no rows.
    query: async (text, values) => ({ rows: (await explained(async () => database.query(text, values))) ?? [] }),
    transaction: async (work, committing) =>
      explained(async () =>
        database.patiently(async () =>
          database.transaction(async (one) => work(sqlOf(one, names)), { sent: () => committing?.() }),
        ),
      ),
    listen: async (onNotice) => hearNotices(address, names.channel, onNotice),
  }
}

type FleetDatabaseNames = Pick<Sql, 'fleet' | 'queue' | 'channel'>

// pg-boss accepts no other names, and PostgreSQL truncates longer ones.
const simple = /^[a-z_][a-z0-9_]{0,50}$/

function namesBeside(schema: string): FleetDatabaseNames {
  const name = simple.test(schema) ? schema : `shinsa_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`
  return { fleet: quote(`${name}_fleet`), queue: `${name}_queue`, channel: `${name}_fleet` }
}

function sqlOf(connection: Connection, names: FleetDatabaseNames): Sql {
  return { ...names, query: async (text, values = []) => ({ rows: (await connection.query(text, [...values])).rows }) }
}
