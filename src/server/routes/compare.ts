import type { RunStore } from '../../core/index.ts'
import { compareRuns } from '../../runner/index.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { Comparison } from '../api.ts'
import { findRun } from './runs.ts'

/** Two runs case by case, with the paired test; the first is the baseline. */
export function answerCompare(answer: AnswerRoute, { store }: { readonly store: RunStore }): void {
  answer('compare', async ({ query }) => {
    return Comparison.parse(
      await compareRuns(await findRun(store, query.first), await findRun(store, query.second), store),
    )
  })
}
