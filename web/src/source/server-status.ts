import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// The browser's network state says nothing about a server on this machine; the event stream does.
onlineManager.setEventListener(() => undefined)

let since: number | undefined

/** Whether the server is there, according to the event stream. Failed requests wait until it is. */
export const serverStatus = {
  /** @param heardAt milliseconds of the last event */
  gone(heardAt: number): void {
    since ??= heardAt
    onlineManager.setOnline(false)
  },

  here(): void {
    since = undefined
    onlineManager.setOnline(true)
  },

  isGone: (): boolean => since !== undefined,
}

/** Since when the server has not answered; undefined while it does. */
export function useServerGone(): number | undefined {
  return useSyncExternalStore(subscribe, () => since)
}

function subscribe(changed: () => void): () => void {
  return onlineManager.subscribe(changed)
}
