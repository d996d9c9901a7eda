import type { DatabaseSync } from 'node:sqlite'
import { type HumanLabel, type RunEvent, EvalError } from '../core/index.ts'
import type { CaseEventRow } from './case-row.ts'
import type { StoreTables } from './store-tables.ts'
import { transaction } from './transaction.ts'

export type StoreEntry = { readonly runId: string; readonly change: RunChange | CaseEventRow | Labelling }
type Labelling = { readonly type: 'label'; readonly label: Omit<HumanLabel, 'runId'> }
type RunChange = Extract<RunEvent, { type: 'run-start' | 'spent' | 'run-end' }>

type CommitOptions = {
  readonly endedAt: () => Date
}

/**
 * Writes all entries in one transaction; an invalid entry is refused without affecting the others.
 *
 * @returns for each entry the reason for its refusal, or undefined
 */
export function commitEntries(
  database: DatabaseSync,
  tables: StoreTables,
  entries: readonly StoreEntry[],
  options: CommitOptions,
): readonly (Error | undefined)[] {
  // Run numbers are cached for one transaction only: a rollback may undo the run's row.
  const write = entryWriter(tables, new Map(), options)
  try {
    return transaction(database, () => entries.map((entry) => refusalOf(() => write(entry))))
  } catch (error) {
    tables.cases.forgetOpen()
    throw error
  }
}

function refusalOf(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
}

function entryWriter(
  { runs, cases, spending, labels }: StoreTables,
  numbers: Map<string, number>,
  { endedAt }: CommitOptions,
): (entry: StoreEntry) => void {
  return ({ runId, change }) => {
    if ('body' in change) {
      const run = numbers.get(runId) ?? runs.numberOf(runId)
      numbers.set(runId, run)
      return cases.add({ runId, run }, change)
    }
    switch (change.type) {
      case 'run-start':
        return runs.start(runId, change, process.pid)
      case 'run-end':
        return runs.end(runId, change, endedAt())
      case 'label':
        return labels.add({ runId, run: runs.numberOf(runId) }, change.label)
      case 'spent':
        return spending.add(runs.numberOf(runId), change.cost)
    }
  }
}
