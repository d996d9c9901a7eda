import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { EvalError, message } from '../core/index.ts'
import { makeFolders, refuseOtherThanFile } from '../files/index.ts'
import { isCurrent, migrate } from './migrations.ts'
import { goneStore, isLocked, isReadOnly, storeError } from './store-error.ts'

/**
 * Opens a run store's file, or creates it with its folder. Every commit is on the disk when it returns.
 *
 * @throws {EvalError} `store` when the file cannot be used
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
    const readable = isReadOnly(error) && existsSync(file) ? openToRead(file) : undefined
    if (readable === undefined) throw storeError(file, error)
    return readable
  }
}

/**
 * Opens a store without write access: read-only, or as immutable when its log cannot be shared, or a migrated copy when
 * the log has content or the layout is old. Undefined when none of these works.
 */
function openToRead(file: string): DatabaseSync | undefined {
  const sqlite = loadSqlite()
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const unchanging = pathToFileURL(resolve(file))
  unchanging.searchParams.set('immutable', '1')
  const ways = [
    () => new sqlite(file, { readOnly: true }),
    ...(log === undefined || log.size === 0 ? [() => new sqlite(unchanging, { readOnly: true })] : []),
    () => copyToRead(file),
  ]
  for (const open of ways) {
    let database: DatabaseSync | undefined
    try {
      database = open()
      if (isCurrent(database, file)) return database
      database.close()
    } catch (error) {
      database?.close()
      if (error instanceof EvalError) throw error
    }
  }
  return undefined
}

function copyToRead(file: string): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-read-'))
  try {
    const copy = join(folder, 'runs.db')
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
    for (const end of ['', '-wal']) if (existsSync(copy + end)) chmodSync(copy + end, 0o600)
    const database = new (loadSqlite())(copy)
    migrate(database, file, () => undefined)
    database.exec('PRAGMA query_only = ON')
    return database
  } finally {
    // Where the system allows deleting an open file, it stays readable.
    rmSync(folder, { recursive: true, force: true })
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

// On Node 22 loading the module prints an ExperimentalWarning, which means nothing to users. The load is synchronous,
// so that no other warning is lost.
function loadSqlite(): typeof DatabaseSync {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning: string | Error, ...details: unknown[]) => {
    if (details[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...details])
  }
  try {
    const sqlite: { DatabaseSync: typeof DatabaseSync } | undefined = process.getBuiltinModule('node:sqlite')
    if (sqlite === undefined) throw hiddenByJest()
    return sqlite.DatabaseSync
  } finally {
    process.emitWarning = emitWarning
  }
}

function hiddenByJest(): EvalError {
  return new EvalError('store', message('Jest’s module loader hides node:sqlite, which runs are kept in'), {
    hint: message('Run evaluations outside of Jest: `shinsa run FILE.eval.ts`, or with Vitest or node:test.'),
  })
}

function prepare(database: DatabaseSync, file: string, lockTimeoutMs: number): void {
  migrate(database, file, () => {
    // SQLite moves rows above a quarter of a page to pages of their own. Cases have 1–3 KB.
    database.exec('PRAGMA page_size = 16384')
    // A power cut cannot lose anything of a new file; the first commit brings its tables to the disk.
    if (database.prepare('PRAGMA page_count').get()?.['page_count'] === 0)
      database.exec('PRAGMA synchronous = NORMAL; PRAGMA journal_mode = MEMORY')
    useWriteAheadLog(database, lockTimeoutMs)
  })
  database.exec('PRAGMA synchronous = FULL')
}

// SQLite does not wait for a lock when it changes the journal mode, so processes opening a new file would clash.
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

/** Returns a check to run at each commit, which throws when the file was deleted or replaced. */
export function watchPlace(file: string): () => void {
  if (file === ':memory:') return () => undefined
  const opened = placeOf(file)
  return () => {
    if (opened !== undefined && placeOf(file) !== opened) throw goneStore(file)
  }
}

function placeOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev} ${found.ino}`
}

type LogSync = {
  /** Resolves when the disk has everything committed so far. */
  synced(): Promise<void>
  /** Closes the database once the disk has everything. */
  close(): Promise<void>
}

const sync = promisify(fdatasync)

/**
 * Makes commits return before they reach the disk; callers await `synced` before they report one, while the thread does
 * other work. Without a write-ahead log commits stay synchronous.
 */
export function syncBesides(database: DatabaseSync, file: string): LogSync {
  const log = database.prepare('PRAGMA journal_mode').get()?.['journal_mode'] === 'wal' ? openLog(file) : undefined
  if (log === undefined) return { synced: async () => undefined, close: async () => database.close() }
  database.exec('PRAGMA synchronous = NORMAL')
  const open = new Set<Promise<void>>()
  return {
    async synced() {
      const working = sync(log)
      open.add(working)
      try {
        await working
      } catch (error) {
        throw storeError(file, error)
      } finally {
        open.delete(working)
      }
    },
    async close() {
      // Each commit has already requested a sync, so the disk is writing everything.
      database.close()
      await Promise.allSettled(open)
      closeSync(log)
    },
  }
}

/** SQLite locks the other files, so closing this one releases none of its locks. */
function openLog(file: string): number | undefined {
  try {
    return openSync(`${file}-wal`, 'r+')
  } catch {
    // The log is missing or not writable.
    return undefined
  }
}
