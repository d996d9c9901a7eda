import type { Connection, PostgresDatabase, PostgresRow } from './postgres-database.ts'
import { keptText } from './sql-text.ts'

/** @returns how many bytes of texts went; the server uses the space again, and gives it back to the disk with `VACUUM FULL` */
export async function deleteRunRows(
  connection: Connection,
  database: PostgresDatabase,
  runIds: readonly string[],
): Promise<number> {
  const found = await connection.query<PostgresRow>(
    `SELECT run FROM ${database.table('runs')} WHERE id = ANY($1) FOR UPDATE`,
    [runIds.map(keptText)],
  )
  const numbers = found.rows.map((row) => Number(row['run']))
  const { rows } = await connection.query<PostgresRow>(
    `SELECT coalesce(sum(size), 0)::double precision AS bytes FROM (
       SELECT octet_length(body) AS size FROM ${database.table('events')} WHERE run = ANY($1)
       UNION ALL SELECT octet_length(body) FROM ${database.table('labels')} WHERE run = ANY($1)
       UNION ALL SELECT octet_length(plan) FROM ${database.table('runs')} WHERE run = ANY($1)
     ) AS texts`,
    [numbers],
  )
  for (const table of ['events', 'labels', 'spending', 'payments', 'runs']) {
    await connection.query(`DELETE FROM ${database.table(table)} WHERE run = ANY($1)`, [numbers])
  }
  return Number(rows[0]?.['bytes'])
}
