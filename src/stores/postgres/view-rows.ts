import type { NamedView } from '../../core/index.ts'
import type { Connection, PostgresDatabase } from './postgres-database.ts'
import { keptText, textFrom } from './sql-text.ts'

export async function allViews(database: PostgresDatabase): Promise<readonly NamedView[]> {
  const rows = await database.query(`SELECT name, address FROM ${database.table('views')} ORDER BY name`)
  return rows.map((row) => ({ name: textFrom(String(row['name'])), address: textFrom(String(row['address'])) }))
}

export async function keepView(
  connection: Connection,
  database: PostgresDatabase,
  { name, address }: Pick<NamedView, 'name'> & Partial<NamedView>,
): Promise<void> {
  const views = database.table('views')
  if (address === undefined) await connection.query(`DELETE FROM ${views} WHERE name = $1`, [keptText(name)])
  else {
    await connection.query(
      `INSERT INTO ${views} (name, address) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET address = excluded.address`,
      [keptText(name), keptText(address)],
    )
  }
}
