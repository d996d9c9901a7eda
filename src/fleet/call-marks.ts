import { leaseLost } from './lease-lost.ts'
import type { Lease } from './lease.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** A call that is about to be made: of the agent, by case and exchange, or of a judge, by question and attempt. */
export type PendingCall = {
  readonly role: 'agent' | 'judge'
  /** `position/repeat` for the agent, the key of the question for a judge. */
  readonly what: string
  /** The index of the call among those of the same case or question, from 0. */
  readonly nth: number
}

/** Records the calls of a worker before they are made. Simultaneous calls share one transaction. */
export type CallMarks = {
  /**
   * Resolves at the moment in which the commit is sent. The call, if made at once, goes out with it, so a worker that
   * is killed has done both or neither.
   *
   * @throws {EvalError} `store`, when the lease has ended; the call must not be made then
   */
  mark(call: PendingCall): Promise<void>
}

type CallMarksWaiter = PromiseWithResolvers<void> & { readonly call: PendingCall }

export function callMarks(
  database: FleetDatabase,
  { run, lease, clock }: { readonly run: string; readonly lease: Lease; readonly clock: () => number },
): CallMarks {
  let waiting: CallMarksWaiter[] = []
  let isAtWork = false

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting
      waiting = []
      try {
        await write(calls)
      } catch (error) {
        // Promises of calls that already went out are resolved and ignore this.
        for (const { reject } of calls) reject(error)
      }
    }
    isAtWork = false
  }

  async function write(calls: readonly CallMarksWaiter[]): Promise<void> {
    let startedAt = clock()
    await database.transaction(
      async (sql) => {
        startedAt = clock()
        if (
          (await insert(
            sql,
            calls.map(({ call }) => call),
          )) === 0
        )
          throw leaseLost()
      },
      () => {
        // After a long pause other workers may have taken over the calls.
        if (clock() - startedAt > lease.durationMs / 2) throw leaseLost()
        for (const { resolve } of calls) resolve()
      },
    )
  }

  // A repeated insert by the same worker changes nothing, so it can be retried after a lost connection.
  async function insert(sql: Sql, calls: readonly PendingCall[]): Promise<number> {
    const { rows } = await sql.query(
      `INSERT INTO ${sql.fleet}.called AS called (run, role, what, nth, worker)
       SELECT $1, role, what, nth, me.id
       FROM ${sql.fleet}.worker AS me, unnest($3::text[], $4::text[], $5::int[]) AS new (role, what, nth)
       WHERE me.id = $2 AND me.until > now() FOR KEY SHARE OF me
       ON CONFLICT (run, role, what, nth) DO UPDATE SET worker = excluded.worker,
         again = called.again + CASE WHEN called.worker IN (SELECT id FROM ${sql.fleet}.worker) THEN 0 ELSE 1 END
       RETURNING nth`,
      [run, lease.id, calls.map(({ role }) => role), calls.map(({ what }) => what), calls.map(({ nth }) => nth)],
    )
    return rows.length
  }

  return {
    async mark(call) {
      const mine = { ...Promise.withResolvers<void>(), call }
      waiting.push(mine)
      if (!isAtWork) {
        isAtWork = true
        queueMicrotask(() => void work())
      }
      return mine.promise
    },
  }
}

/** Forgets settled calls in the transaction that stores the outcome. Repeated calls stay counted. */
export async function settleCalls(
  sql: Sql,
  run: string,
  { role, what }: { readonly role: PendingCall['role']; readonly what: readonly string[] },
): Promise<void> {
  if (what.length === 0) return
  await sql.query(
    `WITH over AS (DELETE FROM ${sql.fleet}.called WHERE run = $1 AND role = $2 AND what = ANY($3::text[]) RETURNING again)
     INSERT INTO ${sql.fleet}.lost_call (run, role, calls) SELECT $1, $2, sum(again) FROM over HAVING sum(again) > 0`,
    [run, role, what],
  )
}

/**
 * Counts the calls of a run that were made again, because a worker had made them and lost its lease before the outcome
 * was stored. A call counts when it is repeated, not when the lease ends, since it may never be repeated.
 */
export async function callsMadeAgain(sql: Sql, run: string): Promise<Readonly<Record<PendingCall['role'], number>>> {
  const { rows } = await sql.query(
    `SELECT role, sum(calls) AS calls FROM (
       SELECT role, calls FROM ${sql.fleet}.lost_call WHERE run = $1
       UNION ALL SELECT role, again FROM ${sql.fleet}.called WHERE run = $1
     ) AS again GROUP BY role`,
    [run],
  )
  const callsTo = (role: PendingCall['role']) => Number(rows.find((row) => row['role'] === role)?.['calls'] ?? 0)
  return { agent: callsTo('agent'), judge: callsTo('judge') }
}
