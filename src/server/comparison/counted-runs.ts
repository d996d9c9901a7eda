import type { Run } from '../../core/index.ts'
import { keepLast } from '../../core/basics/keep-last.ts'
import { type CountedRun, countRun, storedResults } from '../../runner/index.ts'

/** A baseline and five others. */
const runsKept = 6

/** Runs as they are compared, each read once for all that it is held against. */
export function openCountedRuns(store: Parameters<typeof storedResults>[1]) {
  const kept = keepLast<Promise<CountedRun>>(runsKept)
  return async (run: Run): Promise<CountedRun> => {
    const { plan, status, endedAt } = run
    const count = async () => countRun(storedResults(run, store))
    // One that goes on has more to say the next time.
    if (status !== 'finished') return count()
    const key = `${plan.runId} ${endedAt}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const counting = count()
    // What could not be read now may be readable then.
    counting.catch(() => kept.delete(key))
    return kept.set(key, counting)
  }
}
