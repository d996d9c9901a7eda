// Tool calls.
export { ArgumentMatcher, ArgumentMatchers, ValueMatcher } from './argument-matchers.ts'
export { parseMatchType } from './match-type.ts'
export type { MatchType } from './match-type.ts'
export { toolCallF1 } from './tool-call-f1.ts'
export { toolParameterMatch } from './tool-parameter-match.ts'
export { ToolRules, toolRules } from './tool-rules.ts'
export { toolTrajectory } from './tool-trajectory.ts'

// Answers.
export { chrf } from './chrf.ts'
export { editSimilarity } from './edit-similarity.ts'
export { jsonMatch } from './json-match.ts'
export { regexMatch } from './regex-match.ts'
export { responseMatch } from './response-match.ts'
export { rougeL } from './rouge-l.ts'
export { containsText, exactMatch } from './text-match.ts'

// Judged, by a model or by the embedded judge.
export { defineRubric } from './define-rubric.ts'
export { finalResponseMatch } from './final-response-match.ts'
export { hallucinations } from './hallucinations.ts'
export type { JudgedOptions } from './judged-case.ts'
export { judgePanel } from './judge-panel.ts'
export type { PanelOptions } from './judge-panel.ts'
export { keyPoints } from './key-points.ts'
export type { Aspect, PanelWords } from './panel-aspects.ts'
export { responseEvaluation } from './quality-score.ts'
export { taskSuccess, toolUseQuality, trajectoryQuality } from './conversation-rubrics.ts'
export { rubricFinalResponseQuality, rubricToolUseQuality, rubricTrajectoryQuality } from './rubric-quality.ts'
export { runbookAspects, runbookPanel } from './runbook-panel.ts'
export { safety } from './safety.ts'
export { userSimulatorQuality } from './user-simulator-quality.ts'

// The evaluators of strands-evals.
export { equalsValue, startsWithText, stateEquals, toolCalled } from './strands-checks.ts'
export type { StrandsEvaluatorName } from './strands-evaluators.ts'
export { strandsMetric } from './strands-metric.ts'
export { trajectoryShare } from './trajectory-share.ts'

// State and cost.
export { inferenceCallCount, invocationDuration, tokenUsage, toolCallCount } from './efficiency.ts'
export { finalState } from './final-state.ts'

export { expectedFlags } from './expected-flags.ts'

// Your own.
export { defineMetric } from './define-metric.ts'
export type { MetricFunction, MetricOutcome } from './define-metric.ts'
export { verdictMatch } from './verdict-match.ts'
export { reviewSet } from './review-set.ts'
export { citationsVerified } from './citations-verified.ts'
export { explanationGroundedness } from './explanation-groundedness.ts'
export { explanationQuality } from './explanation-quality.ts'
export type { DocumentsOf } from './review-material.ts'
export { reviewToolUse } from './review-tool-use.ts'
