import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// What the browser knows of its network says nothing of a server on this machine: whoever hears the news says whether it is there.
onlineManager.setEventListener(() => undefined)

let since: number | undefined

/** Whether the server is there, as far as whoever listens to it knows. What is asked for in vain waits until it is. */
export const serverStatus = {
  /** @param heardAt when it was heard last, in milliseconds */
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
