import type { Run } from '../../core/index.ts'
import { keepLast } from '../../core/basics/keep-last.ts'
import { type CountedRun, countRun, storedResults } from '../../runner/index.ts'

const runsKept = 6

/** Counts runs for comparisons; each finished run is read once. */
export function openCountedRuns(store: Parameters<typeof storedResults>[1]) {
  const kept = keepLast<Promise<CountedRun>>(runsKept)
  return async (run: Run): Promise<CountedRun> => {
    const { plan, status, endedAt } = run
    const count = async () => countRun(storedResults(run, store))
    // A run in progress has more results the next time.
    if (status !== 'finished') return count()
    const key = `${plan.runId} ${endedAt}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const counting = count()
    // A failed read may succeed the next time.
    counting.catch(() => kept.delete(key))
    return kept.set(key, counting)
  }
}
