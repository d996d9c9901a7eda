import { type Cost, type Unreadable, stringifyJson } from '../../core/index.ts'
import { costsFrom, unreadableSpending } from '../store-rows.ts'
import type { Connection, PostgresDatabase, PostgresRow } from './postgres-database.ts'
import { withOwnId } from './sql-text.ts'

/** Stores the costs that belong to no case. */
export function spendingRows(database: PostgresDatabase) {
  const spending = database.table('spending')

  return {
    /** Numbers the costs of a run in sequence, so writers for the same run wait for each other's transaction. */
    async add(connection: Connection, run: number, costs: readonly Cost[]): Promise<void> {
      const payments = database.table('payments')
      const { rows } = await connection.query<PostgresRow>(
        `INSERT INTO ${payments} AS payments (run, count) VALUES ($1, $2)
         ON CONFLICT (run) DO UPDATE SET count = payments.count + $2 RETURNING count`,
        [run, costs.length],
      )
      await connection.query(
        `INSERT INTO ${spending} (run, paid, cost)
         SELECT $1, $2 + number, cost FROM unnest($3::text[]) WITH ORDINALITY AS paid (cost, number)`,
        [run, Number(rows[0]?.['count']) - costs.length, costs.map((cost) => stringifyJson(cost))],
      )
    },

    /** Reads costs in the order of payment, without the first `known`. */
    async all(run: number, known = 0): Promise<readonly Cost[]> {
      const select = `SELECT cost FROM ${spending} WHERE run = $1 ORDER BY paid OFFSET $2`
      return costsFrom(await database.query(select, [run, known]))
    },

    async unreadable(): Promise<readonly Unreadable[]> {
      const rows = await database.query(
        `SELECT id, cost FROM ${spending} JOIN ${database.table('runs')} USING (run) ORDER BY run DESC, paid`,
      )
      return unreadableSpending(rows.map(withOwnId))
    },
  }
}
