import { useSyncExternalStore } from 'react'

let since: number | undefined
const listeners = new Set<() => void>()

/** Whether the server is there, as far as whoever listens to it knows. */
export const serverStatus = {
  /** @param heardAt when it was heard last, in milliseconds */
  gone(heardAt: number): void {
    if (since !== undefined) return
    since = heardAt
    for (const listener of listeners) listener()
  },

  here(): void {
    if (since === undefined) return
    since = undefined
    for (const listener of listeners) listener()
  },

  isGone: (): boolean => since !== undefined,

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Since when the server has not answered; undefined while it does. */
export function useServerGone(): number | undefined {
  return useSyncExternalStore(serverStatus.subscribe, () => since)
}
