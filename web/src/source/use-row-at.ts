import { skipToken, useQuery } from '@tanstack/react-query'
import type { CaseRow } from '../../../src/server/api/runs.ts'
import { type RunSource, useRunSource } from './run-source.ts'

/** Who goes along a long table passes many. */
const keptMs = 60_000

/** The row of a case of a run, asked for when somebody sees it and together with the others that came into sight. */
export function useRowAt(runId: string, position: number | undefined): CaseRow | undefined {
  const source = useRunSource()
  const { data } = useQuery({
    queryKey: ['run', runId, 'row', position],
    queryFn: position === undefined ? skipToken : async () => rowAt(source, runId, position),
    staleTime: Infinity,
    gcTime: keptMs,
  })
  return data ?? undefined
}

type Asked = Map<number, PromiseWithResolvers<CaseRow | null>>

const asked = new Map<string, Asked>()
const togetherMs = 10
/** As many as the server takes at once. */
const mostAtOnce = 200

async function rowAt(source: RunSource, runId: string, position: number): Promise<CaseRow | null> {
  let together = asked.get(runId)
  if (together === undefined || together.size === mostAtOnce) {
    const next: Asked = new Map()
    asked.set(runId, next)
    setTimeout(() => void answer(source, runId, next), togetherMs)
    together = next
  }
  const awaited = Promise.withResolvers<CaseRow | null>()
  together.set(position, awaited)
  return awaited.promise
}

async function answer(source: RunSource, runId: string, together: Asked): Promise<void> {
  if (asked.get(runId) === together) asked.delete(runId)
  try {
    const rows = await source.rowsAt(runId, [...together.keys()])
    for (const [position, { resolve }] of together) resolve(rows.find((row) => row.position === position) ?? null)
  } catch (error) {
    for (const { reject } of together.values()) reject(error)
  }
}
