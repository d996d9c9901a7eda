import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { literal } from './sql-text.ts'

const restMs = 100

/** Tells other processes that something was written, and hears it from them; what is written fast is told of in lots. */
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
        await listenOnce(await (await pool()).connect(), { schema, tellAll, signal })
      } catch {
        // Whoever asks for what there is hears of it; we come back when the server does.
        await sleep(1000, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
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

type ListenOnce = { readonly schema: string; readonly tellAll: () => void; readonly signal: AbortSignal }

/** Listens with one connection, until that is cut or nobody wants to hear any more. */
async function listenOnce(client: PoolClient, { schema, tellAll, signal }: ListenOnce): Promise<void> {
  const cut = Promise.withResolvers<void>()
  // It may be cut before anybody waits for that.
  cut.promise.catch(() => undefined)
  client.on('error', cut.reject)
  client.on('end', () => cut.reject(new Error('the connection ended')))
  client.on('notification', ({ payload }) => {
    if (payload === schema) tellAll()
  })
  const aborted = () => cut.resolve()
  signal.addEventListener('abort', aborted)
  try {
    await client.query('LISTEN shinsa')
    // Something may have happened before we listened.
    tellAll()
    // Nobody stays for news alone. The cast: `pg` has it, and its types do not.
    ;(client as PoolClient & { unref(): void }).unref()
    await cut.promise
  } finally {
    signal.removeEventListener('abort', aborted)
    client.release(true)
  }
}

/** Tells other processes that something was written: at once, and then as often as it may be. */
function noticesTo(pool: () => Promise<Pool>, schema: string) {
  let telling: Promise<void> | undefined
  let isToTell = false
  const closing = new AbortController()

  async function tell(): Promise<void> {
    while (isToTell) {
      isToTell = false
      // It is no part of what was written, and nobody loses anything with it: readers look by themselves as well.
      const statement = `BEGIN; SET LOCAL synchronous_commit TO off; SELECT pg_notify('shinsa', ${literal(schema)}); COMMIT`
      await (await pool()).query(statement).catch(() => undefined)
      // Nobody stays for this, and whoever closes does not wait for it.
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
