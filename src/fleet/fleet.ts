import { setTimeout as wait } from 'node:timers/promises'
import { type RunEvent, type RunStore, stringifyJson } from '../core/index.ts'
import { postgresAddress, type PostgresEnvironment } from '../stores/postgres/postgres-address.ts'
import type { PostgresDatabase } from '../stores/postgres/postgres-database.ts'
import { postgresError } from '../stores/postgres/postgres-error.ts'
import { openPostgresStore } from '../stores/postgres/postgres-store.ts'
import { cachedAnswer } from '../stores/store-rows.ts'
import type { AnswersBeyondRuns } from './ask-once.ts'
import type { Fence } from './fence.ts'
import { fencedAppend } from './fenced-store.ts'
import { fleetDatabase } from './fleet-database.ts'
import type { FleetTime } from './fleet-time.ts'
import { makeFleetTables } from './fleet-tables.ts'
import { openLotQueue, type LotQueue } from './lot-queue.ts'
import { openNotices, type Notices } from './notices.ts'
import { sharedPaces, type SharedPaces } from './pace/shared-paces.ts'
import type { FleetDatabase } from './sql.ts'

/** What everybody who has to do with queued runs works on. */
export type Fleet = FleetTime & {
  readonly database: FleetDatabase
  readonly queue: LotQueue
  readonly notices: Notices
  readonly store: RunStore
  /** Writes to the same store what a fence lets pass. */
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
    /** What stands around the store for whoever reads it. */
    readonly wrap: (store: RunStore) => RunStore
  }

/**
 * Opens what the workers of a run store have in common, and makes it where it is not there.
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
      answers: answersBeyondRuns(store.database),
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

/** The answers that the store keeps for all runs. */
function answersBeyondRuns(database: PostgresDatabase): AnswersBeyondRuns {
  const answers = database.table('answers')
  return {
    async get(key) {
      const [row] = await database.query(`SELECT answer, at FROM ${answers} WHERE key = $1`, [key])
      return row && cachedAnswer(String(row['answer']), Number(row['at']))
    },
    async keep(sql, key, answer, at) {
      await sql.query(
        `INSERT INTO ${answers} (key, answer, at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, at = excluded.at`,
        [key, stringifyJson(answer), at],
      )
    },
  }
}
