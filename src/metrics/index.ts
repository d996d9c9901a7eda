// Tool calls.
export { ArgumentMatcher, ArgumentMatchers, ValueMatcher } from './trajectory/argument-matchers.ts'
export { parseMatchType } from './trajectory/match-type.ts'
export type { MatchType } from './trajectory/match-type.ts'
export { toolCallF1 } from './trajectory/tool-call-f1.ts'
export { toolParameterMatch } from './trajectory/tool-parameter-match.ts'
export { ToolRules, toolRules } from './trajectory/tool-rules.ts'
export { toolTrajectory } from './trajectory/tool-trajectory.ts'

// Answers.
export { chrf } from './answer/chrf.ts'
export { editSimilarity } from './answer/edit-similarity.ts'
export { jsonMatch } from './answer/json-match.ts'
export { regexMatch } from './answer/regex-match.ts'
export { responseMatch } from './answer/response-match.ts'
export { rougeL } from './answer/rouge-l.ts'
export { containsText, exactMatch } from './answer/text-match.ts'

// Judged, by a model or by the embedded judge.
export { defineRubric } from './judged/rubrics/define-rubric.ts'
export { finalResponseMatch } from './judged/final-response-match.ts'
export { hallucinations } from './judged/groundedness/hallucinations.ts'
export type { JudgedOptions } from './judged/judged-case.ts'
export { keyPoints } from './judged/key-points.ts'
export { responseEvaluation } from './judged/quality-score.ts'
export { taskSuccess, toolUseQuality, trajectoryQuality } from './judged/rubrics/conversation-rubrics.ts'
export {
  rubricFinalResponseQuality,
  rubricToolUseQuality,
  rubricTrajectoryQuality,
} from './judged/rubrics/rubric-quality.ts'
export { safety } from './judged/safety.ts'
export { userSimulatorQuality } from './judged/user-simulator-quality.ts'

export { trajectoryShare } from './trajectory/trajectory-share.ts'

// State and cost.
export { inferenceCallCount, invocationDuration, tokenUsage, toolCallCount } from './trajectory/efficiency.ts'
export { finalState } from './trajectory/final-state.ts'

// Your own.
export { defineMetric } from './shared/define-metric.ts'
export type { MetricFunction, MetricOutcome } from './shared/define-metric.ts'
