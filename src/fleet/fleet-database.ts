import type { PostgresDatabase } from '../stores/postgres/postgres-database.ts'
import type { Connection } from '../stores/postgres/postgres-database.ts'
import type { PostgresAddress } from '../stores/postgres/postgres-address.ts'
import { hearNotices } from '../stores/postgres/hear-notices.ts'
import { quote } from '../stores/postgres/sql-text.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** The database of a run store, with the schemas beside it that workers use. */
export function fleetDatabase(database: PostgresDatabase, address: PostgresAddress): FleetDatabase {
  const names = namesBeside(database.schema)
  return {
    ...names,
    // Several statements at once have no rows of their own.
    query: async (text, values) => ({ rows: (await database.query(text, values)) ?? [] }),
    transaction: async (work) =>
      database.patiently(async () => database.transaction(async (one) => work(sqlOf(one, names)))),
    listen: async (onNotice) => hearNotices(address, names.channel, onNotice),
  }
}

type Names = Pick<Sql, 'fleet' | 'queue' | 'channel'>

function namesBeside(schema: string): Names {
  return { fleet: quote(`${schema}_fleet`), queue: `${schema}_queue`, channel: `${schema}_fleet` }
}

/** The same in a transaction of the store. */
export function sqlOf(connection: Connection, names: Names): Sql {
  return { ...names, query: async (text, values = []) => ({ rows: (await connection.query(text, [...values])).rows }) }
}
