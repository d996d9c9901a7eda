import type { RunStore } from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'

/** Opens the run store that a setting names: a file of SQLite. */
export function openStore(setting: string): RunStore {
  return openSqliteStore(setting)
}
