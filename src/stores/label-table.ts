import type { DatabaseSync } from 'node:sqlite'
import { EvalError, stringifyJson } from '../core/index.ts'
import type { HumanLabel, Unreadable } from '../core/index.ts'
import type { RunKey } from './case-table.ts'
import type { WantedLabels } from './labels-that-count.ts'
import { labelsThatCount } from './labels-that-count.ts'
import { labelFrom, noSuchResult, unlessDamaged } from './store-rows.ts'

/** What people said of results. Nothing is overwritten: the newest of a person at a place is the one that counts. */
export function labelTable(database: DatabaseSync) {
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
    /** The same person's label of the same place and time is written once, however often it comes. */
    add({ runId, run }: RunKey, label: Omit<HumanLabel, 'runId'>): void {
      const { position, repeat, metric = '', aspect = '', by = '', at } = label
      if (selectLast.get(run, position, repeat)?.type !== 'case-end') throw noSuchResult(runId, label)
      insert.run(run, position, repeat, metric, aspect, by, Date.parse(at), stringifyJson(label))
    },

    /** In dataset order; of one run or of all. */
    all(run: number | undefined, wanted: WantedLabels): readonly HumanLabel[] {
      return labelsThatCount(selectHistory.all(run ?? null), wanted)
    },

    unreadable(): readonly Unreadable[] {
      return selectHistory.all(null).flatMap((row) => {
        const label = unlessDamaged(() => labelFrom(row))
        return label instanceof EvalError
          ? [{ runId: String(row.id), what: 'label' as const, reason: label.sentence }]
          : []
      })
    },
  }
}
