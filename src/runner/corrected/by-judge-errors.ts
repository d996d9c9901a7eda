import type { RunPlan, RunSummary } from '../../core/index.ts'
import { correctedRate } from '../../statistics/corrected/corrected-rate.ts'

type ByJudgeErrorsKnowledge = NonNullable<RunPlan['judgeErrors']>

/**
 * Corrects the pass rates of metrics by the error rates of their judges (Rogan & Gladen), over the scored results. The
 * repeats of a case count as one result, which is the most cautious assumption.
 */
export function byJudgeErrors<Summary extends Pick<RunSummary, 'metrics' | 'repeats'>>(
  summary: Summary,
  known: ByJudgeErrorsKnowledge,
): Summary {
  const repeat = summary.repeats?.repeat ?? 1
  const metrics = summary.metrics.map((metric) => {
    const found = known.find((one) => one.metric === metric.metric)
    if (found === undefined || metric.scored === 0) return metric
    const { metric: _name, ...errors } = found
    const n = Math.max(1, Math.round(metric.scored / repeat))
    return {
      ...metric,
      byJudgeErrors: { estimate: correctedRate({ rate: metric.passed / metric.scored, n }, errors), errors },
    }
  })
  return { ...summary, metrics }
}
