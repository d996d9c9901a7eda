import type { Run } from '../core/index.ts'
import { endRun } from '../runner/run-evaluation.ts'
import type { RunSetup } from '../runner/index.ts'
import { summarise } from '../runner/summarise.ts'
import type { Fleet } from './fleet.ts'
import { endingOf, forgetRun, isOpen, lostCalls } from './open-runs.ts'

type Finishing = Pick<RunSetup, 'plan' | 'setMetrics' | 'gateMeasures' | 'againstBaseline'>

/** Ends a run when all of its lots are completed or it was closed to workers; whoever comes first does it, and once. */
export async function finishRun({ database, queue, store, now }: Fleet, setup: Finishing): Promise<void> {
  const { plan } = setup
  const { runId } = plan
  const isWhole = await database.transaction(async (sql) => {
    const { rows } = await sql.query(`SELECT pg_try_advisory_xact_lock(${endingOf('$1')}) AS got`, [runId])
    if (rows[0]?.['got'] !== true) return undefined
    if ((await isOpen(sql, runId)) && !isEmpty(await queue.left(sql, runId))) return undefined
    const run: Run | undefined = await store.find(runId)
    if (run?.status !== 'running') return run?.status === 'finished'
    const counts = await summarise(plan, store, setup)
    const notes = [...(counts.notes ?? []), ...(await lostCalls(sql, runId))]
    const { status } = await endRun(
      { ...setup, store },
      {
        summary: notes.length === 0 ? counts : { ...counts, notes },
        durationMs: () => now() - Date.parse(plan.createdAt),
        emit: async (event) => store.append(runId, event),
        isSeenHere: false,
      },
    )
    return status === 'finished'
  })
  if (isWhole !== undefined) await forgetRun(database, queue, { run: runId, isWhole })
}

function isEmpty({ waiting, held }: { readonly waiting: number; readonly held: number }): boolean {
  return waiting + held === 0
}
