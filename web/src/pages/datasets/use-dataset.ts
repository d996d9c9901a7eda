import { useCallback, useEffect, useState } from 'react'
import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import type { DatasetPage } from '../../../../src/server/api/datasets.ts'
import { callApi } from '../../source/call-api.ts'

export type CaseAt = DatasetPage['cases'][number]

export type OpenDataset = {
  readonly dataset: DatasetChoice | undefined
  readonly revision: string
  readonly cases: readonly CaseAt[]
  /** Whether all cases are there. */
  readonly complete: boolean
  readonly error: unknown
}

const nothing: OpenDataset = { dataset: undefined, revision: '', cases: [], complete: false, error: undefined }

/** The first page is small, so that cases stand there at once. */
const firstPage = 200
const laterPage = 1000

/** All cases of a dataset, page by page. While it is loaded anew, what was there stays there. */
export function useDataset(id: string): OpenDataset & { readonly reload: () => void } {
  const [asked, setAsked] = useState(0)
  const [opened, setOpened] = useState(nothing)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const keep = (next: OpenDataset) => signal.aborted || setOpened(next)

    async function read(): Promise<void> {
      let so: OpenDataset = nothing
      let from: number | null = 0
      while (from !== null) {
        const query = { from, limit: from === 0 ? firstPage : laterPage }
        const page: DatasetPage = await callApi('dataset', { params: { datasetId: id }, query, signal })
        if (so.dataset !== undefined && page.revision !== so.revision) {
          // Somebody wrote to it in between: pages of two files are no dataset.
          so = nothing
          from = 0
          continue
        }
        const { dataset, revision, cases } = page
        so = { ...so, dataset, revision, cases: [...so.cases, ...cases], complete: page.next === null }
        from = page.next
        if (asked === 0 || so.complete) keep(so)
      }
    }

    read().catch((error: unknown) => signal.aborted || setOpened((before) => ({ ...before, error })))
    return () => leaving.abort()
  }, [id, asked])
  const reload = useCallback(() => setAsked((before) => before + 1), [])
  return { ...opened, reload }
}
