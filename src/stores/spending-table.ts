import type { DatabaseSync } from 'node:sqlite'
import { Cost, EvalError, message, parseJson, stringifyJson } from '../core/index.ts'
import type { RunKey } from './case-table.ts'

/** What runs paid for beside what stands in their cases. */
export function spendingTable(database: DatabaseSync) {
  const insert = database.prepare(`INSERT INTO spending (run, cost) VALUES (?, ?)`)
  const select = database.prepare(`SELECT cost FROM spending WHERE run = ? ORDER BY rowid LIMIT -1 OFFSET ?`)
  return {
    add({ run }: RunKey, cost: Cost): void {
      insert.run(run, stringifyJson(cost))
    },

    /** In the order in which it was paid, without the first ones. */
    all({ runId, run }: RunKey, known = 0): readonly Cost[] {
      return select.all(run, known).map((row) => costFrom(String(row.cost), runId))
    },
  }
}

function costFrom(text: string, runId: string): Cost {
  try {
    return Cost.parse(parseJson(text))
  } catch (cause) {
    throw new EvalError('store', message('what the store says about run {run} is not readable', { run: runId }), {
      hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
      cause,
    })
  }
}
