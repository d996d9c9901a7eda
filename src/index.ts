// Configure and run.
export { defineConfig } from './config/define-config.ts'
export type { ShinsaConfig, TargetSetting } from './config/define-config.ts'
export { evaluate } from './config/evaluate.ts'
export type { Evaluation, EvaluationOptions } from './config/evaluate.ts'

// Say what is measured and who judges; `shinsa/metrics` and `shinsa/targets` have what there is.
export { openJudge } from './config/choose-judge.ts'
export { defineMetric } from './metrics/define-metric.ts'
export type { FunctionAgent } from './targets/index.ts'

// The words that both sides use; the rest is in `shinsa/core`.
export { EvalError } from './core/index.ts'
export type { CaseResult, EvalCase, Invocation, Metric, RunSummary, Score, Target, Transcript } from './core/index.ts'
