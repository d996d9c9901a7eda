import type { MetricSummary } from '../../../../../src/core/run/run.ts'

/** The results that a metric did not pass; where the agent failed there is no score, and it counts all the same. */
export function failuresOf(metric: Pick<MetricSummary, 'agentErrors'> | undefined): readonly ('failed' | 'error')[] {
  return (metric?.agentErrors ?? 0) > 0 ? ['failed', 'error'] : ['failed']
}
