import { type Run, isGated } from '../../core/index.ts'
import { settingDifferences } from '../../runner/index.ts'
import type { RunState } from '../api/runs.ts'
import type { Trend, TrendPoint } from '../api/comparisons.ts'
import { casesOf, isTrendPoint, runSeries } from './run-series.ts'

type TrendOfSeriesOptions = {
  readonly series: string | undefined
  readonly stateOf: (run: Run) => RunState
  /** Returns a hash of the agent's instructions, where known. */
  readonly promptOf: (run: Run) => Promise<string | undefined>
}

/** Returns one series oldest first, and the list of all series; `runs` are newest first, as the store returns them. */
export async function trendOfSeries(
  runs: readonly Run[],
  { series, stateOf, promptOf }: TrendOfSeriesOptions,
): Promise<Trend> {
  const bySeries = Map.groupBy(runs, runSeries)
  const all = [...bySeries].map(([id, [newest, ...earlier]]) => ({
    id,
    ...seriesRow(newest as Run),
    points: [newest as Run, ...earlier].filter((run) => isTrendPoint(run, stateOf(run))).length,
  }))
  // Without a choice, the newest series with at least two points is shown.
  const chosen = all.find(({ id }) => id === series) ?? all.find(({ points }) => points > 1) ?? all[0]
  const ofChosen = chosen === undefined ? [] : (bySeries.get(chosen.id) ?? [])
  const shown = ofChosen.filter((run) => isTrendPoint(run, stateOf(run))).toReversed()
  const toldOnce = await Promise.all(shown.map(async (run) => ({ run, ...toldOf(run), prompt: await promptOf(run) })))
  return {
    series: all,
    ...(chosen !== undefined && { chosen: chosen.id }),
    points: toldOnce.map((told, index) => toTrendPoint(told, toldOnce[index - 1])),
    leftOut: ofChosen.length - shown.length,
  }
}

function seriesRow(run: Run): Omit<Trend['series'][number], 'id' | 'points'> {
  const { dataset, target } = run.plan
  return { content: casesOf(run), dataset: dataset.name ?? dataset.id, target: target.name, cases: dataset.cases }
}

type TrendOfSeriesDetails = Parameters<typeof settingDifferences>[0]

function toTrendPoint(
  { run, ...told }: TrendOfSeriesDetails & { readonly run: Run },
  before: TrendOfSeriesDetails | undefined,
): TrendPoint {
  const { plan, summary } = run
  if (summary?.passRate == null) throw new Error('a point of a trend has a pass rate')
  return {
    runId: plan.runId,
    ...(plan.name !== undefined && { name: plan.name }),
    createdAt: plan.createdAt,
    ...(isGated(summary.gate) && { gatePassed: summary.gate.passed }),
    results: summary.results,
    passRate: summary.passRate,
    metrics: summary.metrics.map(({ metric, passRate, mean, unit }) => ({
      metric,
      passRate,
      mean,
      ...(unit !== undefined && { unit }),
    })),
    changes: before === undefined ? [] : [...settingDifferences(before, told)],
  }
}

/** Takes the judges from the summary, since reading the judges of every result would take too long. */
function toldOf({ plan, summary }: Run): TrendOfSeriesDetails {
  const judges = new Map((summary?.metrics ?? []).map((one) => [one.metric, new Set(one.judges)]))
  return { plan, counter: { judges, instructions: new Map() } }
}
