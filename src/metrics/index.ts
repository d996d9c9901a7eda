// Tool calls.
export { parseMatchType } from './trajectory/match-type.ts'
export { toolCallF1 } from './trajectory/tool-call-f1.ts'
export { toolTrajectory } from './trajectory/tool-trajectory.ts'
// Answers.
export { responseMatch } from './answer/response-match.ts'
// Judged, by a model or by the embedded judge.
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
// Metrics of your own.
export type { MetricFunction } from './shared/define-metric.ts'
