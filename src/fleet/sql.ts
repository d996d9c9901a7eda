/** Runs statements on a PostgreSQL connection or in a transaction. */
export interface Sql {
  /** The schema of the workers' tables, as written in SQL. */
  readonly fleet: string
  /** The channel for notices between workers. */
  readonly channel: string
  /** The schema of pg-boss. */
  readonly queue: string
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly SqlRow[] }>
}

type SqlRow = Readonly<Record<string, unknown>>

/** A PostgreSQL database that several processes share. */
export interface FleetDatabase extends Sql {
  /** Commits everything or nothing. `committing` runs right before the commit is sent, and cancels it by throwing. */
  transaction<Value>(work: (sql: Sql) => Promise<Value>, committing?: () => void): Promise<Value>
  /** Receives the channel's notices from now on. Those sent while the connection is lost are missed. */
  listen(onNotice: (text: string) => void): Promise<{ close(): Promise<void> }>
}
