import { focusManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call-api.ts'

/** How long what was read of a run is kept for who comes back to it. */
const keptMs = 300_000

/** One request may fail while the server is there. */
const askAgainMs = 1000

/** What the page asked for: once for all who show it at the same time, and anew for who shows it later. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      structuralSharing: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'offlineFirst',
      retry: (_count, error) => error instanceof ApiError && error.kind === 'unreachable',
      retryDelay: askAgainMs,
    },
    mutations: { networkMode: 'always' },
  },
})
queryClient.setQueryDefaults(['run'], { gcTime: keptMs })

// A tab that nobody sees asks like any other.
focusManager.setFocused(true)
