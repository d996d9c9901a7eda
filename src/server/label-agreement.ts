import type { HumanLabel, Run, RunStore, ScoredCase } from '../core/index.ts'
import { type LabelledScore, judgeAgreementOf } from '../statistics/index.ts'
import type { LabelAgreement } from './api/labels.ts'
import { comparableWith, labelledRepeat, scoreFor } from './label-subject.ts'

/** Compares people's labels with a run's verdicts: whole results first, then its metrics. Labels on picked results are left out. */
export async function agreementsIn({ plan }: Run, store: RunStore): Promise<LabelAgreement[]> {
  const drawn = (await store.labels(plan.runId)).filter(({ picked }) => picked !== true)
  const labels = Map.groupBy(drawn, labelledRepeat)
  if (labels.size === 0) return []
  const results = new Map<string | undefined, LabelledScore[]>()
  for await (const scored of store.scoredCases(plan.runId)) {
    const ofMetrics = Map.groupBy(labels.get(labelledRepeat(scored)) ?? [], ({ metric }) => metric)
    for (const [metric, said] of ofMetrics) {
      results.set(metric, [...(results.get(metric) ?? []), labelledScore(scored, metric, said)])
    }
  }
  return [undefined, ...plan.metrics.map(({ name }) => name)].flatMap((metric) => {
    const labelled = results.get(metric)
    return labelled === undefined ? [] : [agreementOn(metric, labelled, plan.seed)]
  })
}

function labelledScore(scored: ScoredCase, metric: string | undefined, said: readonly HumanLabel[]): LabelledScore {
  return { name: scored.caseId, labels: said.map(comparableWith), score: scoreFor(metric, scored) }
}

// The disagreements are left out: a person who still labels would read the judge's verdict there.
function agreementOn(metric: string | undefined, labelled: readonly LabelledScore[], seed: number): LabelAgreement {
  const { results, notEvaluated, rows } = judgeAgreementOf(metric ?? '', labelled, { seed })
  return { ...(metric !== undefined && { metric }), results, notEvaluated: notEvaluated.length, rows }
}
