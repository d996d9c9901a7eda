import type { DatabaseSync } from 'node:sqlite'
import { caseTable, rowSearch, type RunKey } from './case-table.ts'
import { runTable } from './run-table.ts'
import { type Cost, type HumanLabel, type NamedView, stringifyJson } from '../core/index.ts'
import { costsFrom, noSuchResult, unreadableLabels, unreadableSpending } from './store-rows.ts'
import { type WantedLabels, labelsThatCount } from './labels-that-count.ts'

export type StoreTables = ReturnType<typeof storeTables>

export function storeTables(database: DatabaseSync) {
  return {
    runs: runTable(database),
    cases: caseTable(database),
    search: rowSearch(database),
    spending: spendingTable(database),
    labels: labelTable(database),
    views: viewTable(database),
  }
}

/** Stores the costs that belong to no case. */
function spendingTable(database: DatabaseSync) {
  const insert = database.prepare(`INSERT INTO spending (run, cost) VALUES (?, ?)`)
  const select = database.prepare(`SELECT cost FROM spending WHERE run = ? ORDER BY rowid LIMIT -1 OFFSET ?`)
  const selectAll = database.prepare(
    `SELECT runs.id AS id, cost FROM spending JOIN runs ON runs.run = spending.run ORDER BY spending.run DESC, spending.rowid`,
  )
  return {
    add: (run: number, cost: Cost): void => void insert.run(run, stringifyJson(cost)),

    /** Reads costs in the order of payment, without the first `known`. */
    all(run: number, known = 0): readonly Cost[] {
      return costsFrom(select.all(run, known))
    },

    unreadable: () => unreadableSpending(selectAll.all()),
  }
}

export function viewTable(database: DatabaseSync) {
  const select = database.prepare('SELECT name, address FROM views ORDER BY name')
  const replace = database.prepare('INSERT OR REPLACE INTO views (name, address) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM views WHERE name = ?')
  return {
    all: (): readonly NamedView[] =>
      select.all().map(({ name, address }) => ({ name: String(name), address: String(address) })),

    keep({ name, address }: Pick<NamedView, 'name'> & Partial<NamedView>): void {
      if (address === undefined) remove.run(name)
      else replace.run(name, address)
    },
  }
}

/** Stores labels. Nothing is overwritten: the newest by a person at a place counts. */
function labelTable(database: DatabaseSync) {
  const selectLast = database.prepare(
    `SELECT type FROM events WHERE run = ? AND position = ? AND repeat = ? ORDER BY seq DESC LIMIT 1`,
  )
  const insert = database.prepare(
    `INSERT OR REPLACE INTO labels (run, position, repeat, metric, aspect, person, at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectHistory = database.prepare(
    `SELECT id, body, position, repeat, metric, aspect, person FROM labels JOIN runs USING (run)
     WHERE run = ifnull(?, run) ORDER BY run, position, repeat, metric, aspect, person, at`,
  )
  return {
    /** Adding the same person's label of the same place and time again changes nothing. */
    add({ runId, run }: RunKey, label: Omit<HumanLabel, 'runId'>): void {
      const { position, repeat, metric = '', aspect = '', by = '', at } = label
      if (selectLast.get(run, position, repeat)?.type !== 'case-end') throw noSuchResult(runId, label)
      insert.run(run, position, repeat, metric, aspect, by, Date.parse(at), stringifyJson(label))
    },

    all(run: number | undefined, wanted: WantedLabels): readonly HumanLabel[] {
      return labelsThatCount(selectHistory.all(run ?? null), wanted)
    },

    unreadable: () => unreadableLabels(selectHistory.all(null)),
  }
}
