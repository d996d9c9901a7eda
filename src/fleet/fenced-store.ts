import type { RunEvent } from '../core/index.ts'
import { toRow } from '../stores/case-row.ts'
import { commitQueue } from '../stores/postgres/commit-queue.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import type { Fence } from './fence.ts'
import { sqlOf } from './fleet-database.ts'
import type { FleetDatabase } from './sql.ts'

/** Writes events of a run as far as a fence lets them pass, many in one transaction. */
export function fencedAppend(
  store: Pick<PostgresStore, 'appendTogether'>,
  database: FleetDatabase,
  { run, fence }: { readonly run: string; readonly fence: Fence },
): (event: RunEvent) => Promise<void> {
  const journal = commitQueue(async (events: readonly RunEvent[]) => {
    const entries = events.map((event) => ({ runId: run, change: entryOf(event) }))
    await store.appendTogether(entries, async (connection) => fence.check(sqlOf(connection, database), events))
    fence.written(events)
    return events.map(() => undefined)
  })
  return async (event) => journal.add(event)
}

function entryOf(event: RunEvent) {
  return 'position' in event ? toRow(event) : event
}
