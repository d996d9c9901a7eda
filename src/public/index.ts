// `shinsa`: configures and runs evaluations. Metrics are in `shinsa/metrics`, targets in `shinsa/targets`, the vocabulary and the
// contracts in `shinsa/core`.
export { defineConfig } from '../compose/config/define-config.ts'
export type { ShinsaConfig, TargetSetting } from '../compose/config/define-config.ts'
export { evaluate } from '../compose/evaluate.ts'
export type { Evaluation, EvaluationOptions } from '../compose/evaluate.ts'
export { openJudge } from '../compose/judging/choose-judge.ts'
export { defineMetric } from '../metrics/shared/define-metric.ts'
export { EvalError } from '../core/index.ts'
