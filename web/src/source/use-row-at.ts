import { useEffect, useState } from 'react'
import type { CaseRow } from '../../../src/server/api/runs.ts'
import { type RunSource, useRunSource } from './run-source.ts'

/** The row of a case, requested when it becomes visible, together with others. */
export function useRowAt(runId: string, position: number | undefined): CaseRow | undefined {
  const source = useRunSource()
  const [row, setRow] = useState<CaseRow>()
  useEffect(() => {
    let isWanted = position !== undefined
    if (position !== undefined) void rowAt(source, runId, position).then((found) => isWanted && setRow(found))
    return () => {
      isWanted = false
    }
  }, [source, runId, position])
  return row?.position === position ? row : undefined
}

type Asked = Map<number, PromiseWithResolvers<CaseRow | undefined>>

const known = new Map<string, Map<number, Promise<CaseRow | undefined>>>()
const asked = new Map<string, Asked>()
const togetherMs = 10
const mostKept = 2000
/** The largest request that the server accepts. */
const mostAtOnce = 200

function rowAt(source: RunSource, runId: string, position: number): Promise<CaseRow | undefined> {
  const ofRun = known.get(runId) ?? new Map<number, Promise<CaseRow | undefined>>()
  known.set(runId, ofRun)
  const before = ofRun.get(position)
  if (before !== undefined) return before
  if (ofRun.size > mostKept) ofRun.clear()
  const awaited = Promise.withResolvers<CaseRow | undefined>()
  ofRun.set(position, awaited.promise)
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
  const page = await source.ask('cases', { params: { runId }, query }).catch(() => undefined)
  for (const [position, { resolve }] of together) {
    // Failed rows are requested again when they become visible again.
    if (page === undefined) known.get(runId)?.delete(position)
    resolve(page?.rows.find((row) => row.position === position))
  }
}
