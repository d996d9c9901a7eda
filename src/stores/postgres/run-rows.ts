import { type Run, type RunEvent, type RunNote, stringifyJson } from '../../core/index.ts'
import {
  ambiguous,
  candidatesShown,
  metricNamesFrom,
  noSuchRun,
  runExists,
  runFrom,
  runsFrom,
  takenOver,
} from '../store-rows.ts'
import type { Connection, PostgresDatabase, PostgresRow } from './postgres-database.ts'
import { keptText, textFrom } from './sql-text.ts'
import { thisMachine } from './this-machine.ts'
import { goneAfterSeconds } from './writer.ts'

type RunStart = Extract<RunEvent, { type: 'run-start' }>
type RunEnd = Extract<RunEvent, { type: 'run-end' }>

export function runRows(database: PostgresDatabase) {
  const runs = database.table('runs')
  const select = `SELECT id, status, runs.process, plan, summary, ended, duration, note, machine, host,
    coalesce(seen > now() - interval '${goneAfterSeconds} seconds', false) AS alive
    FROM ${runs} AS runs LEFT JOIN ${database.table('writers')} AS writers USING (writer)`
  const newest = 'ORDER BY created DESC, run DESC'

  async function byPrefix(prefix: string): Promise<PostgresRow | undefined> {
    const rows = await database.query(`${select} WHERE starts_with(id, $1) ${newest} LIMIT $2`, [
      keptText(prefix),
      candidatesShown + 1,
    ])
    if (rows.length > 1) throw ambiguous(prefix, rows.map(ownRow))
    return rows[0]
  }

  return {
    all: async () => runsFrom((await database.query(`${select} ${newest}`)).map(ownRow)),

    async find(wanted: string): Promise<Run | undefined> {
      if (wanted === '') return undefined
      const exact = await database.query(`${select} WHERE id = $1`, [keptText(wanted)])
      const latest =
        wanted === 'latest' && exact.length === 0 ? await database.query(`${select} ${newest} LIMIT 1`) : []
      const row = exact[0] ?? (wanted === 'latest' ? latest[0] : await byPrefix(wanted))
      return row && runFrom(ownRow(row))
    },

    async metricNames(runId: string): Promise<readonly string[]> {
      const [row] = await database.query(`SELECT plan FROM ${runs} WHERE id = $1`, [keptText(runId)])
      return metricNamesFrom(row && { ...row, id: runId })
    },

    async numberOf(runId: string): Promise<number> {
      const [row] = await database.query(`SELECT run FROM ${runs} WHERE id = $1`, [keptText(runId)])
      if (row === undefined) throw noSuchRun(runId)
      return Number(row['run'])
    },

    /** Returns the numbers of existing runs and locks them against deletion until the transaction ends. */
    async hold(connection: Connection, runIds: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await connection.query<PostgresRow>(
        `SELECT id, run FROM ${runs} WHERE id = ANY($1) FOR KEY SHARE`,
        [runIds.map(keptText)],
      )
      return new Map(rows.map((row) => [textFrom(String(row['id'])), Number(row['run'])]))
    },

    async start(connection: Connection, runId: string, { plan, resumed, takenOverFrom }: RunStart, writer: number) {
      if (resumed) return restart(connection, database, runId, { takenOverFrom, writer })
      const { rows } = await connection.query<PostgresRow>(
        `INSERT INTO ${runs} (id, created, status, process, writer, plan) VALUES ($1, $2, 'running', $3, $4, $5)
         ON CONFLICT (id) DO NOTHING RETURNING run`,
        [keptText(runId), keptText(plan.createdAt), process.pid, writer, stringifyJson(plan)],
      )
      if (rows[0] === undefined) throw runExists(runId)
      return Number(rows[0]['run'])
    },

    async note(connection: Connection, runId: string, note: RunNote): Promise<void> {
      const values = [keptText(runId), stringifyJson(note)]
      const { rowCount } = await connection.query(`UPDATE ${runs} SET note = $2 WHERE id = $1`, values)
      if (rowCount === 0) throw noSuchRun(runId)
    },

    async end(connection: Connection, run: number, { status, summary, durationMs }: RunEnd, endedAt: Date) {
      await connection.query(`UPDATE ${runs} SET status = $2, summary = $3, ended = $4, duration = $5 WHERE run = $1`, [
        run,
        status,
        stringifyJson(summary),
        endedAt.toISOString(),
        durationMs,
      ])
    },
  }
}

async function restart(
  connection: Connection,
  database: PostgresDatabase,
  runId: string,
  { takenOverFrom, writer }: { readonly takenOverFrom: number | undefined; readonly writer: number },
): Promise<number> {
  const runs = database.table('runs')
  const { rows } = await connection.query<PostgresRow>(
    `SELECT run, status, runs.process, machine, seen > now() - interval '${goneAfterSeconds} seconds' AS alive
     FROM ${runs} runs LEFT JOIN ${database.table('writers')} writers USING (writer) WHERE id = $1 FOR UPDATE OF runs`,
    [keptText(runId)],
  )
  const [found] = rows
  if (found === undefined) throw noSuchRun(runId)
  // The same process id on another machine is another process.
  const isElsewhere = found['alive'] === true && found['machine'] !== thisMachine().id
  const isHeld = found['process'] !== (takenOverFrom ?? null) || isElsewhere
  if (found['status'] === 'running' && isHeld) throw takenOver(runId)
  // A resumed run loses the summary of its earlier stop.
  await connection.query(
    `UPDATE ${runs} SET status = 'running', process = $2, writer = $3, summary = NULL, ended = NULL, duration = NULL
     WHERE run = $1`,
    [found['run'], process.pid, writer],
  )
  return Number(found['run'])
}

function ownRow({ id, status, process, plan, summary, ended, duration, note, machine, host, alive }: PostgresRow) {
  const elsewhere =
    status === 'running' && machine !== null && machine !== thisMachine().id ? { host, isAlive: alive } : undefined
  return { id: textFrom(String(id)), status, process, plan, summary, ended, duration, note, elsewhere }
}
