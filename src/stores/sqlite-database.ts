import { dirname, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { EvalError, message } from '../core/index.ts'
import { makeFolders, refuseOtherThanFile } from '../files/index.ts'
import { migrate } from './migrations.ts'
import { isLocked, storeError } from './store-error.ts'

/**
 * Opens a run store's file, or makes a new one with its folder. Every commit is on the disk when it returns.
 *
 * @throws {EvalError} `store`, when the file cannot be used
 */
export function openDatabase(file: string, lockTimeoutMs: number): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (file !== ':memory:') {
      refuseOtherPlaces(file)
      makeFolders(dirname(resolve(file)))
    }
    database = new (loadSqlite())(file, { timeout: lockTimeoutMs, enableForeignKeyConstraints: true })
    prepare(database, file, lockTimeoutMs)
    return database
  } catch (error) {
    database?.close()
    throw storeError(file, error)
  }
}

function refuseOtherPlaces(file: string): void {
  try {
    refuseOtherThanFile(file)
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    const hint = message('Name another file for the runs, or move this one away.')
    throw new EvalError('store', error.sentence, { hint, cause: error })
  }
}

// On Node 22 loading the module prints an ExperimentalWarning, which tells the people who read our output nothing. The
// load is synchronous, so no other warning can be lost to this.
function loadSqlite(): typeof DatabaseSync {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning: string | Error, ...details: unknown[]) => {
    if (details[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...details])
  }
  try {
    return process.getBuiltinModule('node:sqlite').DatabaseSync
  } finally {
    process.emitWarning = emitWarning
  }
}

function prepare(database: DatabaseSync, file: string, lockTimeoutMs: number): void {
  migrate(database, file, () => {
    // A row of up to a quarter of a page lies in the tree itself; larger ones take whole pages beside it. Cases have 1–3 KB.
    database.exec('PRAGMA page_size = 16384')
    useWriteAheadLog(database, lockTimeoutMs)
  })
  database.exec('PRAGMA synchronous = FULL')
}

// SQLite does not wait for a lock when it changes the journal mode, so two processes that open a new file would clash.
function useWriteAheadLog(database: DatabaseSync, lockTimeoutMs: number): void {
  const deadline = performance.now() + lockTimeoutMs
  while (true) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error
      sleepSync(5)
    }
  }
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
