import { z } from 'zod'
import { type EvalError, message, Message } from '../core/index.ts'
import { callsMadeAgain } from './call-marks.ts'
import { Fingerprint } from './fingerprint.ts'
import { forgetFiles } from './kept-files.ts'
import { assertLeased } from './lease-lost.ts'
import type { Lot, LotQueue } from './lot-queue.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** Facts about a run that all its workers share: its budget, and findings about its dataset. */
export const Limits = z.object({ maxCost: z.number().optional(), dataset: z.unknown().optional() })
export type Limits = z.infer<typeof Limits>

export type OpenRun = {
  readonly run: string
  readonly fingerprint: Fingerprint
  readonly limits: Limits
}

/** The reason why a worker cannot play a run, or why a run was stopped. */
export const Remark = z.object({ code: z.string(), sentence: Message, hint: Message.optional() })
export type Remark = z.infer<typeof Remark>

export function remarkOf({ code, sentence, hint }: EvalError): Remark {
  return { code, sentence, ...(hint !== undefined && { hint }) }
}

type Opening = OpenRun & { readonly labels: readonly string[]; readonly lots: readonly Lot[] }

export async function openForWorkers(
  database: FleetDatabase,
  queue: LotQueue,
  { run, labels, fingerprint, limits, lots }: Opening,
): Promise<void> {
  await queue.remove(run)
  await queue.make(run)
  await database.transaction(async (sql) => {
    await sql.query(`DELETE FROM ${sql.fleet}.remark WHERE run = $1`, [run])
    await sql.query(`INSERT INTO ${sql.fleet}.open_run (run, labels, fingerprint, limits) VALUES ($1, $2, $3, $4)`, [
      run,
      labels,
      JSON.stringify(fingerprint),
      JSON.stringify(limits),
    ])
    await queue.put(sql, run, lots)
    await sql.query('SELECT pg_notify($1, $2)', [sql.channel, `opened ${run}`])
  })
}

/** The key of the lock that is held while a run is ended. */
export function endingLock(run: string): string {
  return `hashtextextended(${run}, 7)`
}

/** Returns the oldest run with waiting work that a worker with these labels may play and has not refused. */
export async function nextOpenRun(
  database: FleetDatabase,
  { labels, refused }: { readonly labels: readonly string[]; readonly refused: readonly string[] },
): Promise<OpenRun | undefined> {
  const { rows } = await database.query(
    `SELECT run, fingerprint, limits FROM ${database.fleet}.open_run AS its
     WHERE labels <@ $1::text[] AND NOT run = ANY($2::text[])
       AND (EXISTS (SELECT 1 FROM ${database.queue}.job WHERE name = 'run/' || its.run AND state < 'active')
         OR NOT (EXISTS (SELECT 1 FROM ${database.queue}.job WHERE name = 'run/' || its.run AND state < 'completed')
           OR EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND (classid::bigint << 32 | objid::bigint) = ${endingLock('its.run')})))
     ORDER BY since LIMIT 1`,
    [labels, refused],
  )
  return rows[0] && openRunFrom(rows[0])
}

export async function isOpen(sql: Sql, run: string): Promise<boolean> {
  return (await sql.query(`SELECT 1 FROM ${sql.fleet}.open_run WHERE run = $1`, [run])).rows.length > 0
}

type Closing = {
  readonly why?: Remark
  /** The worker that closes the run, if one does; its lease must not have ended. */
  readonly worker?: string
}

/** Forbids all further writes to the run, and abandons its open questions. */
export async function closeToWorkers(
  database: FleetDatabase,
  run: string,
  { why, worker }: Closing = {},
): Promise<void> {
  await database.transaction(async (sql) => {
    if (worker !== undefined) await assertLeased(sql, worker)
    const { rows } = await sql.query(`DELETE FROM ${sql.fleet}.open_run WHERE run = $1 RETURNING run`, [run])
    // Questions without a stored answer may be asked again; one that is being asked now is then paid twice.
    await sql.query(
      `DELETE FROM ${sql.fleet}.called AS called WHERE run = $1 AND role = 'judge'
       AND $2 AND NOT EXISTS (SELECT FROM ${sql.fleet}.claim WHERE key IN (called.what, $1 || ' ' || called.what))`,
      [run, rows.length > 0],
    )
    await forget(sql, run, ['held', 'claim'])
    if (why !== undefined) await remark(sql, { run, worker: '', remark: why })
    await sql.query('SELECT pg_notify($1, $2)', [sql.channel, `stopped ${run}`])
  })
}

/**
 * Deletes everything about an ended run except its results, and remarks, which stay until it is resumed. An incomplete
 * run also keeps its calls and answers.
 */
export async function forgetRun(
  database: FleetDatabase,
  queue: LotQueue,
  { run, isWhole }: { readonly run: string; readonly isWhole: boolean },
): Promise<void> {
  await closeToWorkers(database, run)
  await queue.remove(run)
  await forget(database, run, ['progress', ...(isWhole ? ['called', 'answer'] : [])])
  await forgetFiles(database, run)
  await database.query('SELECT pg_notify($1, $2)', [database.channel, `ended ${run}`])
}

async function forget(sql: Sql, run: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.query(`DELETE FROM ${sql.fleet}.${table} WHERE run = $1`, [run])
}

type Remarking = { readonly run: string; readonly worker: string; readonly remark: Remark }

export async function remark(sql: Sql, { run, worker, remark: said }: Remarking): Promise<void> {
  await sql.query(
    `INSERT INTO ${sql.fleet}.remark (run, worker, remark) VALUES ($1, $2, $3)
     ON CONFLICT (run, worker) DO UPDATE SET remark = excluded.remark, at = now()`,
    [run, worker, JSON.stringify(said)],
  )
}

export async function remarksOf(
  sql: Sql,
  run: string,
): Promise<readonly { readonly worker: string; readonly remark: Remark }[]> {
  const { rows } = await sql.query(`SELECT worker, remark FROM ${sql.fleet}.remark WHERE run = $1 ORDER BY at`, [run])
  return rows.map(({ worker, remark: said }) => ({ worker: String(worker), remark: Remark.parse(said) }))
}

/** Returns the recorded spending of all workers on a run, in US dollars. */
export async function spentBy(sql: Sql, run: string): Promise<number> {
  const { rows } = await sql.query(`SELECT sum(dollars) AS dollars FROM ${sql.fleet}.progress WHERE run = $1`, [run])
  return Number(rows[0]?.['dollars'] ?? 0)
}

export async function lostCalls(sql: Sql, run: string): Promise<readonly Message[]> {
  const { agent, judge } = await callsMadeAgain(sql, run)
  if (agent + judge === 0) return []
  return [
    message(
      'up to {count} {count|call was|calls were} made again, because the worker that was waiting for the answer was lost or stopped: up to {agent} to the agent, up to {judge} to judges; they may be paid twice',
      { count: agent + judge, agent, judge },
    ),
  ]
}

function openRunFrom(row: Readonly<Record<string, unknown>>): OpenRun {
  return {
    run: String(row['run']),
    fingerprint: Fingerprint.parse(row['fingerprint']),
    limits: Limits.parse(row['limits']),
  }
}
