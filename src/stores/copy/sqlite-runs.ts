import { existsSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { EvalError, message } from '../../core/index.ts'
import { openDatabase } from '../sqlite-database.ts'
import { storeError } from '../store-error.ts'
import { viewTable } from '../store-tables.ts'
import type { RunContents, StoredEvent, StoredLabel, StoredRun, StoredRuns } from './stored-runs.ts'

const lockTimeoutMs = 10_000
const lotSize = 1_000_000

/** Opens a file for copying. @throws {EvalError} `store` when there is no such file and `isNew` is false */
export function sqliteRuns(file: string, { isNew }: { readonly isNew: boolean }): StoredRuns {
  if (!isNew && !existsSync(file)) {
    throw new EvalError('store', message('there is no run store {file}', { file }))
  }
  const database = openDatabase(file, lockTimeoutMs)
  const views = viewTable(database)
  const columns = 'id, created, status, process, plan, summary, ended, duration, note'

  return {
    name: file,

    async all() {
      return explained(() => database.prepare(`SELECT ${columns} FROM runs ORDER BY created, run`).all().map(runFrom))
    },

    async contents(runId) {
      return explained(() => {
        const run = numberOf(runId)
        return {
          events: lotsOf(database, run),
          spending: database
            .prepare('SELECT cost FROM spending WHERE run = ? ORDER BY rowid')
            .all(run)
            .map(({ cost }) => String(cost)),
          labels: database.prepare('SELECT * FROM labels WHERE run = ?').all(run).map(labelFrom),
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

  async function write(run: StoredRun, { events, spending, labels }: RunContents): Promise<void> {
    const { id, created, status, process, plan, summary, ended, duration, note } = run
    insert(database, 'runs', columns)(id, created, status, process, plan, summary, ended, duration, note)
    const number = numberOf(id)
    const addEvent = insert(database, 'events', 'run, position, repeat, seq, type, body')
    for await (const lot of events)
      for (const { position, repeat, seq, type, body } of lot) addEvent(number, position, repeat, seq, type, body)
    const addCost = insert(database, 'spending', 'run, cost')
    for (const cost of spending) addCost(number, cost)
    const addLabel = insert(database, 'labels', 'run, position, repeat, metric, aspect, person, at, body')
    for (const { position, repeat, metric, aspect, person, at, body } of labels)
      addLabel(number, position, repeat, metric, aspect, person, at, body)
  }

  function numberOf(runId: string): number {
    return Number(database.prepare('SELECT run FROM runs WHERE id = ?').get(runId)?.['run'])
  }

  function explained<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw storeError(file, error)
    }
  }
}

function insert(database: DatabaseSync, table: string, names: string): (...values: readonly SQLInputValue[]) => void {
  const marks = names.split(', ').map(() => '?')
  const statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${marks.join(', ')})`)
  return (...values) => void statement.run(...values)
}

function* lotsOf(database: DatabaseSync, run: number): Generator<readonly StoredEvent[]> {
  let lot: StoredEvent[] = []
  let size = 0
  const select = database.prepare(
    'SELECT position, repeat, seq, type, body FROM events WHERE run = ? ORDER BY position, repeat, seq',
  )
  for (const { position, repeat, seq, type, body } of select.iterate(run)) {
    lot.push({
      position: Number(position),
      repeat: Number(repeat),
      seq: Number(seq),
      type: String(type),
      body: String(body),
    })
    size += String(body).length
    if (size < lotSize) continue
    yield lot
    lot = []
    size = 0
  }
  yield lot
}

type SqliteRunsColumns = Readonly<Record<string, SQLOutputValue>>

function runFrom({ id, created, status, process, plan, summary, ended, duration, note }: SqliteRunsColumns): StoredRun {
  return {
    id: String(id),
    created: String(created),
    status: String(status),
    process: process === null ? null : Number(process),
    plan: String(plan),
    summary: summary === null ? null : String(summary),
    ended: ended === null ? null : String(ended),
    duration: duration === null ? null : Number(duration),
    note: note === null ? null : String(note),
  }
}

function labelFrom({ position, repeat, metric, aspect, person, at, body }: SqliteRunsColumns): StoredLabel {
  return {
    position: Number(position),
    repeat: Number(repeat),
    metric: String(metric),
    aspect: String(aspect),
    person: String(person),
    at: Number(at),
    body: String(body),
  }
}
