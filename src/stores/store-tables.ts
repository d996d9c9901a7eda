import type { DatabaseSync } from 'node:sqlite'
import { caseTable } from './case-table.ts'
import { labelTable } from './label-table.ts'
import { runTable } from './run-table.ts'
import { spendingTable } from './spending-table.ts'

/** All that a run store keeps. */
export type StoreTables = ReturnType<typeof storeTables>

export function storeTables(database: DatabaseSync) {
  return {
    runs: runTable(database),
    cases: caseTable(database),
    spending: spendingTable(database),
    labels: labelTable(database),
  }
}
