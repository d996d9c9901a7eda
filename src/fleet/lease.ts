import { randomUUID } from 'node:crypto'
import { leaseLost } from './lease-lost.ts'
import type { FleetTime } from './fleet-time.ts'
import type { LotQueue } from './lot-queue.ts'
import type { FleetDatabase } from './sql.ts'

/** What a worker holds as long as it renews it; everything that it writes is fenced by it. */
export type Lease = {
  readonly id: string
  /** How long it goes on without being renewed. */
  readonly durationMs: number
  /** Aborted when the lease is lost, or may be: then what is asked is asked by others too. */
  readonly signal: AbortSignal
  /** Gives back what is held. */
  end(): Promise<void>
}

type LeaseOptions = {
  readonly queue: LotQueue
  /** For people. */
  readonly name: string
  readonly leaseMs: number
} & FleetTime

/** Takes a lease and renews it three times in its time; after half of it without an answer it counts as lost. */
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
    // One that was busy, or stopped, asks first: the database knows whether its lease has ended.
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
      // A server that is away may come back in time.
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

/** Takes from workers whose lease has ended what they hold, and the right to ask what they were asking. */
export async function releaseLost(database: FleetDatabase, queue: LotQueue): Promise<void> {
  const { rows } = await database.query(`SELECT id FROM ${database.fleet}.worker WHERE until < now()`)
  const ids = rows.map(({ id }) => String(id))
  if (ids.length > 0) await giveUp(database, queue, { ids, isOwn: false })
}

type LeaseLoss = {
  readonly ids: readonly string[]
  /** Whether it is the worker itself that gives up; others wait until its lease has ended. */
  readonly isOwn: boolean
}

async function giveUp(database: FleetDatabase, queue: LotQueue, { ids, isOwn }: LeaseLoss): Promise<void> {
  await database.transaction(async (sql) => {
    // A write of theirs that is under way keeps the row until it is done; one that comes later finds none.
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
