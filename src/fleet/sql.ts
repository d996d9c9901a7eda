/** Statements to a PostgreSQL, on any connection or in a transaction. */
export interface Sql {
  /** The schema of what workers know of each other, as it stands in SQL. */
  readonly fleet: string
  /** Where they hear of each other. */
  readonly channel: string
  /** The schema of pg-boss. */
  readonly queue: string
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly SqlRow[] }>
}

type SqlRow = Readonly<Record<string, unknown>>

/** A PostgreSQL that several processes share. */
export interface FleetDatabase extends Sql {
  /** Everything or nothing. `committing` is called right before the commit goes out; when it throws, nothing is committed. */
  transaction<Value>(work: (sql: Sql) => Promise<Value>, committing?: () => void): Promise<Value>
  /** Hears of what is said on the channel from now on; after a connection was lost, of what is said later. */
  listen(onNotice: (text: string) => void): Promise<{ close(): Promise<void> }>
}
