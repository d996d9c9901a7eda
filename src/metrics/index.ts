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

// State and cost.
export { inferenceCallCount, invocationDuration, tokenUsage, toolCallCount } from './efficiency.ts'
export { finalState } from './final-state.ts'

// Your own.
export { defineMetric } from './define-metric.ts'
export type { MetricFunction, MetricOutcome } from './define-metric.ts'
