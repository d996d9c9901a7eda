import type { DatabaseSync } from 'node:sqlite'
import { EvalError, type Message, message } from '../core/index.ts'
import { transaction } from './transaction.ts'

/** The layout of the first published version; earlier layouts are rejected. */
const firstLayout = 7

// `run` is a small number because every event row contains it. Events are clustered in dataset order, whatever happened
// first, so that reading a run is one sequential scan.
const schema = `
  CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL,
    status TEXT NOT NULL,
    process INTEGER,
    plan TEXT NOT NULL,
    summary TEXT,
    ended TEXT,
    duration REAL,
    -- What people say of it, as JSON.
    note TEXT
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

  -- What judges answered, under a hash of all that the answer depends on.
  CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    answer TEXT NOT NULL,
    at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What runs paid for, one row for each time that they did; what a case took by its own account stands in its events.
  CREATE TABLE spending (
    run INTEGER NOT NULL REFERENCES runs (run) ON DELETE CASCADE,
    cost TEXT NOT NULL
  ) STRICT;

  CREATE INDEX spending_of_run ON spending (run);

  -- What people said of results, each time that they did. The empty aspect is the whole, the empty person nobody named;
  -- at is in milliseconds since 1970.
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
`

type Migration = string | ((database: DatabaseSync) => void)

/** Step n converts layout `firstLayout` + n to the next. Published steps are never changed, only added to. */
export const migrations: readonly Migration[] = [
  // The saved views of result tables; `address` is the query part of the page's address.
  `CREATE TABLE views (name TEXT NOT NULL PRIMARY KEY, address TEXT NOT NULL) STRICT, WITHOUT ROWID`,
]

// "Shin" in the file's header distinguishes a run store from other programs' databases.
const applicationId = 0x5368696e

/**
 * Makes a new file a run store, or migrates an old one. Several processes may do so at once. Nothing is changed before
 * `prepare` returns, which is not called for a file of another program.
 *
 * @throws {EvalError} `store` when the file belongs to another program, to a newer version of this one, or to an
 * unpublished one
 */
export function migrate(database: DatabaseSync, file: string, prepare: () => void, steps = migrations): void {
  const known = transaction(database, () => pendingSteps(database, file, steps), { begin: 'deferred' })
  prepare()
  if (known.length === 0) return
  transaction(database, () => {
    // Another process may have migrated the file while this one waited for the lock.
    for (const step of pendingSteps(database, file, steps))
      if (typeof step === 'string') database.exec(step)
      else step(database)
    database.exec(`PRAGMA application_id = ${applicationId}`)
    database.exec(`PRAGMA user_version = ${firstLayout + steps.length}`)
  })
}

/** True when a file has the current layout. @throws {EvalError} as `migrate` does */
export function isCurrent(database: DatabaseSync, file: string): boolean {
  return pendingSteps(database, file, migrations).length === 0
}

function pendingSteps(database: DatabaseSync, file: string, steps: readonly Migration[]): readonly Migration[] {
  const layout = firstNumber(database, 'PRAGMA user_version')
  const ours = firstNumber(database, 'PRAGMA application_id') === applicationId
  if (!ours && (layout !== 0 || hasTables(database))) throw foreignFile(file)
  if (!ours) return [schema, ...steps]
  const otherwise = message('Update shinsa, or name another file for the runs.')
  return stepsAfter(file, layout, { first: firstLayout, steps, otherwise })
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

/** A layout as found, and what this version knows of layouts: the first published one, and the steps that followed. */
type StepsAfter<Step> = { readonly first: number; readonly steps: readonly Step[]; readonly otherwise: Message }

/** Returns the steps that a store still needs. @throws {EvalError} `store` for a newer or an unpublished layout */
export function stepsAfter<Step>(store: string, layout: number, known: StepsAfter<Step>): readonly Step[] {
  const { first, steps, otherwise } = known
  const newest = first + steps.length
  if (layout > newest) {
    throw new EvalError(
      'store',
      message(
        '{file} was written by a newer version of shinsa: its layout is {found}, this version knows up to {known}',
        { file: store, found: layout, known: newest },
      ),
      { hint: otherwise },
    )
  }
  if (layout < first) {
    throw new EvalError(
      'store',
      message(
        '{store} has layout {found}, of a version from before the first release; layouts are read from {first} on',
        { store, found: layout, first },
      ),
      { hint: message('Name another place for the runs, and evaluate again what is still needed.') },
    )
  }
  return steps.slice(layout - first)
}
