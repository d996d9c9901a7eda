export interface Sql {
  /** The schema of the workers' tables, as written in SQL. */
  readonly fleet: string
  readonly channel: string
  readonly queue: string
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly SqlRow[] }>
}

type SqlRow = Readonly<Record<string, unknown>>

export interface FleetDatabase extends Sql {
  /** Commits everything or nothing. `committing` runs right before the commit is sent, and cancels it by throwing. */
  transaction<Value>(work: (sql: Sql) => Promise<Value>, committing?: () => void): Promise<Value>
  /** Receives the channel's notices from now on. Those sent while the connection is lost are missed. */
  listen(onNotice: (text: string) => void): Promise<{ close(): Promise<void> }>
}
