import type { MetricSummary } from '../../../../../src/core/run/run.ts'

/** How results came out that a metric did not pass: where the agent broke, nothing was scored, and yet it counts. */
export function failuresOf(metric: Pick<MetricSummary, 'agentErrors'> | undefined): readonly ('failed' | 'error')[] {
  return (metric?.agentErrors ?? 0) > 0 ? ['failed', 'error'] : ['failed']
}
