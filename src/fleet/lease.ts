import { randomUUID } from 'node:crypto'
import { leaseLost } from './lease-lost.ts'
import type { FleetTime } from './fleet-time.ts'
import type { LotQueue } from './lot-queue.ts'
import type { FleetDatabase } from './sql.ts'

/** A worker's right to its lots and questions, as long as it renews it. It fences everything that the worker writes. */
export type Lease = {
  readonly id: string
  /** The time for which it lasts without being renewed. */
  readonly durationMs: number
  /** Aborts when the lease is lost, or may be, because other workers then take over. */
  readonly signal: AbortSignal
  end(): Promise<void>
}

type LeaseOptions = {
  readonly queue: LotQueue
  readonly name: string
  readonly leaseMs: number
} & FleetTime

/** Takes a lease and renews it three times in its duration. After half of it without an answer it counts as lost. */
export async function openLease(
  database: FleetDatabase,
  { queue, name, leaseMs, clock, sleep }: LeaseOptions,
): Promise<Lease> {
  const id = randomUUID()
  const lost = new AbortController()
  const over = new AbortController()
  let renewedAt = clock()
  await database.query(
    `INSERT INTO ${database.fleet}.worker (id, name, until) VALUES ($1, $2, now() + $3 * interval '1 ms')`,
    [id, name, leaseMs],
  )
  let askedAt: number | undefined
  void keepRenewing()

  async function keepRenewing(): Promise<void> {
    while (!over.signal.aborted) {
      await sleep(leaseMs / 8, over.signal).catch(() => undefined)
      if (!over.signal.aborted) void tick()
    }
  }

  async function tick(): Promise<void> {
    const silence = clock() - renewedAt
    // After a pause it asks the database first, which knows whether the lease has ended.
    if (askedAt !== undefined) return silence > leaseMs / 2 && clock() - askedAt > leaseMs / 8 ? lose() : undefined
    if (silence < leaseMs / 4) return
    const asked = (askedAt = clock())
    try {
      const { rows } = await database.query(
        `UPDATE ${database.fleet}.worker SET until = now() + $2 * interval '1 ms' WHERE id = $1 AND until > now() RETURNING id`,
        [id, leaseMs],
      )
      if (rows.length === 0) return lose()
      renewedAt = asked
      await releaseLost(database, queue)
    } catch (error) {
      // A server that is unavailable may return in time.
      if (!(error instanceof Error)) throw error
      if (clock() - renewedAt > leaseMs / 2) lose()
    } finally {
      askedAt = undefined
    }
  }

  function lose(): void {
    over.abort()
    lost.abort(leaseLost())
  }

  return {
    id,
    durationMs: leaseMs,
    signal: lost.signal,
    async end() {
      over.abort()
      await giveUp(database, queue, { ids: [id], isOwn: true })
    },
  }
}

/** Releases the lots and questions of workers whose lease has ended. */
export async function releaseLost(database: FleetDatabase, queue: LotQueue): Promise<void> {
  const { rows } = await database.query(`SELECT id FROM ${database.fleet}.worker WHERE until < now()`)
  const ids = rows.map(({ id }) => String(id))
  if (ids.length > 0) await giveUp(database, queue, { ids, isOwn: false })
}

type LeaseLoss = {
  readonly ids: readonly string[]
  /** True when the worker itself gives up; others have to wait until its lease ends. */
  readonly isOwn: boolean
}

async function giveUp(database: FleetDatabase, queue: LotQueue, { ids, isOwn }: LeaseLoss): Promise<void> {
  await database.transaction(async (sql) => {
    // A pending write of the worker locks the row until it is done; a later one finds no row.
    const { rows: gone } = await sql.query(
      `DELETE FROM ${sql.fleet}.worker WHERE id = ANY($1::uuid[]) AND ($2 OR until < now()) RETURNING id`,
      [ids, isOwn],
    )
    const workers = gone.map(({ id }) => id)
    if (workers.length === 0) return
    const { rows: held } = await sql.query(
      `DELETE FROM ${sql.fleet}.held WHERE worker = ANY($1::uuid[]) RETURNING lot, attempt, run`,
      [workers],
    )
    for (const [run, lots] of Map.groupBy(held, (row) => String(row['run']))) {
      const attempts = lots.map(({ lot, attempt }) => ({ id: String(lot), attempt: Number(attempt) }))
      await queue.release(sql, run, attempts)
    }
    await sql.query(`DELETE FROM ${sql.fleet}.claim WHERE worker = ANY($1::uuid[])`, [workers])
    await sql.query('SELECT pg_notify($1, $2)', [sql.channel, 'released'])
  })
}
