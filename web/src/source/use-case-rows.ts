import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CasePage, CaseRow, Progress, RunDetail } from '../../../src/server/api/runs.ts'
import { isPaged } from '../../../src/server/paged/paged-run.ts'
import { keptRuns } from './kept-runs.ts'
import { useRunSource } from './run-source.ts'

export type RowsSoFar = {
  readonly rows: readonly CaseRow[]
  /** Whether all of them are there. */
  readonly complete: boolean
  readonly progress: Progress | undefined
  /** At the pace since the page was opened; undefined before there is one. */
  readonly leftMs: number | undefined
  readonly error: unknown
}

/** A run that says nothing is read all the same. */
const listenMs = 1000

const nothing: RowsSoFar = { rows: [], complete: false, progress: undefined, leftMs: undefined, error: undefined }

/** The rows of one run, the first of them at once, and those that come while it goes on. `onEnd` hears that it ended. */
export function useCaseRows(detail: RunDetail, onEnd: () => void = () => undefined): RowsSoFar {
  const source = useRunSource()
  const { runId } = detail.run.plan
  // A run that somebody went on with has other rows.
  const version = `${detail.state} ${detail.run.endedAt ?? ''}`
  const [soFar, setSoFar] = useState(() => ({ ...nothing, ...keptBefore(detail) }))
  const ended = useEffectEvent(onEnd)
  const keep = useEffectEvent(() => keptRuns.keepRows(detail, inOrder(kept.current)))
  const isKept = useEffectEvent(() => keptRuns.rows(detail) !== undefined)
  // Who shows it asks for pages of it.
  const isTooLong = useEffectEvent(() => source.live && isPaged(detail.run))
  const kept = useRef(new Map<string, CaseRow>())
  useEffect(() => {
    if (isKept()) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const known = kept.current
    const told = new Set<string>()
    let begun: { readonly at: number; readonly done: number } | undefined
    const show = (change: Partial<RowsSoFar>) =>
      signal.aborted || setSoFar((before) => ({ ...before, ...change, rows: inOrder(known) }))

    const first = async () => source.worstCases?.(runId, signal) ?? source.cases(runId, 0, signal)

    async function read(): Promise<void> {
      let next: number | null = 0
      let isFirst = true
      while (next !== null) {
        const page: CasePage = await (isFirst ? first() : source.cases(runId, next, signal))
        // What the news said meanwhile is newer.
        for (const row of page.rows) if (!told.has(keyOf(row))) known.set(keyOf(row), row)
        next = page.next
        isFirst = false
        show({ complete: next === null })
        if (next === null) keep()
        // What is there already should be on the screen meanwhile.
        else await rest(30)
      }
    }

    function leftAt({ done, planned }: Progress): number | undefined {
      begun ??= { at: performance.now(), done }
      const since = done - begun.done
      return since === 0 ? undefined : ((performance.now() - begun.at) / since) * (planned - done)
    }

    const isRunning = version.startsWith('running')
    const heard = Promise.withResolvers<void>()
    const stop = !isRunning
      ? undefined
      : source.watch(runId, (news) => {
          heard.resolve()
          if (news.type === 'progress') show({ progress: news.progress, leftMs: leftAt(news.progress) })
          if (news.type === 'end') ended()
          if (news.type !== 'rows') return
          for (const row of news.rows) {
            told.add(keyOf(row))
            known.set(keyOf(row), row)
          }
          show({})
        })
    // What changes after the rows were read and before the news began would be lost.
    const listening = isRunning ? Promise.race([heard.promise, rest(listenMs)]) : Promise.resolve()
    listening.then(isTooLong() ? undefined : read).catch((error: unknown) => show({ error }))
    return () => {
      leaving.abort()
      stop?.()
    }
  }, [runId, version, source])
  return soFar
}

function keptBefore(detail: RunDetail): Partial<RowsSoFar> {
  const rows = keptRuns.rows(detail)
  return rows === undefined ? {} : { rows, complete: true }
}

async function rest(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

function keyOf({ position, repeat }: CaseRow): string {
  return `${position}/${repeat}`
}

function inOrder(rows: ReadonlyMap<string, CaseRow>): readonly CaseRow[] {
  return [...rows.values()].toSorted((a, b) => a.position - b.position || a.repeat - b.repeat)
}
