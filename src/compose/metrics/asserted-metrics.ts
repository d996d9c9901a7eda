import type { Metric } from '../../core/index.ts'
import { answerPattern } from '../../metrics/asserted/answer-pattern.ts'
import { ownChecks } from '../../metrics/asserted/own-checks.ts'
import { whereCallsAreStated, whereStated } from '../../metrics/asserted/where-stated.ts'
import type { Criterion } from '../criteria/eval-config.ts'
import type { AssertedTraits } from '../asserted-traits.ts'
import type { DatasetTraits } from '../dataset-traits.ts'
import { looks } from '../idle-fields.ts'

export type Asserted = { readonly traits: DatasetTraits; readonly asserted: AssertedTraits }

const rubricMetrics = [
  'rubric_based_final_response_quality_v1',
  'rubric_based_tool_use_quality_v1',
  'rubric_based_multi_turn_trajectory_quality_v1',
]
const rubricTypes = ['FINAL_RESPONSE_QUALITY', 'TOOL_USE_QUALITY', 'TRAJECTORY_QUALITY']

/**
 * Returns criteria for the assertions of cases in code that no metric of the run checks: calls exactly, references as
 * in files, only the stated part of the state, all rubrics. A user's own metric counts as one that checks references.
 */
export function assertedCriteria({ traits, asserted }: Asserted, names: readonly string[]): readonly Criterion[] {
  const { fields, rubricTypes: types } = traits
  const isRead = (field: string) => names.some((name) => looks[name]?.includes(field))
  const mayRead = isRead('response') || names.some((name) => !Object.hasOwn(looks, name))
  return [
    ...(asserted.calls && !isRead('toolCalls') ? [criterion('tool_trajectory_avg_score', 1)] : []),
    ...(fields.has('response') && !mayRead ? [criterion(asserted.objects ? 'json_match' : 'reference_match', 1)] : []),
    ...(fields.has('finalState') && !isRead('finalState')
      ? [criterion('final_state_match', 1, { mode: 'subset' })]
      : []),
    ...rubricMetrics.flatMap((name, index) =>
      types.has(rubricTypes[index] ?? '') && !names.includes(name) ? [criterion(name, 1)] : [],
    ),
  ]
}

function criterion(metricName: string, threshold: number, options = {}): Criterion {
  return { metricName, threshold, criterion: { threshold, ...options } }
}

/** Returns metrics for assertions that a reference cannot express. */
export function assertedMetrics({ asserted: { patterns, checks } }: Asserted): readonly Metric[] {
  return [...(patterns ? [answerPattern()] : []), ...(checks ? [ownChecks()] : [])]
}

/** Limits a metric to cases that state an expectation for it. */
export function judgingOnlyStated(metric: Metric): Metric {
  const fields = Object.hasOwn(looks, metric.name) ? looks[metric.name] : undefined
  if (fields?.includes('toolCalls') === true) return whereCallsAreStated(metric)
  return fields !== undefined && (fields.length > 0 || rubricMetrics.includes(metric.name))
    ? whereStated(metric)
    : metric
}
