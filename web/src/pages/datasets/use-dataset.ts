import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import type { DatasetPage } from '../../../../src/server/api/datasets.ts'
import { callApi } from '../../source/call-api.ts'
import { useReload } from '../../source/use-answer.ts'

export type CaseAt = DatasetPage['cases'][number]

export type OpenDataset = {
  readonly dataset: DatasetChoice | undefined
  readonly revision: string
  readonly cases: readonly CaseAt[]
  /** Whether all cases are loaded. */
  readonly complete: boolean
  readonly error: unknown
}

const nothing = { dataset: undefined, revision: '', cases: [], complete: false }

/** The first page is small, so that cases appear at once. */
const firstPage = 200
const laterPage = 1000

/** Loads a dataset page by page. While it reloads, the former cases stay. */
export function useDataset(id: string): OpenDataset & { readonly reload: () => void } {
  const client = useQueryClient()
  const queryKey = ['dataset', id]

  async function readAll(signal: AbortSignal): Promise<Omit<OpenDataset, 'error'>> {
    const isFirst = client.getQueryData(queryKey) === undefined
    let so: Omit<OpenDataset, 'error'> = nothing
    let from: number | null = 0
    while (from !== null) {
      const query = { from, limit: from === 0 ? firstPage : laterPage }
      const page: DatasetPage = await callApi('dataset', { params: { datasetId: id }, query, signal })
      if (so.dataset !== undefined && page.revision !== so.revision) {
        // The file changed in between, so the pages do not belong together.
        so = nothing
        from = 0
        continue
      }
      const { dataset, revision, cases, next } = page
      so = { dataset, revision, cases: [...so.cases, ...cases], complete: next === null }
      from = next
      if (isFirst) client.setQueryData(queryKey, so)
    }
    return so
  }

  const {
    data = nothing,
    error,
    failureReason,
  } = useQuery({ queryKey, queryFn: async ({ signal }) => readAll(signal) })
  return { ...data, error: error ?? failureReason ?? undefined, reload: useReload(queryKey) }
}
