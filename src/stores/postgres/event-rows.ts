import type { CaseRow, CaseRows } from '../case-row.ts'
import { rowFrom } from '../case-row.ts'
import type { Place, RunKey } from '../case-table.ts'
import type { PostgresDatabase } from './postgres-database.ts'

// Large enough that two queries for a page cost nothing, small enough to forget about memory. In bytes, and in cases.
const pageSize = 1_000_000
const pageCases = 2000

const onlyScores = `AND type IN ('scores', 'case-end')`

/** What happened in the cases of runs, by the number of the run. */
export function eventRows(database: PostgresDatabase) {
  const events = database.table('events')

  // No transaction stays open between two pages, so a slow reader keeps nothing from being cleaned up, and each page has
  // whole cases as they stood at one moment.
  async function* pages(
    { runId, run }: RunKey,
    condition: string,
    from: Place = { position: 0, repeat: 0 },
  ): AsyncGenerator<readonly CaseRows[]> {
    let after: Place = { position: from.position, repeat: from.repeat - 1 }
    while (true) {
      const last = await lastOfPage(run, after, condition)
      if (last === undefined) return
      const rows = await database.query(
        `SELECT position, repeat, type, body FROM ${events}
         WHERE run = $1 AND (position, repeat) > ($2, $3) AND (position, repeat) <= ($4, $5) ${condition}
         ORDER BY position, repeat, seq`,
        [run, after.position, after.repeat, last.position, last.repeat],
      )
      yield casesOf(runId, rows.map(rowFrom))
      after = last
    }
  }

  async function lastOfPage(run: number, after: Place, condition: string): Promise<Place | undefined> {
    const sizes = await database.query(
      `SELECT position, repeat, sum(octet_length(body))::double precision AS size FROM ${events}
       WHERE run = $1 AND (position, repeat) > ($2, $3) ${condition}
       GROUP BY position, repeat ORDER BY position, repeat LIMIT ${pageCases}`,
      [run, after.position, after.repeat],
    )
    let size = 0
    const full = sizes.findIndex((row) => (size += Number(row['size'])) >= pageSize)
    const last = sizes.at(full)
    return last && { position: Number(last['position']), repeat: Number(last['repeat']) }
  }

  return {
    all: (key: RunKey, from?: Place) => pages(key, '', from),
    scored: (key: RunKey) => pages(key, onlyScores),

    /** Everything about one case; undefined when it has not begun. */
    async one({ runId, run }: RunKey, { position, repeat }: Place): Promise<CaseRows | undefined> {
      const rows = await database.query(
        `SELECT position, repeat, type, body FROM ${events}
         WHERE run = $1 AND position = $2 AND repeat = $3 ORDER BY seq`,
        [run, position, repeat],
      )
      return rows.length === 0 ? undefined : { runId, position, repeat, rows: rows.map(rowFrom) }
    },
  }
}

function casesOf(runId: string, ordered: readonly CaseRow[]): readonly CaseRows[] {
  const cases: { runId: string; position: number; repeat: number; rows: CaseRow[] }[] = []
  for (const row of ordered) {
    const current = cases.at(-1)
    if (current?.position === row.position && current.repeat === row.repeat) current.rows.push(row)
    else cases.push({ runId, position: row.position, repeat: row.repeat, rows: [row] })
  }
  return cases
}
