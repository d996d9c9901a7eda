import { createHash } from 'node:crypto'
import { type HumanLabel, type Unreadable, stringifyJson } from '../../core/index.ts'
import { type WantedLabels, labelsThatCount } from '../labels-that-count.ts'
import { unreadableLabels } from '../store-rows.ts'
import type { Connection, PostgresDatabase } from './postgres-database.ts'
import { keptText, withOwnId } from './sql-text.ts'

/** Stores labels. Nothing is overwritten: the newest by a person at a place counts. */
export function labelRows(database: PostgresDatabase) {
  const labels = database.table('labels')
  const from = `FROM ${labels} JOIN ${database.table('runs')} USING (run) WHERE ($1::integer IS NULL OR run = $1)`
  const place = 'run, position, repeat, metric, aspect, person'
  const selectHistory = `SELECT id, ${labels}.body, position, repeat, metric, aspect, person ${from} ORDER BY ${place}, at`

  return {
    /** Adding the same person's label of the same place and time again changes nothing. */
    async add(connection: Connection, run: number, label: Omit<HumanLabel, 'runId'>): Promise<void> {
      const { position, repeat, metric = '', aspect = '', by = '', at } = label
      await connection.query(
        `INSERT INTO ${labels} (run, position, repeat, place, at, metric, aspect, person, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (run, position, repeat, place, at) DO UPDATE SET body = excluded.body`,
        [
          run,
          position,
          repeat,
          labelPlace([metric, aspect, by]),
          Date.parse(at),
          keptText(metric),
          keptText(aspect),
          keptText(by),
          stringifyJson(label),
        ],
      )
    },

    async all(run: number | undefined, wanted: WantedLabels): Promise<readonly HumanLabel[]> {
      return labelsThatCount((await database.query(selectHistory, [run ?? null])).map(withOwnId), wanted)
    },

    async unreadable(): Promise<readonly Unreadable[]> {
      return unreadableLabels((await database.query(selectHistory, [null])).map(withOwnId))
    },
  }
}

export function labelPlace(words: readonly [metric: string, aspect: string, person: string]): Buffer {
  return createHash('sha256').update(stringifyJson(words)).digest()
}
