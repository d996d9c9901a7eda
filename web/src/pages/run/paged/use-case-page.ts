import { useEffect, useState } from 'react'
import type { CasePage, RunDetail } from '../../../../../src/server/api.ts'
import { casesOnPage } from '../../../../../src/server/paged/paged-run.ts'
import { useRunSource } from '../../../source/run-source.ts'

type Asked = {
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
export function useCasePage({ detail, query, page }: Asked): PageSoFar & { readonly isLoading: boolean } {
  const source = useRunSource()
  const { runId, repeat } = detail.run.plan
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
        isWhole = (found.looked ?? found.counted) >= found.counted
        if (!isWhole) await rest(againMs)
      }
    }
    rest(restMs)
      .then(async () => (signal.aborted ? undefined : read()))
      .catch((error: unknown) => signal.aborted || setSoFar({ key, error }))
    return () => leaving.abort()
  }, [source, runId, query, page, size, key])
  return { ...soFar, isLoading: soFar.key !== key }
}

async function rest(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
