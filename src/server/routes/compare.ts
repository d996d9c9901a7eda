import type { Run, RunStore } from '../../core/index.ts'
import { type CountedRun, compareCounted } from '../../runner/index.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { toComparison } from '../comparison/to-comparison.ts'
import { findRun } from './runs.ts'

type CompareDependencies = { readonly store: RunStore; readonly counted: (run: Run) => Promise<CountedRun> }

export function answerCompare(answer: AnswerRoute, { store, counted }: CompareDependencies): void {
  answer('compare', async ({ query }) => {
    const [first, second] = [await findRun(store, query.first), await findRun(store, query.second)]
    return toComparison(await compareCounted(await counted(first), await counted(second)))
  })
}
