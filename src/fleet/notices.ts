import type { FleetTime } from './fleet-time.ts'
import type { FleetDatabase } from './sql.ts'

/** What is said to the whole fleet: `answered KEY`, `opened RUN`, `ended RUN`, `stopped RUN`, `released`, `paced JSON`. */
export type Notices = {
  /** @returns what to call when nobody listens any more */
  on(heard: (text: string) => void): () => void
  /** When something is said next, or after so long: what is said while a connection is away is not heard. */
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
