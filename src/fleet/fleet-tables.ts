import { fileTables } from './kept-files.ts'
import type { FleetDatabase } from './sql.ts'

// An arbitrary number of an advisory lock: one process at a time creates the tables.
const lock = 0x5368666c

/** Creates the fleet's tables if they are missing. Several processes may call this at once. */
export async function makeFleetTables(database: FleetDatabase): Promise<void> {
  const { rows } = await database.query(
    `SELECT 1 WHERE to_regclass('${database.fleet}.file_part') IS NOT NULL AND to_regclass('${database.fleet}.quota') IS NOT NULL`,
  )
  if (rows.length > 0) return
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [lock])
    // This query refreshes the server's cached view of the schemas, which others may have created meanwhile.
    await sql.query('SELECT 1 FROM pg_namespace LIMIT 1')
    await sql.query(
      `CREATE SCHEMA IF NOT EXISTS ${database.fleet};
       ${workTables(database.fleet)}${questionTables(database.fleet)}${reportTables(database.fleet)}${fileTables(database.fleet)}`,
    )
  })
}

const workTables = (schema: string) => `
-- A run that workers may play. Without its row nobody can write anything of it any more.
CREATE TABLE IF NOT EXISTS ${schema}.open_run (
  run text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now(),
  labels text[] NOT NULL,
  fingerprint jsonb NOT NULL,
  limits jsonb NOT NULL
);

-- A worker whose lease goes on. Once the row is gone, nothing that it writes counts.
CREATE TABLE IF NOT EXISTS ${schema}.worker (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  until timestamptz NOT NULL,
  run text
);

-- The lots that workers have, by the attempt at which they were taken.
CREATE TABLE IF NOT EXISTS ${schema}.held (
  lot uuid PRIMARY KEY,
  attempt int NOT NULL,
  run text NOT NULL,
  worker uuid NOT NULL
);
CREATE INDEX IF NOT EXISTS held_of_worker ON ${schema}.held (worker);
`

/** These calls and answers must not be paid for twice. */
const questionTables = (schema: string) => `
-- Calls that were made, as far as anybody knows, and by whom the last time, until what came of them is written down.
CREATE TABLE IF NOT EXISTS ${schema}.called (
  run text NOT NULL,
  role text COLLATE "C" NOT NULL,
  what text COLLATE "C" NOT NULL,
  nth int NOT NULL,
  worker uuid NOT NULL,
  again int NOT NULL DEFAULT 0,
  PRIMARY KEY (run, role, what, nth)
);

-- Questions that a judge is being asked, each by one worker at a time.
CREATE TABLE IF NOT EXISTS ${schema}.claim (
  key text PRIMARY KEY,
  run text NOT NULL,
  worker uuid NOT NULL,
  token uuid NOT NULL
);

-- Answers that are reused in their run only.
CREATE TABLE IF NOT EXISTS ${schema}.answer (
  run text NOT NULL,
  key text NOT NULL,
  answer text NOT NULL,
  at double precision NOT NULL,
  PRIMARY KEY (run, key)
);

-- Calls that were made again, since the worker that made them was lost: they may be paid twice.
CREATE TABLE IF NOT EXISTS ${schema}.lost_call (
  run text NOT NULL,
  role text NOT NULL,
  calls int NOT NULL
);
CREATE INDEX IF NOT EXISTS lost_call_of_run ON ${schema}.lost_call (run);
`

const reportTables = (schema: string) => `
-- What workers have done, each its own row, so that none waits for another.
CREATE TABLE IF NOT EXISTS ${schema}.progress (
  run text NOT NULL,
  worker uuid NOT NULL,
  verdict text NOT NULL,
  results int NOT NULL,
  dollars double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (run, worker, verdict)
);

-- What keeps a worker from a run, and why a run was stopped (then the worker is empty).
CREATE TABLE IF NOT EXISTS ${schema}.remark (
  run text NOT NULL,
  worker text NOT NULL,
  remark jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run, worker)
);

-- How fast a provider may be asked with one key, by all workers together. Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS ${schema}.quota (
  key text PRIMARY KEY,
  pace jsonb NOT NULL,
  round int NOT NULL DEFAULT 0,
  admitted bigint NOT NULL DEFAULT 0,
  next_at double precision NOT NULL,
  asked_at double precision NOT NULL
);

`
