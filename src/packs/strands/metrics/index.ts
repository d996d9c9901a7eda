import type { PackEvaluators } from '../../../core/index.ts'
import { evaluatorTypeOf, isJudgedEvaluator, strandsEvaluatorNames } from './strands-evaluator-names.ts'

/** The evaluators of strands-evals; their code is imported at first use. */
export const strandsEvaluatorMetrics: PackEvaluators = {
  names: strandsEvaluatorNames,
  typeOf: evaluatorTypeOf,
  asksJudge: isJudgedEvaluator,
  criteriaOf: async (evaluators) => (await import('./strands-criteria.ts')).strandsCriteria(evaluators),
  make: async (criterion, judges) => (await import('./strands-criteria.ts')).makeStrandsMetric(criterion, judges),
}
