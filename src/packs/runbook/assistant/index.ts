export { questionLanguage } from './answer-words.ts'
export { writeAuditLog } from './audit-log.ts'
export { runbooksIn } from './runbook-files.ts'
export { runbookAssistant } from './runbook-assistant.ts'
export type { RunbookAnswer, RunbookExchange } from './runbook-answer.ts'
export { buildRunbookIndex, embeddingOf, openRunbookIndex, runbookStatus } from './runbook-index.ts'
export type {
  BuildProgress,
  BuiltRunbookIndex,
  RunbookIndex,
  RunbookIndexOptions,
  RunbookStatus,
} from './runbook-index.ts'
