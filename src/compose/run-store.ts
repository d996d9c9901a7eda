import type { AnswerCache, RunStore } from '../core/index.ts'
import { withCurrentSummaries } from '../runner/with-current-summaries.ts'
import { gateMeasuresOf } from './pack-parts.ts'
import { openSqliteAnswerCache, openSqliteStore } from '../stores/index.ts'

/** Opens the run store that a setting names: a file of SQLite. */
export function openStore(setting: string): RunStore {
  return withCurrentSummaries(openSqliteStore(setting), gateMeasuresOf())
}

/** Judges' answers, beside the runs. */
export function openAnswerCache(setting: string): AnswerCache & { close(): Promise<void> } {
  return openSqliteAnswerCache(setting)
}
