import type { RunStore } from '../../core/index.ts'
import type { Records } from '../json-records.ts'
import { roundKey } from './round-key.ts'
import type { AnswerOrigin } from './stored-answers.ts'

type Session = { readonly session: string; readonly records: Records<AnswerOrigin>; readonly isOver?: boolean }

/** Milliseconds for which a round's page may still be open. */
const freshMs = 10_000
const keptWhile = 2

/**
 * Deletes superseded rounds of a session. For each dataset the last two rounds stay during the session, for comparison, and the
 * last one after it; labelled rounds stay always.
 */
export async function pruneSession(store: RunStore, { session, records, isOver = false }: Session): Promise<void> {
  const runs = await store.list()
  const labelled = new Set((await store.labels(undefined, { notes: true })).map(({ runId }) => runId))
  const rounds = runs.filter(({ plan }) => plan.watch?.session === session)
  const oldest = new Date(Date.now() - freshMs).toISOString()
  const doomed = [...Map.groupBy(rounds, ({ plan }) => roundKey(plan)).values()].flatMap((ofDataset) => {
    const whole = ofDataset.filter(({ status }) => status === 'finished').slice(0, isOver ? 1 : keptWhile)
    if (whole.length === 0) return []
    return ofDataset.filter((run) => !whole.includes(run) && (isOver || run.plan.createdAt < oldest))
  })
  const gone = doomed.map(({ plan }) => plan.runId).filter((runId) => !labelled.has(runId))
  if (gone.length > 0) await store.delete(gone)
  const left = new Set(runs.map(({ plan }) => plan.runId).filter((runId) => !gone.includes(runId)))
  for (const { runId } of await records.all()) if (!left.has(runId)) await records.remove(runId)
}
