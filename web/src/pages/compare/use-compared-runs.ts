import { useSearchParams } from 'wouter'

/** Number of runs that can be compared with a baseline. */
export const othersAtMost = 5

/** The address of a comparison. */
export function comparisonPath(baseline: string, others: readonly string[]): string {
  return `/compare?${new URLSearchParams([['baseline', baseline], ...others.map((runId) => ['with', runId])])}`
}

/** The compared runs in the address; also reads the older parameters `first` and `second`. */
export function useComparedRuns() {
  const [search, setSearch] = useSearchParams()
  const baseline = search.get('baseline') ?? search.get('first') ?? undefined
  const named = [...search.getAll('with'), ...search.getAll('second')]
  const others = [...new Set(named)].filter((runId) => runId !== '' && runId !== baseline).slice(0, othersAtMost)

  /** Filters on cases are dropped, since they applied to other runs. */
  function choose(chosen: { readonly baseline: string | undefined; readonly others: readonly string[] }): void {
    const after = new URLSearchParams()
    if (chosen.baseline !== undefined && chosen.baseline !== '') after.set('baseline', chosen.baseline)
    for (const runId of chosen.others) if (runId !== '') after.append('with', runId)
    setSearch(after)
  }

  return { baseline, others, choose }
}
