import { type CaseEventRow, type CaseEventRows, rowFrom } from '../case-row.ts'
import { type CasePlace, type RunKey, type SearchRows, rowsAtOnce, searchedRow } from '../case-table.ts'
import type { PostgresDatabase } from './postgres-database.ts'

// Page limits, in bytes and in rows: large enough that queries cost nothing, small enough for memory.
const pageSize = 2_000_000
const pageRows = 4000
// The range of positions that one query covers.
const firstReach = 250
const largestReach = 1000
const largestPosition = 2_147_483_647

const onlyScores = `AND type IN ('scores', 'case-end')`

export function eventRows(database: PostgresDatabase) {
  const queries = eventQueries(database)
  const { rowsOf, placesOf, saying } = queries

  return {
    all: (key: RunKey, from?: CasePlace) => pages(queries, key, { from }),
    scored: (key: RunKey) => pages(queries, key, { condition: onlyScores }),

    placesOf,
    saying,

    /** Reads all rows of one case; undefined when it has not begun. */
    async one({ runId, run }: RunKey, { position, repeat }: CasePlace): Promise<CaseEventRows | undefined> {
      const rows = await rowsOf(run, { position, repeat })
      return rows.length === 0 ? undefined : { runId, position, repeat, rows }
    },
  }
}

type EventQueries = ReturnType<typeof eventQueries>

type PageOptions = { readonly condition?: string; readonly from?: CasePlace | undefined }

// No transaction stays open between pages, so a slow reader does not hold back vacuuming, and each page has whole
// cases as of one moment. Pages end at a position, because without table statistics the server would sort all
// following rows to find the first ones.
async function* pages(
  { lastPosition, rowsAfter, rowsOf }: EventQueries,
  { runId, run }: RunKey,
  { condition = '', from = { position: 0, repeat: 0 } }: PageOptions,
): AsyncGenerator<readonly CaseEventRows[]> {
  let after: CasePlace = { position: from.position, repeat: from.repeat - 1 }
  let reach = firstReach
  let last = await lastPosition(run)
  while (after.position <= last) {
    const to = after.position + reach
    const { rows, isAll } = await rowsAfter(run, after, { to, condition })
    const cases = casesOf(runId, rows)
    const end = cases.at(-1)
    if (isAll || end === undefined) {
      if (cases.length > 0) yield cases
      after = { position: to + 1, repeat: -1 }
      reach = cases.length === 0 ? reach * 8 : Math.min(largestReach, reach * 2)
      if (to >= last) last = await lastPosition(run)
    } else {
      // The last case may continue on the next page.
      const whole = cases.length > 1 ? cases.slice(0, -1) : [{ ...end, rows: await rowsOf(run, end, condition) }]
      yield whole
      after = whole.at(-1) ?? end
      reach = Math.max(1, Math.floor(Math.min(largestReach, reach) / 2))
    }
  }
}

function eventQueries(database: PostgresDatabase) {
  const events = database.table('events')

  async function lastPosition(run: number): Promise<number> {
    const [row] = await database.query(`SELECT max(position) AS last FROM ${events} WHERE run = $1`, [run])
    return Number(row?.['last'] ?? -1)
  }

  async function rowsAfter(
    run: number,
    { position, repeat }: CasePlace,
    { to, condition }: { readonly to: number; readonly condition: string },
  ) {
    const found = await database.query(
      `SELECT position, repeat, type, body, size FROM (
         SELECT *, sum(octet_length(body)) OVER (ORDER BY position, repeat, seq ROWS UNBOUNDED PRECEDING) AS size FROM (
           SELECT position, repeat, seq, type, body FROM ${events}
           WHERE run = $1 AND position BETWEEN $2 AND $3 AND (position, repeat) > ($2, $4) ${condition}
           ORDER BY position, repeat, seq LIMIT ${pageRows}
         ) AS next
       ) AS sized WHERE size - octet_length(body) < ${pageSize} ORDER BY position, repeat, seq`,
      [run, position, Math.min(to, largestPosition), repeat],
    )
    const isAll = found.length < pageRows && Number(found.at(-1)?.['size'] ?? 0) < pageSize
    return { rows: found.map(rowFrom), isAll }
  }

  async function rowsOf(run: number, { position, repeat }: CasePlace, condition = ''): Promise<CaseEventRow[]> {
    const rows = await database.query(
      `SELECT position, repeat, type, body FROM ${events}
       WHERE run = $1 AND position = $2 AND repeat = $3 ${condition} ORDER BY seq`,
      [run, position, repeat],
    )
    return rows.map(rowFrom)
  }

  async function placesOf(run: number, id: string): Promise<readonly CasePlace[]> {
    const rows = await database.query(
      `SELECT DISTINCT position, repeat FROM ${events}
       WHERE run = $1 AND type IN ('case-start', 'case-end') AND strpos(body, $2) > 0 ORDER BY position, repeat`,
      [run, `d":${id}`],
    )
    return rows.map((row) => ({ position: Number(row['position']), repeat: Number(row['repeat']) }))
  }

  const saying: SearchRows<number> = async (run, text, { position, repeat, seq }) => {
    const rows = await database.query(
      `SELECT position, repeat, seq,
         type IN ('case-start', 'invocation', 'completed') AND strpos(lower(body), lower($2)) > 0 AS says
       FROM ${events} WHERE run = $1 AND position >= $3 AND (position, repeat, seq) > ($3, $4, $5)
       ORDER BY position, repeat, seq LIMIT ${rowsAtOnce}`,
      [run, text, position, repeat, seq],
    )
    return rows.map(searchedRow)
  }

  return { lastPosition, rowsAfter, rowsOf, placesOf, saying }
}

function casesOf(runId: string, ordered: readonly CaseEventRow[]): readonly CaseEventRows[] {
  const cases: { runId: string; position: number; repeat: number; rows: CaseEventRow[] }[] = []
  for (const row of ordered) {
    const current = cases.at(-1)
    if (current?.position === row.position && current.repeat === row.repeat) current.rows.push(row)
    else cases.push({ runId, position: row.position, repeat: row.repeat, rows: [row] })
  }
  return cases
}
