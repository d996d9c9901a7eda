import type { Pool } from 'pg'
import { EvalError, message } from '../../core/index.ts'
import { stepsAfter } from '../migrations.ts'
import { quote } from './sql-text.ts'

/** The layout of the first published version; earlier layouts are rejected. */
const firstLayout = 4

// The layout follows that of the SQLite file. `run` is a small number because every event row contains it. Bodies are
// text, since neither `json` nor `jsonb` preserves every string and number. No foreign keys refer to `runs`, because
// they would be checked for every row: writers lock the run instead.
const tables = `
  CREATE TABLE runs (
    run integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    created text COLLATE "C" NOT NULL,
    status text NOT NULL,
    process integer,
    writer bigint,
    plan text NOT NULL,
    summary text,
    ended text,
    duration double precision,
    note text
  );

  CREATE TABLE events (
    run integer NOT NULL,
    position integer NOT NULL,
    repeat integer NOT NULL,
    seq integer NOT NULL,
    type text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run, position, repeat, seq)
  );

  CREATE UNIQUE INDEX events_ended ON events (run, position, repeat) WHERE type = 'case-end';

  DO $$ BEGIN
    EXECUTE 'ALTER TABLE events ALTER COLUMN body SET COMPRESSION lz4';
  EXCEPTION WHEN OTHERS THEN NULL; -- before 14, or built without it
  END $$;

  -- One after the other in each run, so that who knows the first ones can ask for the rest.
  CREATE TABLE spending (
    run integer NOT NULL,
    paid integer NOT NULL,
    cost text NOT NULL,
    PRIMARY KEY (run, paid)
  );

  CREATE TABLE payments (
    run integer PRIMARY KEY,
    count integer NOT NULL
  );

  -- place is a hash of metric, aspect and person, which may be of any length.
  CREATE TABLE labels (
    run integer NOT NULL,
    position integer NOT NULL,
    repeat integer NOT NULL,
    place bytea NOT NULL,
    at double precision NOT NULL,
    metric text COLLATE "C" NOT NULL,
    aspect text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run, position, repeat, place, at)
  );

  -- Each process that writes, when it was last seen, and how often it wrote: a commit raises the number first.
  CREATE TABLE writers (
    writer bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine text NOT NULL,
    host text NOT NULL,
    process integer NOT NULL,
    seen timestamptz NOT NULL,
    changes bigint NOT NULL
  );

  -- What judges answered, under a hash of all that the answer depends on.
  CREATE TABLE answers (
    key text COLLATE "C" PRIMARY KEY,
    answer text NOT NULL,
    at double precision NOT NULL
  );
`

type PostgresMigration = string | ((client: Connection) => Promise<unknown>)

/** Step n converts layout `firstLayout` + n to the next. Published steps are never changed, only added to. */
export const postgresMigrations: readonly PostgresMigration[] = [
  // Pending model calls with their writer and possible cost. Unlogged: losing them in a server crash matters little.
  `CREATE UNLOGGED TABLE calls (
    call text COLLATE "C" PRIMARY KEY,
    run integer NOT NULL,
    writer bigint NOT NULL,
    role text NOT NULL,
    dollars double precision NOT NULL
  )`,
  // The saved views of result tables; `address` is the query part of the page's address.
  `CREATE TABLE views (name text COLLATE "C" PRIMARY KEY, address text NOT NULL)`,
]

type MigrationsPlace = {
  readonly name: string
  readonly schema: string
  /** Replaces the steps in tests. */
  readonly steps?: readonly PostgresMigration[]
}

// "Shin", as in the SQLite file's header.
const lock = 0x5368696e
const oldestServer = 13

/**
 * Makes an empty schema a run store, or migrates an old one, one process at a time.
 *
 * @throws {EvalError} `store` when the schema belongs to another program or to a newer or unpublished version, when the
 * server lacks a feature, or when the role may not change an older layout
 */
export async function migratePostgres(pool: Pool, place: MigrationsPlace): Promise<void> {
  const { name, schema, steps = postgresMigrations } = place
  await checkServer(pool, name)
  const client = await pool.connect()
  let broken: Error | undefined
  let isMaking = false
  try {
    if ((await pendingOf(client, { name, schema, steps })).length === 0) return
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lock, schema])
    const pending = await pendingOf(client, { name, schema, steps })
    isMaking = pending.length > 0
    if (isMaking) {
      await makeSchema(client, schema)
      await client.query(`SET LOCAL search_path TO ${quote(schema)}`)
      for (const step of pending) await (typeof step === 'string' ? client.query(step) : step(client))
      await client.query(`INSERT INTO shinsa_layout (version) VALUES (${firstLayout + steps.length})`)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    throw isMaking && isForbidden(error) ? notReady(name, error) : error
  } finally {
    client.release(broken)
  }
}

type Connection = Pick<Pool, 'query'>

async function checkServer(pool: Connection, name: string): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS version, current_setting('server_encoding') AS encoding`,
  )
  const [{ version, encoding } = { version: oldestServer, encoding: 'UTF8' }] = rows
  if (version < oldestServer) {
    throw new EvalError(
      'store',
      message('the run store {store} is on PostgreSQL {version}; {oldest} is the oldest that will do', {
        store: name,
        version,
        oldest: oldestServer,
      }),
    )
  }
  if (encoding !== 'UTF8') {
    throw new EvalError(
      'store',
      message('the run store {store} keeps texts in {encoding}, where not every text can be kept', {
        store: name,
        encoding,
      }),
      { hint: message('Make the database first: createdb --encoding UTF8 --template template0 NAME.') },
    )
  }
}

async function pendingOf(
  connection: Connection,
  { name, schema, steps }: Required<MigrationsPlace>,
): Promise<readonly PostgresMigration[]> {
  const { rows } = await connection.query<{ count: number; ours: boolean }>(
    `SELECT count(*)::integer AS count, coalesce(bool_or(relname = 'shinsa_layout'), false) AS ours
     FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind IN ('r', 'p', 'v')`,
    [schema],
  )
  const [{ count, ours } = { count: 0, ours: false }] = rows
  if (count > 0 && !ours) throw foreign(name, schema)
  if (!ours) return [tables, ...steps]
  const found = await connection.query<{ version: number | null }>(
    `SELECT max(version)::integer AS version FROM ${quote(schema)}.shinsa_layout`,
  )
  const layout = found.rows[0]?.version
  // The layout table exists, but the process that made it stopped before the next step.
  if (layout === undefined || layout === null) return [tables, ...steps]
  const otherwise = message('Update shinsa, or name another place for the runs.')
  return stepsAfter(name, layout, { first: firstLayout, steps, otherwise })
}

// A role that may not create schemas can use one that exists.
async function makeSchema(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])
  if (rows.length === 0) await connection.query(`CREATE SCHEMA ${quote(schema)}`)
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${quote(schema)}.shinsa_layout (version integer PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())`,
  )
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42501' || error.code === '25006')
}

function notReady(name: string, cause: unknown): EvalError {
  return new EvalError(
    'store',
    message(
      'the run store {store} is not ready for this version of shinsa, and this role may not make it so: {problem}',
      {
        store: name,
        problem: cause instanceof Error ? cause.message : String(cause),
      },
    ),
    {
      hint: message('Let a role that owns the schema open it once, with `shinsa list`; docs/fleet.md has the grants.'),
      cause,
    },
  )
}

function foreign(name: string, schema: string): EvalError {
  return new EvalError(
    'store',
    message('the schema {schema} of {store} belongs to another program', { schema, store: name }),
    { hint: message('Name another schema: ?schema=NAME at the end of the address.') },
  )
}
