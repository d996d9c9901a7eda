import { hashKey, type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiAnswer, ApiCall, ApiName } from './call-api.ts'
import { useRunSource } from './run-source.ts'

export type Loaded<Value> = { readonly reload: () => void } & (
  | { readonly status: 'loading'; readonly value?: undefined }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown; readonly value?: undefined }
)

/**
 * Loads a value under a key, shared by all components that show it. While it is refetched, or the server is away, the former value
 * stays: the top of the page says that the server is gone.
 *
 * @example const row = useAnswer({ queryKey: ['traceRow', link], queryFn: load })
 */
export function useAnswer<Value>(question: UseQueryOptions<Value>): Loaded<Value> {
  const { data, error, failureReason } = useQuery(question)
  const reload = useReload(question.queryKey)
  const problem = error ?? (data === undefined ? failureReason : null)
  if (problem !== null) return { status: 'failed', error: problem, reload }
  return data === undefined ? { status: 'loading', reload } : { status: 'ready', value: data, reload }
}

/** Asks the server or the report file. @example const atlas = useApi('atlas', { params: { runId } }) */
export function useApi<Called extends ApiName>(
  name: Called,
  call: ApiCall<Called>,
  options: Pick<UseQueryOptions<ApiAnswer<Called>>, 'staleTime' | 'gcTime' | 'refetchInterval'> = {},
): Loaded<ApiAnswer<Called>> {
  const { ask } = useRunSource()
  return useAnswer({
    queryKey: [name, call],
    queryFn: async ({ signal }) => ask(name, { ...call, signal }),
    ...options,
  })
}

/** Refetches for all components that show it. */
export function useReload(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  return useCallback(() => {
    const isIt = { predicate: ({ queryHash }: { readonly queryHash: string }) => queryHash === hash }
    const refetch = async () => client.refetchQueries(isIt, { cancelRefetch: false })
    // A request under way may be older than the reason to refetch. Reasons that come faster than answers must not cancel them all.
    void (client.isFetching(isIt) > 0 ? refetch().then(refetch) : refetch())
  }, [client, hash])
}
