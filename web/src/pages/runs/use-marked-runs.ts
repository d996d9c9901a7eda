import { useChosen } from '../../chosen.ts'
import { othersAtMost } from '../compare/use-compared-runs.ts'

/** The runs of a list that somebody marked to compare them, as the address has them. A baseline and five others fit beside each other. */
export function useMarkedRuns(runs: readonly { readonly runId: string }[]) {
  const { search, toggle } = useChosen()
  const marked = search.getAll('mark').filter((runId) => runs.some((run) => run.runId === runId))
  return { marked, mark: (runId: string) => toggle('mark', runId, { now: marked, most: othersAtMost + 1 }) }
}
