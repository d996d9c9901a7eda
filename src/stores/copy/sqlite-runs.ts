import { existsSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { EvalError, message } from '../../core/index.ts'
import { openDatabase } from '../sqlite-database.ts'
import { storeError, storeFailures } from '../store-error.ts'
import { viewTable } from '../store-tables.ts'
import { type RunContents, type StoredRuns, StoredEvent, StoredLabel, StoredRun, storedColumns } from './stored-runs.ts'

const lockTimeoutMs = 10_000
const lotSize = 1_000_000

/** Opens a file for copying. @throws {EvalError} `usage` when there is no such file and `isNew` is false */
export function sqliteRuns(file: string, { isNew }: { readonly isNew: boolean }): StoredRuns {
  if (!isNew && !existsSync(file)) {
    throw new EvalError('usage', message('there is no run store {file}', { file }))
  }
  const database = openDatabase(file, lockTimeoutMs)
  const { explained } = storeFailures(database, file)
  const views = viewTable(database)
  const rowsOf = (run: number, select: string) => database.prepare(`SELECT ${select}`).all(run)

  return {
    name: file,

    async all() {
      const select = `SELECT ${storedColumns(StoredRun)} FROM runs ORDER BY created, run`
      return explained(() =>
        database
          .prepare(select)
          .all()
          .map((row) => StoredRun.parse(row)),
      )
    },

    async contents(runId) {
      return explained(() => {
        const run = numberOf(runId)
        const costs = rowsOf(run, 'cost FROM spending WHERE run = ? ORDER BY rowid')
        const labels = rowsOf(run, '* FROM labels WHERE run = ?')
        return {
          events: lotsOf(database, run),
          spending: costs.map(({ cost }) => String(cost)),
          labels: labels.map((label) => StoredLabel.parse(label)),
        }
      })
    },

    async take(run, contents) {
      database.exec('BEGIN IMMEDIATE')
      try {
        await write(run, await contents())
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw storeError(file, error)
      }
    },

    views: async () => explained(() => views.all()),
    keepView: async (view) => explained(() => views.keep(view)),

    async close() {
      database.close()
    },
  }

  async function write(stored: StoredRun, { events, spending, labels }: RunContents): Promise<void> {
    insert(database, 'runs', storedColumns(StoredRun))(stored)
    const run = numberOf(stored.id)
    const addEvent = insert(database, 'events', `run, ${storedColumns(StoredEvent)}`)
    for await (const lot of events) for (const event of lot) addEvent({ run, ...event })
    const addCost = insert(database, 'spending', 'run, cost')
    for (const cost of spending) addCost({ run, cost })
    const addLabel = insert(database, 'labels', `run, ${storedColumns(StoredLabel)}`)
    for (const label of labels) addLabel({ run, ...label })
  }

  function numberOf(runId: string): number {
    return Number(database.prepare('SELECT run FROM runs WHERE id = ?').get(runId)?.['run'])
  }
}

function insert(database: DatabaseSync, table: string, names: string): (row: Record<string, SQLInputValue>) => void {
  const statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.replace(/\w+/g, ':$&')})`)
  return (row) => void statement.run(row)
}

function* lotsOf(database: DatabaseSync, run: number): Generator<readonly StoredEvent[]> {
  let lot: StoredEvent[] = []
  let size = 0
  const select = `SELECT ${storedColumns(StoredEvent)} FROM events WHERE run = ? ORDER BY position, repeat, seq`
  for (const row of database.prepare(select).iterate(run)) {
    const event = StoredEvent.parse(row)
    lot.push(event)
    size += event.body.length
    if (size < lotSize) continue
    yield lot
    lot = []
    size = 0
  }
  yield lot
}
