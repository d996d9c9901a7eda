import { createHash } from 'node:crypto'
import { type Connection, type PostgresDatabase, explainedBy } from '../stores/postgres/postgres-database.ts'
import type { PostgresAddress } from '../stores/postgres/postgres-address.ts'
import { hearNotices } from '../stores/postgres/hear-notices.ts'
import { quote } from '../stores/postgres/sql-text.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** The database of a run store, with the schemas beside it that workers use. */
export function fleetDatabase(database: PostgresDatabase, address: PostgresAddress): FleetDatabase {
  const names = namesBeside(database.schema)
  // What a store says is no fault of the agent or the metric in whose middle it is asked.
  const explained = explainedBy(database)
  return {
    ...names,
    // Several statements at once have no rows of their own.
    query: async (text, values) => ({ rows: (await explained(async () => database.query(text, values))) ?? [] }),
    transaction: async (work, committing) =>
      explained(async () =>
        database.patiently(async () =>
          database.transaction(async (one) => work(sqlOf(one, names)), { sent: () => committing?.() }),
        ),
      ),
    listen: async (onNotice) => hearNotices(address, names.channel, onNotice),
  }
}

type FleetDatabaseNames = Pick<Sql, 'fleet' | 'queue' | 'channel'>

// pg-boss takes no other names, and PostgreSQL cuts longer ones short.
const simple = /^[a-z_][a-z0-9_]{0,50}$/

function namesBeside(schema: string): FleetDatabaseNames {
  const name = simple.test(schema) ? schema : `shinsa_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`
  return { fleet: quote(`${name}_fleet`), queue: `${name}_queue`, channel: `${name}_fleet` }
}

/** The same in a transaction of the store. */
export function sqlOf(connection: Connection, names: FleetDatabaseNames): Sql {
  return { ...names, query: async (text, values = []) => ({ rows: (await connection.query(text, [...values])).rows }) }
}
