import type { DatabaseSync } from 'node:sqlite'
import type { RunStore } from '../core/index.ts'
import { callsUnderWay } from './calls-under-way.ts'
import { type StoredCases, caseReader } from './case-reader.ts'
import { type CaseEventRows, toRow } from './case-row.ts'
import type { CaseTable } from './case-table.ts'
import { commitEntries, type StoreEntry } from './commit-entries.ts'
import { groupCommit } from './group-commit.ts'
import { openDatabase, syncBesides, watchPlace } from './sqlite-database.ts'
import { type StoreFailures, isLocked, storeFailures } from './store-error.ts'
import { type StoreTables, storeTables } from './store-tables.ts'
import { transaction } from './transaction.ts'

type SqliteStoreOptions = {
  /** Returns the time at which a run ends. */
  readonly clock?: () => Date
  /** Milliseconds to wait for another process that is writing. */
  readonly lockTimeoutMs?: number
}

/**
 * Opens the run store in one SQLite file, which is made with its folder if need be; `:memory:` keeps nothing. Several
 * processes may use the same file. What is appended in short succession becomes durable together.
 *
 * @throws {EvalError} `store` when the file cannot be used
 * @example
 * const store = openSqliteStore('.shinsa/runs.db')
 * const newest = (await store.list())[0]?.plan.runId
 */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): RunStore {
  const { clock = () => new Date(), lockTimeoutMs = 10_000 } = options
  const database = openDatabase(file, lockTimeoutMs)
  const log = syncBesides(database, file)
  const assertInPlace = watchPlace(file)
  const tables = storeTables(database)
  const { runs, spending, labels, views } = tables
  const failures = storeFailures(database, file)
  const { explained } = failures
  const dataVersion = database.prepare('PRAGMA data_version')
  let commits = 0
  const journal = groupCommit(
    (entries: readonly StoreEntry[]) => {
      commits += 1
      const refusals = explained(() => commitEntries(database, tables, entries, { endedAt: clock }))
      assertInPlace()
      return refusals
    },
    { sizeOf: ({ change }) => ('body' in change ? change.body.length : 0), synced: log.synced },
  )

  /** Changes other than events are written after the events that wait. */
  async function writeNow<Result>(write: () => Result): Promise<Result> {
    journal.flush()
    commits += 1
    const result = explained(write)
    await log.synced()
    return result
  }

  return {
    async append(runId, event) {
      await journal.add({ runId, change: 'position' in event ? toRow(event) : event })
    },

    list: async () => explained(() => runs.all().runs),

    async unreadable(only) {
      return explained(() => [
        ...runs.all().unreadable,
        ...(only === 'runs' ? [] : [...spending.unreadable(), ...labels.unreadable()]),
      ])
    },

    find: async (runId) => explained(() => runs.find(runId)),

    ...caseReader(sqliteCases(tables, failures)),

    async spending(runId, known) {
      journal.flush() // Nobody waits for what a stopped run still has to write down.
      return explained(() => spending.all(runs.numberOf(runId), known))
    },

    async label(runId, label) {
      await journal.add({ runId, change: { type: 'label', label } })
    },

    async labels(runId, { history = false, notes = false } = {}) {
      return explained(() => labels.all(runId === undefined ? undefined : runs.numberOf(runId), { history, notes }))
    },

    note: async (runId, note) => writeNow(() => runs.note(runId, note)),
    views: async () => explained(() => views.all()),
    keepView: async (view) => writeNow(() => views.keep(view)),
    delete: async (runIds) => writeNow(() => deleteFrom(database, tables, runIds)),

    async revision() {
      // SQLite counts commits of other connections; both numbers only grow.
      return explained(() => commits + Number(dataVersion.get()?.['data_version']))
    },

    callsUnderWay: async (runId) => (file === ':memory:' ? undefined : callsUnderWay(file, runId)),

    async close() {
      if (!database.isOpen) return
      journal.flush()
      await log.close()
    },
  }
}

function deleteFrom(database: DatabaseSync, { runs, cases }: StoreTables, runIds: readonly string[]): number {
  const before = usedBytes(database)
  cases.forgetOpen()
  transaction(database, () => {
    for (const runId of runIds) runs.delete(runId)
  })
  const after = usedBytes(database)
  shrink(database)
  return before - after
}

function sqliteCases(
  { runs, cases, search }: Pick<StoreTables, 'runs' | 'cases' | 'search'>,
  { explain, explained }: StoreFailures,
): StoredCases {
  async function* pagesOf(runId: string, select: CaseTable['scored']): AsyncGenerator<readonly CaseEventRows[]> {
    try {
      yield* select({ runId, run: runs.numberOf(runId) })
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    metricsOf: async (runId) => explained(() => runs.metricNames(runId)),
    all: (runId, from) => pagesOf(runId, (key) => cases.all(key, from)),
    scored: (runId) => pagesOf(runId, cases.scored),
    one: async (runId, place) => explained(() => cases.one({ runId, run: runs.numberOf(runId) }, place)),
    placesOf: async (runId, id) => explained(() => cases.placesOf(runs.numberOf(runId), id)),
    runIds: async () => explained(() => runs.all().runs.map(({ plan }) => plan.runId)),
    rowsSaying: async (runId, text, after) => explained(() => search(runs.numberOf(runId), text, after)),
  }
}

/** Returns the bytes in use; freed pages are reused later. */
function usedBytes(database: DatabaseSync): number {
  return (pragma(database, 'page_count') - pragma(database, 'freelist_count')) * pragma(database, 'page_size')
}

/** Returns freed pages to the disk and erases their content, unless another process uses the file. */
function shrink(database: DatabaseSync): void {
  try {
    database.exec('VACUUM')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isLocked(error)) throw error
  }
}

function pragma(database: DatabaseSync, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
