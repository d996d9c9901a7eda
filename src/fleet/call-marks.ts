import { leaseLost } from './lease-lost.ts'
import type { Lease } from './lease.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** A call that is about to be made: of the agent by its case and exchange, of a judge by its question and attempt. */
export type PendingCall = {
  readonly role: 'agent' | 'judge'
  /** What is asked: `position/repeat` of the agent, the key of the question of a judge. */
  readonly what: string
  /** Which call it is of those that this takes, from 0. */
  readonly nth: number
}

/** Writes down calls of a worker before they are made; those that come at one time in one transaction. */
export type CallMarks = {
  /**
   * Resolves in the moment in which the commit goes out, so that the call, if it is made at once, goes out with it: a worker that is
   * killed has done both or neither.
   *
   * @throws {EvalError} `store`, when the lease has ended: then it is not to be made
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
        // Of those that went out already nobody waits any more.
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
        // Whoever was stopped in between does not know whether others have begun to ask.
        if (clock() - startedAt > lease.durationMs / 2) throw leaseLost()
        for (const { resolve } of calls) resolve()
      },
    )
  }

  // Done twice by one worker it is the same, so it may be tried again after the connection was cut.
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

/** Forgets what need not be asked any more, in the transaction that makes the outcome durable; what was made again stays counted. */
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
 * How many calls of a run were made again: somebody had made them whose lease is over, and nobody knows what came of them. They count
 * when they are made again, and not when the lease ends, after which nobody may want to know any more.
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
