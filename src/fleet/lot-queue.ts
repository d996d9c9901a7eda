import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { LotPlace } from './lots.ts'
import { assertLeased } from './lease-lost.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** A lot as a worker has it: `attempt` tells whoever has it now from whoever had it before. */
export type HeldLot = {
  readonly id: string
  readonly attempt: number
  readonly places: readonly LotPlace[]
  /** Whether none of it had begun when the lots were made. */
  readonly isFresh: boolean
}

/** Results that are to be played together. */
export type Lot = Pick<HeldLot, 'places' | 'isFresh'>

/** The lots of all runs, as jobs of pg-boss: a queue for each run. */
export type LotQueue = {
  /** Makes the queue of a run; nobody takes from it before the lots are there. */
  make(run: string): Promise<void>
  put(sql: Sql, run: string, lots: readonly Lot[]): Promise<void>
  /** In a transaction: the first ones that nobody has, which are the worker's then, if its lease has not ended. */
  take(sql: Sql, run: string, options: { readonly worker: string; readonly count: number }): Promise<readonly HeldLot[]>
  /** @returns how many of them were still held at this attempt */
  complete(sql: Sql, run: string, lots: readonly Pick<HeldLot, 'id' | 'attempt'>[]): Promise<number>
  /** Lets others have them. */
  release(sql: Sql, run: string, lots: readonly Pick<HeldLot, 'id' | 'attempt'>[]): Promise<void>
  /** How many lots of a run are not completed. */
  left(sql: Sql, run: string): Promise<{ readonly waiting: number; readonly held: number }>
  remove(run: string): Promise<void>
  close(): Promise<void>
}

/** What pg-boss says, and its types do not. */
const Completed = z.object({ affected: z.number() })

const inserted = 1000
const ever = 1_000_000

/** Workers have leases of their own, so pg-boss has nothing to look after. */
export async function openLotQueue(database: FleetDatabase): Promise<LotQueue> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: dbOf(database),
    schema: database.queue,
    supervise: false,
    schedule: false,
  })
  // What matters comes to whoever asks; this is of its own housekeeping.
  boss.on('error', () => undefined)
  await boss.start({ attempts: 5 })
  return {
    make: async (run) => boss.createQueue(queueOf(run), { retryLimit: ever }),

    async put(sql, run, lots) {
      // By priority, since all of them are made in one moment: workers read the dataset from the first case to the last.
      const jobs = lots.map((lot, index) => ({ data: lot, priority: lots.length - index, retryLimit: ever }))
      for (let at = 0; at < jobs.length; at += inserted) {
        await boss.insert(queueOf(run), jobs.slice(at, at + inserted), { db: dbOf(sql) })
      }
    },

    async take(sql, run, { worker, count }) {
      // Once others have given up what it holds, nobody would ever give up what it takes now.
      await assertLeased(sql, worker)
      const jobs = await fetchedFrom(boss, sql, { run, count })
      if (jobs.length === 0) return []
      await sql.query(
        `INSERT INTO ${sql.fleet}.held (lot, attempt, run, worker)
         SELECT lot, attempt, $3, $4 FROM unnest($1::uuid[], $2::int[]) AS taken (lot, attempt)`,
        [jobs.map(({ id }) => id), jobs.map(({ attempt }) => attempt), run, worker],
      )
      return jobs
    },

    async complete(sql, run, lots) {
      const ids = lots.map(({ id }) => id)
      await sql.query(`DELETE FROM ${sql.fleet}.held WHERE lot = ANY($1::uuid[])`, [ids])
      const outcome = await boss.complete(queueOf(run), attemptsOf(lots), null, { db: dbOf(sql) })
      return Completed.parse(outcome).affected
    },

    async release(sql, run, lots) {
      if (lots.length === 0) return
      await boss.fail(queueOf(run), attemptsOf(lots), null, { db: dbOf(sql) })
    },

    async left(sql, run) {
      const { rows } = await sql.query(
        `SELECT count(*) FILTER (WHERE state < 'active') AS waiting, count(*) FILTER (WHERE state = 'active') AS held
         FROM ${sql.queue}.job WHERE name = $1 AND state < 'completed'`,
        [queueOf(run)],
      )
      return { waiting: Number(rows[0]?.['waiting']), held: Number(rows[0]?.['held']) }
    },

    remove: async (run) => boss.deleteQueue(queueOf(run)),
    close: async () => boss.stop({ graceful: false }),
  }
}

function queueOf(run: string): string {
  return `run/${run}`
}

function attemptsOf(lots: readonly Pick<HeldLot, 'id' | 'attempt'>[]) {
  return lots.map(({ id, attempt }) => ({ id, retryCount: attempt }))
}

function dbOf(sql: Sql) {
  return {
    executeSql: async (text: string, values?: unknown[]) => ({ rows: [...(await sql.query(text, values)).rows] }),
  }
}

async function fetchedFrom(
  boss: PgBoss,
  sql: Sql,
  { run, count }: { readonly run: string; readonly count: number },
): Promise<readonly HeldLot[]> {
  try {
    const jobs = await boss.fetch<Lot>(queueOf(run), { batchSize: count, db: dbOf(sql) })
    return jobs.map(({ id, retryCount, data }) => ({ id, attempt: retryCount, ...data }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'PGBOSS_QUEUE_NOT_FOUND') return []
    throw error
  }
}
