import { useChosen } from '../../chosen.ts'

/** The runs of a list that somebody marked, as the address has them. */
export function useMarkedRuns(runs: readonly { readonly runId: string }[]) {
  const { search, toggle } = useChosen()
  const marked = search.getAll('mark').filter((runId) => runs.some((run) => run.runId === runId))
  return { marked, mark: (runId: string) => toggle('mark', runId, { now: marked }) }
}
