import type { CaseResult } from '../../core/index.ts'
import type { Progress } from '../api/runs.ts'

type PlaceVerdictsVerdict = CaseResult['verdict']

/** The verdicts of a run so far. A place is a row's number in the run: position × repeats + repeat. */
export function placeVerdicts() {
  const verdicts: (PlaceVerdictsVerdict | undefined)[] = []
  const unended = new Set<number>()
  const counts = { passed: 0, failed: 0, error: 0, 'not-evaluated': 0 }

  return {
    /** @returns whether the verdict is new */
    set(place: number, verdict: PlaceVerdictsVerdict | undefined): boolean {
      const isNew = verdicts.length <= place
      while (verdicts.length <= place) unended.add(verdicts.push(undefined) - 1)
      const before = verdicts[place]
      if (before === verdict) return isNew
      verdicts[place] = verdict
      if (before !== undefined) counts[before] -= 1
      if (verdict !== undefined) counts[verdict] += 1
      if (verdict === undefined) unended.add(place)
      else unended.delete(place)
      return true
    },

    /** Returns the places without a verdict before the last known one, begun or not. */
    unended: (): readonly number[] => [...unended].toSorted((one, other) => one - other),

    results(): Progress['results'] {
      const { passed, failed, error, 'not-evaluated': notEvaluated } = counts
      return { total: passed + failed + error + notEvaluated, passed, failed, error, notEvaluated }
    },
  }
}
