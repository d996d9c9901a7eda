import type { CaseRecord, HumanLabel, RunEvent, RunStore, ScoredCase } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import type { CaseRow, CaseRows } from './case-row.ts'
import { recordFrom, scoredCaseFrom, scoredFrom, toRow } from './case-row.ts'
import type { CaseTable, Place } from './case-table.ts'
import { caseTable } from './case-table.ts'
import { groupCommit } from './group-commit.ts'
import { labelTable } from './label-table.ts'
import { runTable } from './run-table.ts'
import { spendingTable } from './spending-table.ts'
import { openDatabase } from './sqlite-database.ts'
import { storeError } from './store-error.ts'
import { transaction } from './transaction.ts'
import { unlessDamaged } from './unless-damaged.ts'

type SqliteStoreOptions = {
  /** Says when a run ended. */
  readonly clock?: () => Date
  /** How long to wait for another process that is writing, in milliseconds. */
  readonly lockTimeoutMs?: number
}

type Entry = { readonly runId: string; readonly change: RunChange | CaseRow | Labelling }
type Labelling = { readonly type: 'label'; readonly label: Omit<HumanLabel, 'runId'> }
type RunChange = Extract<RunEvent, { type: 'run-start' | 'spent' | 'run-end' }>

/**
 * The run store in one SQLite file, made with its folder if need be. Several processes may use the same file. What is
 * appended in the same turn of the event loop becomes durable together.
 *
 * @throws {EvalError} `store`, when the file cannot be used
 * @example const store = openSqliteStore('.shinsa/runs.db')
 */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): RunStore {
  const { clock = () => new Date(), lockTimeoutMs = 10_000 } = options
  const database = openDatabase(file, lockTimeoutMs)
  const runs = runTable(database)
  const cases = caseTable(database)
  const spending = spendingTable(database)
  const labels = labelTable(database)
  const journal = groupCommit(commit)
  const dataVersion = database.prepare('PRAGMA data_version')
  let commits = 0

  function commit(entries: readonly Entry[]): readonly (Error | undefined)[] {
    const numbers = new Map<string, number>()
    return explained(() => {
      try {
        commits += 1
        return transaction(database, () => entries.map((entry) => refusalOf(entry, numbers)))
      } catch (error) {
        cases.forgetOpen()
        throw error
      }
    })
  }

  // One event that makes no sense must not take down those that happen to be written with it.
  function refusalOf(entry: Entry, numbers: Map<string, number>): Error | undefined {
    try {
      write(entry, numbers)
      return undefined
    } catch (error) {
      if (error instanceof EvalError) return error
      throw error
    }
  }

  // Numbers are remembered for one transaction only: one that is rolled back may have made the run.
  function write({ runId, change }: Entry, numbers: Map<string, number>): void {
    if ('body' in change) {
      const run = numbers.get(runId) ?? runs.numberOf(runId)
      numbers.set(runId, run)
      cases.add({ runId, run }, change)
    } else if (change.type === 'run-start') {
      runs.start(runId, change, process.pid)
    } else if (change.type === 'run-end') {
      runs.end(runId, change, clock())
    } else if (change.type === 'label') {
      labels.add({ runId, run: runs.numberOf(runId) }, change.label)
    } else {
      spending.add({ runId, run: runs.numberOf(runId) }, change.cost)
    }
  }

  function explained<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw explain(error)
    }
  }

  async function* pagesOf(runId: string, select: CaseTable['scored']): AsyncGenerator<readonly CaseRows[]> {
    try {
      yield* select({ runId, run: runs.numberOf(runId) })
    } catch (error) {
      throw explain(error)
    }
  }

  function recordAt(runId: string, place: Place): CaseRecord | undefined {
    return explained(() => {
      const kept = cases.one({ runId, run: runs.numberOf(runId) }, place)
      return kept === undefined ? undefined : recordFrom(kept, metricsOf(runId))
    })
  }

  /** Of a damaged case: what it is called stands in rows that are not read for its scores. */
  function scoredAt(runId: string, place: Place): ScoredCase | undefined {
    const record = recordAt(runId, place)
    return record === undefined ? undefined : scoredFrom(record)
  }

  function metricsOf(runId: string): readonly string[] {
    return explained(() => runs.find(runId)?.plan.metrics.map(({ name }) => name) ?? [])
  }

  function explain(error: unknown): unknown {
    return database.isOpen ? storeError(file, error) : closed(file)
  }

  return {
    async append(runId, event) {
      await journal.add({ runId, change: 'position' in event ? toRow(event) : event })
    },

    async list() {
      return explained(() => runs.all().runs)
    },

    async unreadable() {
      return explained(() => [...runs.all().unreadable, ...spending.unreadable(), ...labels.unreadable()])
    },

    async find(runId) {
      return explained(() => runs.find(runId))
    },

    async *records(runId, from) {
      const metrics = metricsOf(runId)
      for await (const page of pagesOf(runId, (key) => cases.all(key, from))) {
        for (const kept of page) {
          const record = recordFrom(kept, metrics)
          if (record !== undefined) yield record
        }
      }
    },

    async record(runId, { position, repeat }) {
      return recordAt(runId, { position, repeat })
    },

    async *scoredCases(runId) {
      const metrics = metricsOf(runId)
      for await (const page of pagesOf(runId, cases.scored)) {
        for (const kept of page) {
          const read = unlessDamaged(() => scoredCaseFrom(kept, metrics))
          const scoredCase = read instanceof EvalError ? scoredAt(runId, kept) : read
          if (scoredCase !== undefined) yield scoredCase
        }
      }
    },

    async spending(runId, known) {
      // Nobody waits for what a stopped run still has to write down.
      journal.flush()
      return explained(() => spending.all({ runId, run: runs.numberOf(runId) }, known))
    },

    async label(runId, label) {
      await journal.add({ runId, change: { type: 'label', label } })
    },

    async labels(runId, { history = false } = {}) {
      return explained(() => labels.all(runId === undefined ? undefined : runs.numberOf(runId), { history }))
    },

    async revision() {
      // SQLite counts what other connections did; both only grow.
      return explained(() => commits + Number(dataVersion.get()?.['data_version']))
    },

    async close() {
      if (!database.isOpen) return
      journal.flush()
      database.close()
    },
  }
}

function closed(file: string): EvalError {
  return new EvalError('store', message('the run store {file} is closed already', { file }))
}
