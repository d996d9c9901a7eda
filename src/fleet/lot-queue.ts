import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { LotPlace } from './lots.ts'
import { assertLeased } from './lease-lost.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** A lot held by a worker. `attempt` distinguishes the holder from earlier ones. */
export type HeldLot = {
  readonly id: string
  readonly attempt: number
  readonly places: readonly LotPlace[]
  /** True when no result of the lot had begun when it was made. */
  readonly isFresh: boolean
}

export type Lot = Pick<HeldLot, 'places' | 'isFresh'>

/** The lots of all runs, as jobs of pg-boss with one queue for each run. */
export type LotQueue = {
  /** Creates the queue of a run, before its lots are put there. */
  make(run: string): Promise<void>
  put(sql: Sql, run: string, lots: readonly Lot[]): Promise<void>
  /** Takes the first free lots for the worker, if its lease has not ended. It runs in a transaction. */
  take(sql: Sql, run: string, options: { readonly worker: string; readonly count: number }): Promise<readonly HeldLot[]>
  /** @returns the number of lots that were still held at this attempt */
  complete(sql: Sql, run: string, lots: readonly Pick<HeldLot, 'id' | 'attempt'>[]): Promise<number>
  release(sql: Sql, run: string, lots: readonly Pick<HeldLot, 'id' | 'attempt'>[]): Promise<void>
  left(sql: Sql, run: string): Promise<{ readonly waiting: number; readonly held: number }>
  remove(run: string): Promise<void>
  close(): Promise<void>
}

/** pg-boss returns this, though its types do not say so. */
const Completed = z.object({ affected: z.number() })

const inserted = 1000
const ever = 1_000_000

/** Workers have leases of their own, so pg-boss needs no maintenance of jobs. */
export async function openLotQueue(database: FleetDatabase): Promise<LotQueue> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: dbOf(database),
    schema: database.queue,
    supervise: false,
    schedule: false,
  })
  // Errors of calls reach their callers; this event is about pg-boss's own maintenance.
  boss.on('error', () => undefined)
  await boss.start({ attempts: 5 })
  return {
    make: async (run) => boss.createQueue(queueOf(run), { retryLimit: ever }),

    async put(sql, run, lots) {
      // All jobs get the same timestamp, so their priority keeps the order of the dataset.
      const jobs = lots.map((lot, index) => ({ data: lot, priority: lots.length - index, retryLimit: ever }))
      for (let at = 0; at < jobs.length; at += inserted) {
        await boss.insert(queueOf(run), jobs.slice(at, at + inserted), { db: dbOf(sql) })
      }
    },

    async take(sql, run, { worker, count }) {
      // After its lots were released, nothing would ever release a lot that the worker takes now.
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
