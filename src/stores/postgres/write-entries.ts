import { type Cost, EvalError } from '../../core/index.ts'
import type { CaseEventRow } from '../case-row.ts'
import type { StoreEntry } from '../commit-entries.ts'
import { caseEnded, caseNotBegun, noSuchResult, noSuchRun } from '../store-rows.ts'
import { copyIn } from './copy-in.ts'
import { type LastEvent, type OpenCases, eventKey, lastEvents } from './last-events.ts'
import type { labelRows } from './label-rows.ts'
import type { Connection, PostgresDatabase } from './postgres-database.ts'
import type { runRows } from './run-rows.ts'
import type { spendingRows } from './spending-rows.ts'

export type PostgresTables = {
  readonly runs: ReturnType<typeof runRows>
  readonly labels: ReturnType<typeof labelRows>
  readonly spending: ReturnType<typeof spendingRows>
}

type WriteEntriesContext = {
  readonly writer: number
  readonly open: ReadonlyMap<string, LastEvent>
  readonly endedAt: () => Date
}

export type Written = {
  /** The error of each refused entry; undefined for the others. */
  readonly refusals: readonly (Error | undefined)[]
  /** The last events to remember once the transaction is committed. */
  readonly last: OpenCases
}

/** Writes all entries in a transaction; an invalid entry is refused without affecting the others. */
export async function writeEntries(
  connection: Connection,
  database: PostgresDatabase,
  tables: PostgresTables,
  entries: readonly StoreEntry[],
  { writer, open, endedAt }: WriteEntriesContext,
): Promise<Written> {
  const { runs, labels, spending } = tables
  const events = database.table('events')
  const numbers = await runs.hold(connection, [...new Set(entries.map(({ runId }) => runId))])
  const last = await lastEvents(connection, events, entries, { numbers, open })
  const paid = new Map<number, Cost[]>()
  let buffered: (readonly [number, number, number, number, string, string])[] = []

  const refusals: (Error | undefined)[] = []
  for (const entry of entries) refusals.push(await refusalOf(async () => write(entry)))
  await flush()
  // Written last, because other writers of the same run's costs wait for this transaction.
  for (const [run, costs] of [...paid].toSorted(([one], [other]) => one - other))
    await spending.add(connection, run, costs)
  return { refusals, last }

  async function write({ runId, change }: StoreEntry): Promise<void> {
    if ('body' in change) return addToCase(runId, change)
    switch (change.type) {
      case 'run-start':
        return void numbers.set(runId, await runs.start(connection, runId, change, writer))
      case 'run-end':
        return runs.end(connection, numberOf(runId), change, endedAt())
      case 'spent': {
        const run = numberOf(runId)
        return void paid.set(run, [...(paid.get(run) ?? []), change.cost])
      }
      case 'label': {
        const { position, repeat } = change.label
        const run = numberOf(runId)
        if (last.get(eventKey(run, { position, repeat }))?.type !== 'case-end') throw noSuchResult(runId, change.label)
        return labels.add(connection, run, change.label)
      }
    }
  }

  /** `case-start` deletes what an interrupted attempt left; see `CaseTable.add` for all rules. */
  async function addToCase(runId: string, { position, repeat, type, body }: CaseEventRow): Promise<void> {
    const run = numberOf(runId)
    const key = eventKey(run, { position, repeat })
    const before = last.get(key)
    if (before?.type === 'case-end' && type !== 'case-reopened') throw caseEnded(runId, position, repeat)
    if (before === undefined && type !== 'case-start') throw caseNotBegun(runId, position, repeat, type)
    if (before !== undefined && (type === 'case-start' || type === 'case-reopened')) {
      await remove(run, { position, repeat }, type === 'case-start' ? '' : `AND type IN ('scores', 'case-end')`)
    }
    const seq = before === undefined || type === 'case-start' ? 0 : before.seq + 1
    const kept = type === 'case-reopened' ? 'scores' : type
    buffered.push([run, position, repeat, seq, kept, body])
    last.set(key, { seq, type: kept })
  }

  function numberOf(runId: string): number {
    const run = numbers.get(runId)
    if (run === undefined) throw noSuchRun(runId)
    return run
  }

  async function remove(run: number, { position, repeat }: Pick<CaseEventRow, 'position' | 'repeat'>, which: string) {
    await flush()
    await connection.query(`DELETE FROM ${events} WHERE run = $1 AND position = $2 AND repeat = $3 ${which}`, [
      run,
      position,
      repeat,
    ])
  }

  async function flush(): Promise<void> {
    if (buffered.length === 0) return
    const rows = buffered
    buffered = []
    await copyIn(connection, `${events} (run, position, repeat, seq, type, body)`, rows)
  }
}

async function refusalOf(work: () => Promise<void>): Promise<Error | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
}
