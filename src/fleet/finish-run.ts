import type { Run, RunPlan } from '../core/index.ts'
import { endRun } from '../runner/run-evaluation.ts'
import type { RunSetup } from '../runner/index.ts'
import { summarise } from '../runner/summarise.ts'
import type { Fleet } from './fleet.ts'
import { endingLock, forgetRun, isOpen, lostCalls } from './open-runs.ts'
import type { Sql } from './sql.ts'

type Finishing = Pick<RunSetup, 'plan' | 'setMetrics' | 'gateMeasures' | 'againstBaseline'>

/** Ends a run when all its lots are completed or it was closed to workers. The first caller does it, exactly once. */
export async function finishRun(fleet: Fleet, setup: Finishing): Promise<void> {
  const { database, queue, store } = fleet
  const { plan } = setup
  const { runId } = plan
  const isWhole = await database.transaction(async (sql) => {
    const { rows } = await sql.query(`SELECT pg_try_advisory_xact_lock(${endingLock('$1')}) AS got`, [runId])
    if (rows[0]?.['got'] !== true) return undefined
    if ((await isOpen(sql, runId)) && !isEmpty(await queue.left(sql, runId))) return undefined
    const run: Run | undefined = await store.find(runId)
    if (run?.status !== 'running') return run?.status === 'finished'
    const durationMs = await timeSinceOpened(fleet, sql, plan)
    const counts = await whileHeardOf(sql, async () => summarise(plan, store, setup))
    const notes = [...(counts.notes ?? []), ...(await lostCalls(sql, runId))]
    const { status } = await endRun(
      { ...setup, store },
      {
        summary: notes.length === 0 ? counts : { ...counts, notes },
        durationMs,
        emit: async (event) => store.append(runId, event),
        isSeenHere: false,
      },
    )
    return status === 'finished'
  })
  if (isWhole !== undefined) await forgetRun(database, queue, { run: runId, isWhole })
}

/** Well below the time after which a server gives up an idle transaction. */
const heardEveryMs = 5000

/** Counting a million results takes a minute, so statements in between keep the transaction alive. */
async function whileHeardOf<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const beat = setInterval(() => {
    // When the connection fails, the next statement of the transaction reports it.
    sql.query('SELECT 1').catch(() => undefined)
  }, heardEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

/** The time that a resumed run spent waiting before it was queued again does not count. */
async function timeSinceOpened({ clock, now }: Fleet, sql: Sql, plan: RunPlan): Promise<() => number> {
  const { rows } = await sql.query(
    `SELECT extract(epoch FROM clock_timestamp() - since) * 1000 AS ms FROM ${sql.fleet}.open_run WHERE run = $1`,
    [plan.runId],
  )
  // A run that was stopped has no row any more.
  const before = Number(rows[0]?.['ms'] ?? now() - Date.parse(plan.createdAt))
  const askedAt = clock()
  return () => before + clock() - askedAt
}

function isEmpty({ waiting, held }: { readonly waiting: number; readonly held: number }): boolean {
  return waiting + held === 0
}
