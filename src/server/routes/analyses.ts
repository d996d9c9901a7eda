import { type Run, type RunStore, message } from '../../core/index.ts'
import { type CountedRun, compareCounted, storedResults } from '../../runner/index.ts'
import { type AnswerRoute, findRun, notFound } from '../answer-route.ts'
import type { Capabilities } from '../capabilities.ts'
import { toComparison } from '../comparison/to-comparison.ts'
import { runStateOf } from '../run-row.ts'
import { trendOfSeries } from '../trend/trend-of-series.ts'
import { runCalibration } from './calibration.ts'

type AnalysesDependencies = {
  readonly store: RunStore
  readonly counted: (run: Run) => Promise<CountedRun>
  readonly capabilities: Pick<Capabilities, 'isAlive' | 'improveTrail' | 'atlas' | 'mutation'>
}

/** Answers with what is computed of whole runs. */
export function answerAnalyses(answer: AnswerRoute, { store, counted, capabilities }: AnalysesDependencies): void {
  const { isAlive, improveTrail, atlas, mutation } = capabilities

  answer('compare', async ({ query }) => {
    const [first, second] = [await findRun(store, query.first), await findRun(store, query.second)]
    return toComparison(await compareCounted(await counted(first), await counted(second)))
  })

  answer('trend', async ({ query: { series } }) =>
    trendOfSeries(await store.list(), {
      series,
      stateOf: (run) => runStateOf(run, isAlive),
      promptOf: async (run) => storedResults(run, store).prompt?.(),
    }),
  )

  answer('calibration', async ({ run, params }) => {
    const calibration = await runCalibration(run, store)
    if (calibration !== undefined) return calibration
    throw notFound(message('run {run} has no finished reviews, and so no stated confidence', { run: params.runId }))
  })

  answer('improve', async () => (await improveTrail?.()) ?? { entries: [] })
  if (atlas !== undefined) answer('atlas', async ({ run }) => atlas(run))
  if (mutation === undefined) return

  answer('mutation', async ({ run }) => mutation.page(run))

  answer('mutant', async ({ run, params, query }) => {
    const found = await mutation.mutant(run, query)
    if (found !== undefined) return found
    throw notFound(message('run {run} has no such mutant', { run: params.runId }))
  })
}
