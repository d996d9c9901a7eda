export { buildRunbookIndex, openRunbookIndex, runbookStatus } from './runbook-index.ts'
export type {
  BuildProgress,
  BuildRunbookIndexOptions,
  BuiltRunbookIndex,
  RunbookIndex,
  RunbookIndexOptions,
  RunbookStatus,
} from './runbook-index.ts'
