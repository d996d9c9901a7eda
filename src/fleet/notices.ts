import type { FleetTime } from './fleet-time.ts'
import type { FleetDatabase } from './sql.ts'

/** Messages to the whole fleet: `answered KEY`, `opened RUN`, `ended RUN`, `stopped RUN`, `released`, `paced JSON`. */
export type Notices = {
  /** @returns a function that removes the listener */
  on(heard: (text: string) => void): () => void
  /** Resolves with the next message, or after `mostMs`, because messages are lost while the connection is. */
  next(signal: AbortSignal, mostMs: number): Promise<void>
  close(): Promise<void>
}

export async function openNotices(database: FleetDatabase, { sleep }: Pick<FleetTime, 'sleep'>): Promise<Notices> {
  const listeners = new Set<(text: string) => void>()
  const listening = await database.listen((text) => {
    for (const heard of listeners) heard(text)
  })
  function on(heard: (text: string) => void): () => void {
    listeners.add(heard)
    return () => void listeners.delete(heard)
  }
  return {
    on,
    async next(signal, mostMs) {
      if (signal.aborted) return
      const awake = new AbortController()
      const wake = () => awake.abort()
      const stop = on((text) => {
        if (!/^(?:answered|paced) /.test(text)) wake()
      })
      signal.addEventListener('abort', wake, { once: true })
      await sleep(mostMs, awake.signal).catch(() => undefined)
      signal.removeEventListener('abort', wake)
      stop()
    },
    close: listening.close,
  }
}
