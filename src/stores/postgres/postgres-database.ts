import { setTimeout as sleep } from 'node:timers/promises'
import { EvalError, message } from '../../core/index.ts'
import { isGone, isStarting, postgresError } from './postgres-error.ts'
import type { Pool, PoolClient } from 'pg'
import { loadOptional } from '../../core/basics/optional-package.ts'
import { migratePostgres } from './migrations.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { securedConfig } from './postgres-connect.ts'
import { newsOf } from './postgres-news.ts'
import { quote } from './sql-text.ts'

export type PostgresRow = Readonly<Record<string, unknown>>

/** One connection, in the middle of a transaction or for itself. */
export type Connection = Pick<PoolClient, 'query'>

/** A run store's database: connections as they are needed, and patience while the server is away. */
export interface PostgresDatabase {
  /** For people: without the password. */
  readonly name: string
  readonly schema: string
  /** A name as it stands in SQL, with the schema, so that no search path matters. */
  table(name: string): string
  /** Something that is only read, or may be done twice: asked again while the server is away. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>
  /** The same, once. */
  queryNow(sql: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>
  /** All of it or nothing, not tried again. `sent` hears when the commit is on its way. */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: { readonly sent?: (result: Result) => void },
  ): Promise<Result>
  /** Tries again while the server is away: for what may be done twice. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result>
  /** Calls when something may have been written, by whatever process. @returns how to stop listening */
  listen(listener: () => void): () => void
  /** Lets those who listen know, sooner or later. */
  notify(): void
  readonly isClosed: boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** How long to wait for a server that was there and went away, in milliseconds (60,000). */
  readonly patienceMs?: number
  /** Connections at once (4). */
  readonly connections?: number
}

/** Nothing is asked before it is needed. Then the layout is made or brought up to date, if we may. */
export function openPostgres(
  address: PostgresAddress,
  { patienceMs = 60_000, connections = 4 }: DatabaseOptions = {},
): PostgresDatabase {
  const { name, schema } = address
  let opened: Promise<Pool> | undefined
  let isClosed = false
  const quoted = quote(schema)
  const patiently = patience({ patienceMs, name, isClosed: () => isClosed })

  async function pool(): Promise<Pool> {
    if (isClosed) throw closedStore(name)
    // What could not be opened is tried anew by the next who asks: a page is there before its server.
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function open(): Promise<Pool> {
    const pg = await loadOptional('pg', 'PostgreSQL', async () => import('pg'))
    const config = await securedConfig(pg.Client, address)
    const made = new pg.Pool({ ...config, max: connections, allowExitOnIdle: true, idleTimeoutMillis: 30_000 })
    // One that nobody uses was cut: the next one is made anew.
    made.on('error', () => undefined)
    try {
      await migratePostgres(made, { name, schema })
    } catch (error) {
      await made.end()
      throw error
    }
    return made
  }

  async function transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { sent }: { readonly sent?: (result: Result) => void } = {},
  ): Promise<Result> {
    const client = await (await pool()).connect()
    return inTransaction(client, work, sent)
  }

  async function queryNow(sql: string, values: readonly unknown[] = []): Promise<readonly PostgresRow[]> {
    const { rows } = await (await pool()).query<PostgresRow>(sql, [...values])
    return rows
  }

  const news = newsOf({ pool, schema, isClosed: () => isClosed })
  return {
    name,
    schema,
    table: (table) => `${quoted}.${quote(table)}`,
    transaction,
    patiently,
    listen: news.listen,
    notify: news.notify,

    query: async (sql, values) => patiently(async () => queryNow(sql, values)),
    queryNow,

    get isClosed() {
      return isClosed
    },

    async close() {
      if (isClosed) return
      const known = opened
      await news.close()
      isClosed = true
      // What could not be opened need not be closed.
      const made = await known?.catch(() => undefined)
      await made?.end()
    },
  }
}

// One that was cut off from us in the middle holds up whoever comes after it no longer than that.
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout TO '30s'`

async function inTransaction<Result>(
  client: PoolClient,
  work: (connection: Connection) => Promise<Result>,
  sent: ((result: Result) => void) | undefined,
): Promise<Result> {
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    await client.query(begin)
    const result = await work(client)
    sent?.(result)
    await client.query('COMMIT')
    return result
  } catch (error) {
    if (broken === undefined && !isGone(error)) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    } else if (error instanceof Error) {
      broken ??= error
    }
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** What went wrong with a database, in words. */
export function explainedBy(database: Pick<PostgresDatabase, 'name'>) {
  return async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw postgresError(database.name, error)
    }
  }
}

type Patience = {
  readonly patienceMs: number
  readonly name: string
  readonly isClosed: () => boolean
}

/**
 * Does something again while the server is away: one that was there before comes back, or is given up after a while. One that was
 * never there is waited for only while it says that it is starting.
 */
function patience({ patienceMs, name, isClosed }: Patience) {
  let wasThere = false

  return async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    let giveUp: number | undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await work()
        wasThere = true
        return result
      } catch (error) {
        if (isClosed()) throw closedStore(name)
        giveUp ??= performance.now() + patienceMs
        const mayReturn = wasThere ? isGone(error) : isStarting(error)
        if (!mayReturn) throw error
        if (performance.now() > giveUp) {
          // Whoever comes next does not wait as long again for a server that is gone.
          wasThere = false
          throw error
        }
        await sleep(Math.min(2000, 50 * 2 ** attempt))
      }
    }
  }
}

function closedStore(name: string): EvalError {
  return new EvalError('store', message('the run store {file} is closed already', { file: name }))
}
