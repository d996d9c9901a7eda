const names = [
  'final_response_match_v2',
  'rubric_based_final_response_quality_v1',
  'rubric_based_tool_use_quality_v1',
  'rubric_based_multi_turn_trajectory_quality_v1',
  'hallucinations_v1',
  'per_turn_user_simulator_quality_v1',
  'safety_v1',
  'response_evaluation_score',
  'multi_turn_task_success_v1',
  'multi_turn_trajectory_quality_v1',
  'multi_turn_tool_use_quality_v1',
  'key_points',
] as const

export type JudgedMetricName = (typeof names)[number]

/** The metrics with a judge. The names stand apart from the code, which loads only for runs that need it. */
export const judgedMetricNames: readonly string[] = names

export function judgedMetricName(name: string): JudgedMetricName {
  const found = names.find((candidate) => candidate === name)
  if (found === undefined) throw new Error(`${name} is no judged metric`)
  return found
}
