import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CasePage, CaseRow, Progress, RunDetail, RunNews } from '../../../src/server/api/runs.ts'
import { isPaged } from '../../../src/server/paged/paged-run.ts'
import type { ApiCall } from './call-api.ts'
import { type RunSource, useRunSource } from './run-source.ts'
import { resultKey } from './result-key.ts'
import { momentOf } from './use-run-detail.ts'

export type RowsSoFar = {
  readonly rows: readonly CaseRow[]
  /** Whether all rows are loaded. */
  readonly complete: boolean
  readonly progress: Progress | undefined
  /** Milliseconds at the pace since the page opened; undefined before there is one. */
  readonly leftMs: number | undefined
  readonly error: unknown
}

/** Milliseconds to wait for the event stream before reading anyway. */
const listenMs = 1000

/** The first page is small, so that rows appear at once; the following ones are large. */
const firstPage = 200
const laterPage = 2000

const nothing: RowsSoFar = { rows: [], complete: false, progress: undefined, leftMs: undefined, error: undefined }

/** The rows of a run, and new ones while it is under way. `onEnd` is called at its end. */
export function useCaseRows(detail: RunDetail, onEnd: () => void = () => undefined): RowsSoFar {
  const source = useRunSource()
  const { runId } = detail.run.plan
  const client = useQueryClient()
  // A resumed run has other rows.
  const version = momentOf(detail)
  const queryKey = ['run', runId, 'rows', version]
  const { data: kept } = useQuery<RowsSoFar['rows']>({ queryKey, queryFn: skipToken })
  const [soFar, setSoFar] = useState(() => (kept === undefined ? nothing : { ...nothing, rows: kept, complete: true }))
  const ended = useEffectEvent(onEnd)
  const keep = useEffectEvent(() => {
    if (detail.state === 'finished') client.setQueryData(queryKey, inOrder(known.current))
  })
  const isKept = useEffectEvent(() => kept !== undefined)
  // The component that shows such a run loads pages of it.
  const isTooLong = useEffectEvent(() => source.live && isPaged(detail.run))
  const known = useRef(new Map<string, CaseRow>())
  useEffect(() => {
    if (isKept()) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const rows = known.current
    // Keys of rows that events brought meanwhile.
    const told = new Set<string>()
    const show = (change: Partial<RowsSoFar>) =>
      signal.aborted || setSoFar((before) => ({ ...before, ...change, rows: inOrder(rows) }))
    const heard = Promise.withResolvers<void>()
    const leftAt = paceFromNow()
    const hear = (news: RunNews) => {
      heard.resolve()
      if (news.type === 'progress') show({ progress: news.progress, leftMs: leftAt(news.progress) })
      if (news.type === 'end') ended()
      if (news.type !== 'rows') return
      for (const row of news.rows) {
        told.add(resultKey(row))
        rows.set(resultKey(row), row)
      }
      show({})
    }
    const isRunning = version.startsWith('running')
    const stop = isRunning ? source.watch(runId, hear) : undefined
    async function read(): Promise<void> {
      // Listening begins before reading, so that no change is lost in between.
      if (isRunning) await Promise.race([heard.promise, rest(listenMs)])
      if (isTooLong()) return
      for await (const page of pagesOf(source, runId, signal)) {
        // Rows from events are newer.
        for (const row of page.rows) if (!told.has(resultKey(row))) rows.set(resultKey(row), row)
        show({ complete: page.next === null })
      }
      keep()
    }
    read().catch((error: unknown) => show({ error }))
    return () => {
      leaving.abort()
      stop?.()
    }
  }, [runId, version, source])
  return soFar
}

async function* pagesOf(source: RunSource, runId: string, signal: AbortSignal): AsyncGenerator<CasePage> {
  const ask = async (query: ApiCall<'cases'>['query']) => source.ask('cases', { params: { runId }, query, signal })
  let page: CasePage = await ask({ order: 'worst-first', limit: firstPage })
  yield page
  while (page.next !== null) {
    // Lets the browser paint the loaded rows.
    await rest(30)
    page = await ask({ from: page.next, limit: laterPage })
    yield page
  }
}

/** Milliseconds left at the pace since the first progress was heard. */
function paceFromNow(): (progress: Progress) => number | undefined {
  let begun: { readonly at: number; readonly done: number } | undefined
  return ({ done, planned }) => {
    begun ??= { at: performance.now(), done }
    const since = done - begun.done
    return since === 0 ? undefined : ((performance.now() - begun.at) / since) * (planned - done)
  }
}

async function rest(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

function inOrder(rows: ReadonlyMap<string, CaseRow>): readonly CaseRow[] {
  return [...rows.values()].toSorted((a, b) => a.position - b.position || a.repeat - b.repeat)
}
