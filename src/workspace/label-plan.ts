import { type Run, type RunStore, type ScoredCase, correctsRates } from '../core/index.ts'
import { drawLabels, labelsForWidth } from '../statistics/corrected/label-plan.ts'

type LabelPlanExpectation = { readonly metric: string | undefined; readonly width: number; readonly seed: number }

/** Plans how many labels give an interval of this width around a run's corrected pass rate, and for which results. */
export async function labelPlanOf(
  { plan, summary }: Run,
  { metric, width, seed }: LabelPlanExpectation,
  store: RunStore,
) {
  const corrected =
    metric === undefined
      ? summary?.corrected?.passRate
      : summary?.corrected?.metrics.find((one) => one.metric === metric)
  const labels = (await store.labels(plan.runId)).filter(
    (label) => label.metric === metric && label.aspect === undefined && correctsRates(label),
  )
  const labelled = new Set(labels.map(({ position, repeat }) => `${position}/${repeat}`))
  const scored = await Array.fromAsync(store.scoredCases(plan.runId))
  const open = scored.filter(({ position, repeat }) => !labelled.has(`${position}/${repeat}`))
  // Without labels the verdicts' own rate is used, kept away from 0 and 1, where it would promise too much.
  const guess = scored.filter((one) => verdictIn(one, metric) === 1).length / Math.max(1, scored.length)
  const share = corrected?.estimate.value ?? Math.min(0.9, Math.max(0.1, guess))
  const worth = corrected === undefined ? 1 : Math.max(1, corrected.effectiveLabels / corrected.labels)
  const needed = Math.min(scored.length, labelsForWidth({ share, width, worth }))
  const kinds = open.map((one) => verdictIn(one, metric))
  const drawn = drawLabels(kinds, Math.max(0, needed - labelled.size), seed)
  return {
    /** Labels needed for an interval of the requested width. */
    needed,
    /** Results that people have labelled. */
    there: labelled.size,
    /** How much one label adds beside the verdicts, estimated from the labels so far. */
    worth,
    /** The results to label next, each with its repeat, counted from 0. */
    results: drawn.flatMap((index) => {
      const result = open[index]
      return result === undefined ? [] : [{ caseId: result.caseId, position: result.position, repeat: result.repeat }]
    }),
  }
}

/** 1 for passed, 0 for failed, 2 for not evaluated. */
function verdictIn({ verdict, scores }: ScoredCase, metric: string | undefined): number {
  if (metric === undefined) return verdict === 'passed' ? 1 : verdict === 'not-evaluated' ? 2 : 0
  const score = scores.find((one) => one.metric === metric)
  return score?.status === 'scored' ? Number(score.passed) : 2
}
