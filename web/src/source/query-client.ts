import { focusManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call-api.ts'

/** Milliseconds for which a run's data are cached after use. */
const keptMs = 300_000

/** A single request may fail although the server is there. */
const askAgainMs = 1000

/** The cache of all requests: shared by simultaneous users of the same data, refreshed for later ones. */
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

// Hidden tabs fetch like visible ones.
focusManager.setFocused(true)
