export { buildRunbookIndex, openRunbookIndex, runbookStatus } from './runbook-index.ts'
export type {
  BuildProgress,
  BuildRunbookIndexOptions,
  BuiltRunbookIndex,
  RunbookIndex,
  RunbookIndexOptions,
  RunbookPassage,
  RunbookSearchOptions,
  RunbookStatus,
  SearchWeights,
} from './runbook-index.ts'
export type { RunbookProblem } from './runbook-files.ts'
