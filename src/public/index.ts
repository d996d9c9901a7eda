// `shinsa`: configure, measure, run. What there is to be composed stands in `shinsa/metrics` and `shinsa/targets`, the words
// and contracts in `shinsa/core`.
export { defineConfig } from '../compose/config/define-config.ts'
export type { ShinsaConfig, TargetSetting } from '../compose/config/define-config.ts'
export { evaluate } from '../compose/evaluate.ts'
export type { Evaluation, EvaluationOptions } from '../compose/evaluate.ts'
export { openJudge } from '../compose/judging/choose-judge.ts'
export { defineMetric } from '../metrics/shared/define-metric.ts'
export { EvalError } from '../core/index.ts'
