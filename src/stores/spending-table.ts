import type { DatabaseSync } from 'node:sqlite'
import type { Cost, Unreadable } from '../core/index.ts'
import { EvalError, stringifyJson } from '../core/index.ts'
import type { RunKey } from './case-table.ts'
import { costFrom, unlessDamaged } from './store-rows.ts'

/** What runs paid for beside what stands in their cases. */
export function spendingTable(database: DatabaseSync) {
  const insert = database.prepare(`INSERT INTO spending (run, cost) VALUES (?, ?)`)
  const select = database.prepare(`SELECT cost FROM spending WHERE run = ? ORDER BY rowid LIMIT -1 OFFSET ?`)
  const selectAll = database.prepare(
    `SELECT runs.id AS id, cost FROM spending JOIN runs ON runs.run = spending.run ORDER BY spending.run DESC, spending.rowid`,
  )
  return {
    add({ run }: RunKey, cost: Cost): void {
      insert.run(run, stringifyJson(cost))
    },

    /** In the order in which it was paid, without the first ones. What cannot be read says nothing, in its place. */
    all({ runId, run }: RunKey, known = 0): readonly Cost[] {
      return select.all(run, known).map((row) => {
        const cost = unlessDamaged(() => costFrom(String(row.cost), runId))
        return cost instanceof EvalError ? {} : cost
      })
    },

    /** Each run of which something cannot be read, once. */
    unreadable(): readonly Unreadable[] {
      const found = new Map<string, Unreadable>()
      for (const { id, cost } of selectAll.all()) {
        const runId = String(id)
        const read = unlessDamaged(() => costFrom(String(cost), runId))
        if (read instanceof EvalError) found.set(runId, { runId, what: 'spending', reason: read.sentence })
      }
      return [...found.values()]
    },
  }
}
