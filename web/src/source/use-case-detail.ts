import { skipToken, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { CaseDetail, RunDetail } from '../../../src/server/api/runs.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

type UseCaseDetailPlace = { readonly position: number; readonly repeat: number }

/** One repeat of one case, from wherever runs are read; at once where it was read before. */
export function useCaseDetail(runId: string, position: number, repeat: number): Loaded<CaseDetail> {
  return useAnswer(useCaseQuery(runId, { position, repeat }))
}

/** Reads ahead what will probably be asked for next. */
export function useReadAhead(runId: string, place: UseCaseDetailPlace | undefined): void {
  // Whoever asks for it hears what comes of it.
  useQuery({ ...useCaseQuery(runId, place), notifyOnChangeProps: [] })
}

function useCaseQuery(runId: string, place: UseCaseDetailPlace | undefined): UseQueryOptions<CaseDetail> {
  const source = useRunSource()
  const client = useQueryClient()
  return {
    queryKey: ['run', runId, 'case', place?.position, place?.repeat],
    queryFn:
      place === undefined
        ? skipToken
        : async ({ signal }) => source.ask('caseDetail', { params: { runId, ...place }, signal }),
    // Of a run that is over it stays as it is.
    staleTime: ({ state: { data } }) => {
      const isOver = client.getQueryData<RunDetail>(['run', runId])?.state === 'finished'
      return isOver && data?.result !== undefined ? Infinity : 0
    },
  }
}
