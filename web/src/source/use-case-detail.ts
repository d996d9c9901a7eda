import { skipToken, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { CaseDetail, RunDetail, RunNews } from '../../../src/server/api/runs.ts'
import { resultKey } from './result-key.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

type UseCaseDetailPlace = { readonly position: number; readonly repeat: number }

/** Loads one repeat of a case, at once where it is cached, and again when it ends or is played anew. */
export function useCaseDetail(runId: string, position: number, repeat: number): Loaded<CaseDetail> {
  const source = useRunSource()
  const detail = useAnswer(useCaseQuery(runId, { position, repeat }))
  const hear = useEffectEvent((news: RunNews) => {
    if (changes(news, { position, repeat }, detail)) detail.reload()
  })
  useEffect(() => source.watch(runId, (news) => hear(news)), [source, runId])
  return detail
}

function changes(news: RunNews, place: UseCaseDetailPlace, detail: Loaded<CaseDetail>): boolean {
  if (news.type === 'rows') return news.rows.some((row) => resultKey(row) === resultKey(place))
  // The row of a case that was interrupted may never come.
  return news.type === 'end' && detail.status === 'ready' && detail.value.result === undefined
}

/** Prefetches what will probably be opened next. */
export function useReadAhead(runId: string, place: UseCaseDetailPlace | undefined): void {
  // The component that opens it handles the result.
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
    // Results of a finished run do not change.
    staleTime: ({ state: { data } }) => {
      const isOver = client.getQueryData<RunDetail>(['run', runId])?.state === 'finished'
      return isOver && data?.result !== undefined ? Infinity : 0
    },
  }
}
