// `shinsa/metrics`: metrics for a config or `evaluate()`.

// Tool calls.
export { toolCallF1 } from '../metrics/trajectory/tool-call-f1.ts'
export { toolParameterMatch } from '../metrics/trajectory/tool-parameter-match.ts'
export { toolRules } from '../metrics/trajectory/tool-rules.ts'
export { toolTrajectory } from '../metrics/trajectory/tool-trajectory.ts'
export { trajectoryShare } from '../metrics/trajectory/trajectory-share.ts'

// Answers.
export { chrf } from '../metrics/answer/chrf.ts'
export { editSimilarity } from '../metrics/answer/edit-similarity.ts'
export { jsonMatch } from '../metrics/answer/json-match.ts'
export { regexMatch } from '../metrics/answer/regex-match.ts'
export { responseMatch } from '../metrics/answer/response-match.ts'
export { rougeL } from '../metrics/answer/rouge-l.ts'
export { containsText, exactMatch } from '../metrics/answer/text-match.ts'

// Judged by a model or by the embedded judge.
export { defineRubric } from '../metrics/judged/rubrics/define-rubric.ts'
export { finalResponseMatch } from '../metrics/judged/final-response-match.ts'
export { hallucinations } from '../metrics/judged/groundedness/hallucinations.ts'
export { keyPoints } from '../metrics/judged/key-points.ts'
export { responseEvaluation } from '../metrics/judged/quality-score.ts'
export { taskSuccess, toolUseQuality, trajectoryQuality } from '../metrics/judged/rubrics/conversation-rubrics.ts'
export {
  rubricFinalResponseQuality,
  rubricToolUseQuality,
  rubricTrajectoryQuality,
} from '../metrics/judged/rubrics/rubric-quality.ts'
export { safety } from '../metrics/judged/safety.ts'
export { userSimulatorQuality } from '../metrics/judged/user-simulator-quality.ts'

// State and cost.
export { inferenceCallCount, invocationDuration, tokenUsage, toolCallCount } from '../metrics/trajectory/efficiency.ts'
export { finalState } from '../metrics/trajectory/final-state.ts'

// Metrics of runbooks, of reviews, and of strands-evals.
export { expectedFlags } from '../packs/runbook/metrics/expected-flags.ts'
export { judgePanel } from '../packs/runbook/metrics/judge-panel.ts'
export type { Aspect } from '../packs/runbook/metrics/panel-aspects.ts'
export { runbookAspects, runbookPanel } from '../packs/runbook/metrics/runbook-panel.ts'
export { citationsVerified } from '../packs/review/metrics/citations-verified.ts'
export { explanationGroundedness } from '../packs/review/metrics/explanation-groundedness.ts'
export { explanationQuality } from '../packs/review/metrics/explanation-quality.ts'
export { reviewToolUse } from '../packs/review/metrics/review-tool-use.ts'
export { verdictMatch } from '../packs/review/metrics/verdict-match.ts'
export { strandsMetric } from '../packs/strands/metrics/strands-metric.ts'

// Custom metrics.
export { defineMetric } from '../metrics/shared/define-metric.ts'
export type { MetricFunction } from '../metrics/shared/define-metric.ts'
