import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { literal } from './sql-text.ts'

const restMs = 100

/** Notifies other processes of writes and receives their notices; frequent notices are combined. */
export function newsOf({
  pool,
  schema,
  isClosed,
}: {
  readonly pool: () => Promise<Pool>
  readonly schema: string
  readonly isClosed: () => boolean
}) {
  const listeners = new Set<() => void>()
  let hearing: Promise<void> | undefined
  let stop = new AbortController()
  const notices = noticesTo(pool, schema)

  async function hear(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !isClosed()) {
      try {
        await hearOnce(await (await pool()).connect(), signal)
      } catch {
        // A failed connection is reported where it is used; listening resumes when the server is back.
        await sleep(1000, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  function onNotice(text: string): void {
    if (text === schema) tellAll()
  }

  async function hearOnce(client: PoolClient, signal: AbortSignal): Promise<void> {
    const start = async () => {
      await client.query('LISTEN shinsa')
      // Something may have been written before listening began.
      tellAll()
      // Listening alone must not keep the process running. The cast is needed because the types of `pg` lack `unref`.
      ;(client as PoolClient & { unref(): void }).unref()
    }
    await hearWith(client, { signal, start, onNotice }).finally(() => client.release(true))
  }

  function tellAll(): void {
    for (const listener of listeners) listener()
  }

  return {
    listen(listener: () => void): () => void {
      listeners.add(listener)
      hearing ??= hear(stop.signal)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop.abort()
        stop = new AbortController()
        hearing = undefined
      }
    },

    notify: notices.notify,

    async close(): Promise<void> {
      stop.abort()
      await Promise.all([hearing, notices.close()])
    },
  }
}

type HearWith = {
  readonly signal: AbortSignal
  /** Begins to listen; the handlers of the connection are in place by then. */
  readonly start: () => Promise<void>
  readonly onNotice: (text: string) => void
}

/** Hears notices with one connection until the signal, or until the connection is cut, which throws. */
export async function hearWith(client: ClientBase, { signal, start, onNotice }: HearWith): Promise<void> {
  const cut = Promise.withResolvers<void>()
  // The connection may be cut before this promise is awaited.
  cut.promise.catch(() => undefined)
  client.on('error', cut.reject)
  client.on('end', () => cut.reject(new Error('the connection ended')))
  client.on('notification', ({ payload = '' }) => onNotice(payload))
  const stop = () => cut.resolve()
  signal.addEventListener('abort', stop)
  try {
    await start()
    await cut.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Notifies other processes of writes: at once, and then at a limited rate. */
function noticesTo(pool: () => Promise<Pool>, schema: string) {
  let telling: Promise<void> | undefined
  let isToTell = false
  const closing = new AbortController()

  async function tell(): Promise<void> {
    while (isToTell) {
      isToTell = false
      // A lost notice does no harm, because readers also poll.
      const statement = `BEGIN; SET LOCAL synchronous_commit TO off; SELECT pg_notify('shinsa', ${literal(schema)}); COMMIT`
      await (await pool()).query(statement).catch(() => undefined)
      // The wait neither keeps the process running nor delays closing.
      await sleep(restMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
    telling = undefined
  }

  return {
    notify(): void {
      isToTell = true
      telling ??= tell()
    },
    async close(): Promise<void> {
      closing.abort()
      await telling
    },
  }
}
