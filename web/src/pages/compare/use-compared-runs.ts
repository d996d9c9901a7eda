import { useSearchParams } from 'wouter'

/** How many runs are held against a baseline at most. */
export const othersAtMost = 5

/** Where runs are held against a baseline. */
export function comparisonPath(baseline: string, others: readonly string[]): string {
  return `/compare?${new URLSearchParams([['baseline', baseline], ...others.map((runId) => ['with', runId])])}`
}

/** Which runs are compared, as the address has them; addresses of former versions have a `first` and a `second`. */
export function useComparedRuns() {
  const [search, setSearch] = useSearchParams()
  const baseline = search.get('baseline') ?? search.get('first') ?? undefined
  const named = [...search.getAll('with'), ...search.getAll('second')]
  const others = [...new Set(named)].filter((runId) => runId !== '' && runId !== baseline).slice(0, othersAtMost)

  /** What was chosen about cases goes: it was about other runs. */
  function choose(chosen: { readonly baseline: string | undefined; readonly others: readonly string[] }): void {
    const after = new URLSearchParams()
    if (chosen.baseline !== undefined && chosen.baseline !== '') after.set('baseline', chosen.baseline)
    for (const runId of chosen.others) if (runId !== '') after.append('with', runId)
    setSearch(after)
  }

  return { baseline, others, choose }
}
