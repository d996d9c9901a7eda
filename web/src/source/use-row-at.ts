import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CaseRow } from '../../../src/server/api/runs.ts'
import { type RunSource, useRunSource } from './run-source.ts'

/** The row of a case, requested when it becomes visible, together with others. */
export function useRowAt(runId: string, position: number | undefined): CaseRow | undefined {
  const source = useRunSource()
  const queryFn = position === undefined ? skipToken : async () => rowAt(source, runId, position)
  return useQuery({ queryKey: ['run', runId, 'row', position], queryFn }).data ?? undefined
}

type RowPlace = { readonly runId: string; readonly position: number | undefined }

/** Requests rows that are not visible once the page is at rest: a sheet of paper cannot wait for them. */
export function useRowsForPaper(places: readonly RowPlace[]): void {
  const source = useRunSource()
  const client = useQueryClient()
  useEffect(() => {
    const atRest = setTimeout(() => {
      for (const { runId, position } of places) {
        if (position === undefined) continue
        const queryKey = ['run', runId, 'row', position]
        const queryFn = async () => rowAt(source, runId, position)
        void client.prefetchQuery({ queryKey, queryFn, staleTime: Infinity, gcTime: Infinity })
      }
    }, restMs)
    return () => clearTimeout(atRest)
  }, [client, source, places])
}

type Asked = Map<number, PromiseWithResolvers<CaseRow | null>>

const asked = new Map<string, Asked>()
const togetherMs = 10
const restMs = 1000
/** The largest request that the server accepts. */
const mostAtOnce = 200

function rowAt(source: RunSource, runId: string, position: number): Promise<CaseRow | null> {
  const awaited = Promise.withResolvers<CaseRow | null>()
  const together = asked.get(runId)
  if (together !== undefined && together.size < mostAtOnce) together.set(position, awaited)
  else {
    const next: Asked = new Map([[position, awaited]])
    asked.set(runId, next)
    setTimeout(() => void answer(source, runId, next), togetherMs)
  }
  return awaited.promise
}

async function answer(source: RunSource, runId: string, together: Asked): Promise<void> {
  if (asked.get(runId) === together) asked.delete(runId)
  const query = { positions: [...together.keys()].join(',') }
  const page = source.ask('cases', { params: { runId }, query })
  for (const [position, { resolve }] of together)
    resolve(page.then(({ rows }) => rows.find((row) => row.position === position) ?? null))
}
