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

export type Connection = Pick<PoolClient, 'query'>

/** A run store's database: it connects on demand and retries while the server is away. */
export interface PostgresDatabase {
  /** The address without the password, for people. */
  readonly name: string
  readonly schema: string
  /** Returns a table's name for SQL with its schema, so that the search path does not matter. */
  table(name: string): string
  /** Runs a statement that may be repeated, and retries while the server is away. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>
  /** Like `query`, without retries. */
  queryNow(sql: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>
  /** Runs a transaction without retries. `sent` is called when the commit has been sent. */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: { readonly sent?: (result: Result) => void },
  ): Promise<Result>
  /** Retries repeatable work while the server is away. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result>
  /** Calls the listener when any process may have written something. @returns a function that stops listening */
  listen(listener: () => void): () => void
  /** Notifies listeners in other processes soon. */
  notify(): void
  readonly isClosed: boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Milliseconds to wait for a server that went away (60,000). */
  readonly patienceMs?: number
  /** 4 by default. */
  readonly connections?: number
}

/** Opens a database lazily: the first use connects and creates or migrates the layout, if the role may. */
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
    // After a failure the next use tries again: a page may start before its server.
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
    // An idle connection was cut; the pool replaces it.
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
      // A database that failed to open needs no closing.
      const made = await known?.catch(() => undefined)
      await made?.end()
    },
  }
}

// A transaction whose client disappeared blocks others for at most this long.
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
 * Retries work while the server is away: one that was reached before for a limited time, one that never was only while
 * it reports that it is starting.
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
          // Later callers should not wait as long for a server that is gone.
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
