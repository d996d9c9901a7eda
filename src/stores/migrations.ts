import type { DatabaseSync } from 'node:sqlite'
import { EvalError, message } from '../core/index.ts'
import { forgetUnheard, moveIntoSets } from './older-layouts.ts'
import { transaction } from './transaction.ts'

/** Number n brings a file from version n to n + 1. What was published is never changed, only added to. */
const migrations: readonly (string | ((database: DatabaseSync) => void))[] = [
  // `run` is a small number because it stands in every event. Events lie in dataset order, whatever happened first, so
  // that reading a run is one walk through the file.
  `
  CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL,
    status TEXT NOT NULL,
    process INTEGER,
    plan TEXT NOT NULL,
    summary TEXT,
    ended TEXT,
    duration REAL
  ) STRICT;

  CREATE TABLE events (
    run INTEGER NOT NULL REFERENCES runs (run) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    repeat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, position, repeat, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  // What judges answered, under a hash of all that the answer depends on.
  `
  CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    answer TEXT NOT NULL,
    at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // What runs paid for, one row for each time that they did; what a case took by its own account stands in its events.
  `
  CREATE TABLE spending (
    run INTEGER NOT NULL REFERENCES runs (run) ON DELETE CASCADE,
    cost TEXT NOT NULL
  ) STRICT;

  CREATE INDEX spending_of_run ON spending (run);
  `,
  // What people said of results, each time that they did. The empty aspect is the whole, the empty person nobody named;
  // `at` is in milliseconds since 1970.
  `
  CREATE TABLE labels (
    run INTEGER NOT NULL REFERENCES runs (run) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    repeat INTEGER NOT NULL,
    metric TEXT NOT NULL,
    aspect TEXT NOT NULL,
    person TEXT NOT NULL,
    at REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, position, repeat, metric, aspect, person, at)
  ) STRICT, WITHOUT ROWID;
  `,
  moveIntoSets,
  forgetUnheard,
]

// "Shin", in the header of the file: tells a run store from the database of another program.
const applicationId = 0x5368696e

/**
 * Makes a new file a run store and brings an old one up to date. Several processes may do it at once. Nothing is changed
 * before `prepare` was called, and that is not called for a file that is not ours.
 *
 * @throws {EvalError} `store`, when the file belongs to another program or to a newer version of this one
 */
export function migrate(database: DatabaseSync, file: string, prepare: () => void): void {
  const known = transaction(database, () => pendingMigrations(database, file), { begin: 'deferred' })
  prepare()
  if (known.length === 0) return
  transaction(database, () => {
    // Another process may have done it while we waited for the lock.
    const pending = pendingMigrations(database, file)
    for (const step of pending)
      if (typeof step === 'string') database.exec(step)
      else step(database)
    database.exec(`PRAGMA application_id = ${applicationId}`)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

/** Whether a file has today's layout. @throws {EvalError} as `migrate` does */
export function isCurrent(database: DatabaseSync, file: string): boolean {
  return pendingMigrations(database, file).length === 0
}

function pendingMigrations(database: DatabaseSync, file: string): typeof migrations {
  const version = firstNumber(database, 'PRAGMA user_version')
  const ours = firstNumber(database, 'PRAGMA application_id') === applicationId
  if (!ours && (version !== 0 || hasTables(database))) throw foreignFile(file)
  if (version > migrations.length) throw newerFile(file, version)
  return migrations.slice(version)
}

function hasTables(database: DatabaseSync): boolean {
  return firstNumber(database, 'SELECT count(*) FROM sqlite_schema') > 0
}

function firstNumber(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0])
}

function foreignFile(file: string): EvalError {
  return new EvalError('store', message('{file} is a database of another program', { file }), {
    hint: message('Name another file for the runs, or move this one away.'),
  })
}

function newerFile(file: string, found: number): EvalError {
  const known = migrations.length
  return new EvalError(
    'store',
    message(
      '{file} was written by a newer version of shinsa: its layout is {found}, this version knows up to {known}',
      {
        file,
        found,
        known,
      },
    ),
    { hint: message('Update shinsa, or name another file for the runs.') },
  )
}
