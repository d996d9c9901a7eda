// Configure and run.
export { defineConfig } from './compose/config/define-config.ts'
export type { ShinsaConfig, TargetSetting } from './compose/config/define-config.ts'
export { evaluate } from './compose/evaluate.ts'
export type { Evaluation, EvaluationOptions } from './compose/evaluate.ts'

// Say what is measured and who judges; `shinsa/metrics` and `shinsa/targets` have what there is.
export { openJudge } from './compose/judging/choose-judge.ts'
export { defineMetric } from './metrics/shared/define-metric.ts'
export type { FunctionAgent } from './targets/index.ts'

// The words that both sides use; the rest is in `shinsa/core`.
export { EvalError } from './core/index.ts'
export type { CaseResult, EvalCase, Invocation, Metric, RunSummary, Score, Target, Transcript } from './core/index.ts'
