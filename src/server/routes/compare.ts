import type { RunStore } from '../../core/index.ts'
import { compareCounted } from '../../runner/index.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { openCountedRuns } from '../comparison/counted-runs.ts'
import { toComparison } from '../comparison/to-comparison.ts'
import { findRun } from './runs.ts'

/** Two runs case by case, with the paired test; the first is the baseline. */
export function answerCompare(answer: AnswerRoute, { store }: { readonly store: RunStore }): void {
  const counted = openCountedRuns(store)
  answer('compare', async ({ query }) => {
    const [first, second] = [await findRun(store, query.first), await findRun(store, query.second)]
    return toComparison(await compareCounted(await counted(first), await counted(second)))
  })
}
