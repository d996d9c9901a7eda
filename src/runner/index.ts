export { compareRuns } from './compare-runs.ts'
export { defaultFailOn, judgeRun, limitOf, metricOfPassRate, parseGateRules, reviewMeasures } from './gate.ts'
export { runEvaluation } from './run-evaluation.ts'
export type { JournalledAccount, RunHooks, RunOutcome, RunSetup } from './run-evaluation.ts'
