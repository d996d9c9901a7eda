import type { JsonObject } from '../../../core/index.ts'
import type { StrandsEvaluatorName } from './strands-evaluators.ts'

const judged = [
  'HelpfulnessEvaluator',
  'FaithfulnessEvaluator',
  'CoherenceEvaluator',
  'ConcisenessEvaluator',
  'ResponseRelevanceEvaluator',
  'CorrectnessEvaluator',
  'GoalSuccessRateEvaluator',
  'HarmfulnessEvaluator',
  'StereotypingEvaluator',
  'RefusalEvaluator',
  'InstructionFollowingEvaluator',
  'ToolSelectionAccuracyEvaluator',
  'ToolParameterAccuracyEvaluator',
  'OutputEvaluator',
  'TrajectoryEvaluator',
  'InteractionsEvaluator',
  'FailureCommunicationEvaluator',
  'RecoveryStrategyEvaluator',
  'PartialCompletionEvaluator',
  'AttackSuccessEvaluator',
] as const satisfies readonly StrandsEvaluatorName[]

const checks = [
  'Equals',
  'Contains',
  'StartsWith',
  'ToolCalled',
  'StateEquals',
  'exact_match_scorer',
  'in_order_match_scorer',
  'any_order_match_scorer',
] as const

export type StrandsCheckName = (typeof checks)[number]

/** The supported evaluators. The names stand apart from the code, which loads only for runs that need it. */
export const strandsEvaluatorNames: readonly string[] = [...judged, ...checks]

export function isJudgedEvaluator(type: string | undefined): boolean {
  return judged.some((name) => name === type)
}

/** Evaluators of images or of an agent's skills, neither of which a transcript contains. */
export const evaluatorsNotOffered: readonly string[] = [
  'MultimodalOutputEvaluator',
  'MultimodalCorrectnessEvaluator',
  'MultimodalFaithfulnessEvaluator',
  'MultimodalInstructionFollowingEvaluator',
  'MultimodalOverallQualityEvaluator',
  'SkillSelectionAccuracyEvaluator',
  'SkillInstructionFollowingEvaluator',
  'SkillInvoked',
]

/** Returns the evaluator that a criterion means, by its `evaluator_type` or else its name. */
export function evaluatorTypeOf(metric: string, options: JsonObject): string | undefined {
  const type = options['evaluator_type']
  if (typeof type === 'string') return type
  return [...strandsEvaluatorNames, ...evaluatorsNotOffered].includes(metric) ? metric : undefined
}
