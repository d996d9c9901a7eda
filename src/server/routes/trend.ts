import type { RunStore } from '../../core/index.ts'
import { storedResults } from '../../runner/index.ts'
import type { AnswerRoute } from '../answer-route.ts'
import type { Capabilities } from '../capabilities.ts'
import { runStateOf } from '../run-row.ts'
import { trendOfSeries } from '../trend/trend-of-series.ts'

export function answerTrend(
  answer: AnswerRoute,
  { store, isAlive }: { readonly store: RunStore; readonly isAlive: Capabilities['isAlive'] },
): void {
  answer('trend', async ({ query: { series } }) =>
    trendOfSeries(await store.list(), {
      series,
      stateOf: (run) => runStateOf(run, isAlive),
      promptOf: async (run) => storedResults(run, store).prompt?.(),
    }),
  )
}
