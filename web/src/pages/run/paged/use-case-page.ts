import { useEffect, useState } from 'react'
import type { CasePage, RunDetail } from '../../../../../src/server/api/runs.ts'
import { casesOnPage } from '../../../../../src/server/paged/paged-run.ts'
import { useRunSource } from '../../../source/run-source.ts'

type UseCasePageRequest = {
  readonly detail: RunDetail
  /** What is asked for, as an address says it. */
  readonly query: string
  /** From 1. */
  readonly page: number
}

type PageSoFar = { readonly key?: string; readonly page?: CasePage; readonly error?: unknown }

/** Who types a text, or turns pages fast, asks once. */
const restMs = 150
const againMs = 1000

/** A page of the cases of a large run; the one before stays until it is there, and one that is still searched for fills. */
export function useCasePage({ detail, query, page }: UseCasePageRequest): PageSoFar & { readonly isLoading: boolean } {
  const source = useRunSource()
  const { state, run } = detail
  const { runId, repeat, dataset } = run.plan
  const size = casesOnPage(repeat)
  const [soFar, setSoFar] = useState<PageSoFar>({})
  const key = `${page} ${query}`
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function read(): Promise<void> {
      let isWhole = false
      while (!isWhole) {
        const found = await source.viewedCases?.(runId, { view: query, from: (page - 1) * size, limit: size }, signal)
        if (found === undefined || signal.aborted) return
        setSoFar({ key, page: found })
        const cases = Math.min(size, dataset.cases - (page - 1) * size)
        // Of a run at work more comes to a page that is not full; what is filtered stays as it was found.
        const isComing = state === 'running' && found.looked === undefined && endedIn(found) < cases * repeat
        isWhole = !isComing && (found.looked ?? found.counted) >= found.counted
        if (!isWhole) await rest(againMs)
      }
    }
    rest(restMs)
      .then(async () => (signal.aborted ? undefined : read()))
      .catch((error: unknown) => signal.aborted || setSoFar({ key, error }))
    return () => leaving.abort()
  }, [source, runId, state, query, page, size, key, dataset.cases, repeat])
  return { ...soFar, isLoading: soFar.key !== key }
}

function endedIn({ rows }: CasePage): number {
  return rows.filter(({ verdict }) => verdict !== undefined).length
}

async function rest(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
