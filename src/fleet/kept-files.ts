import type { FleetDatabase, Sql } from './sql.ts'

export type KeptFile = {
  /**
   * Relative to the working directory, with slashes. Untrusted, because anyone with access to the store can write it.
   */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

type FileToKeep = KeptFile & { readonly parts: () => AsyncIterable<Uint8Array> }

// An arbitrary number of an advisory lock: no file is deleted while another run stores it.
const lock = 0x53686669

/** Stores the files of a run for workers that lack them. Contents that are stored already are not sent again. */
export async function keepFiles(database: FleetDatabase, run: string, files: readonly FileToKeep[]): Promise<void> {
  if (files.length === 0) return
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await sql.query(`DELETE FROM ${sql.fleet}.run_file WHERE run = $1`, [run])
    await sql.query(
      `INSERT INTO ${sql.fleet}.run_file (run, path, sha256, bytes)
       SELECT $1, path, sha256, bytes FROM unnest($2::text[], $3::text[], $4::int8[]) AS its (path, sha256, bytes)`,
      [run, files.map(({ path }) => path), files.map(({ sha256 }) => sha256), files.map(({ bytes }) => bytes)],
    )
    const { rows } = await sql.query(
      `SELECT DISTINCT sha256 FROM ${sql.fleet}.file_part WHERE sha256 = ANY($1::text[])`,
      [files.map(({ sha256 }) => sha256)],
    )
    const there = new Set(rows.map(({ sha256 }) => String(sha256)))
    for (const { sha256, parts } of files) {
      if (there.has(sha256)) continue
      there.add(sha256)
      await keepParts(sql, sha256, parts())
    }
  })
}

async function keepParts(sql: Sql, sha256: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  let part = 0
  for await (const body of parts) {
    await sql.query(`INSERT INTO ${sql.fleet}.file_part (sha256, part, body) VALUES ($1, $2, $3)`, [sha256, part, body])
    part += 1
  }
}

export async function keptFilesOf(sql: Sql, run: string): Promise<readonly KeptFile[]> {
  const { rows } = await sql.query(
    `SELECT path, sha256, bytes FROM ${sql.fleet}.run_file WHERE run = $1 ORDER BY path`,
    [run],
  )
  return rows.map(({ path, sha256, bytes }) => ({
    path: String(path),
    sha256: String(sha256),
    bytes: Number(bytes),
  }))
}

export async function* partsOf(sql: Sql, sha256: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const { rows } = await sql.query(`SELECT body FROM ${sql.fleet}.file_part WHERE sha256 = $1 AND part = $2`, [
      sha256,
      part,
    ])
    const body = rows[0]?.['body']
    if (!(body instanceof Uint8Array)) return
    yield body
  }
}

export async function forgetFiles(database: FleetDatabase, run: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [lock])
    const { rows } = await sql.query(`DELETE FROM ${sql.fleet}.run_file WHERE run = $1 RETURNING sha256`, [run])
    await sql.query(
      `DELETE FROM ${sql.fleet}.file_part WHERE sha256 = ANY($1::text[])
       AND sha256 NOT IN (SELECT sha256 FROM ${sql.fleet}.run_file)`,
      [rows.map(({ sha256 }) => String(sha256))],
    )
  })
}

export const fileTables = (schema: string) => `
-- The files of a run, for workers that lack them; each content is there once.
CREATE TABLE IF NOT EXISTS ${schema}.run_file (
  run text NOT NULL,
  path text NOT NULL,
  sha256 text NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (run, path)
);
CREATE INDEX IF NOT EXISTS run_file_content ON ${schema}.run_file (sha256);

CREATE TABLE IF NOT EXISTS ${schema}.file_part (
  sha256 text NOT NULL,
  part int NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (sha256, part)
);
`
