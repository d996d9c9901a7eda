import { copyIn } from '../postgres/copy-in.ts'
import { labelPlace } from '../postgres/label-rows.ts'
import { type PostgresEnvironment, postgresAddress } from '../postgres/postgres-address.ts'
import {
  type Connection,
  type PostgresDatabase,
  type PostgresRow,
  explainedBy,
  openPostgres,
} from '../postgres/postgres-database.ts'
import { keptText, textFrom } from '../postgres/sql-text.ts'
import { allViews, keepView } from '../postgres/view-rows.ts'
import { openWriter } from '../postgres/writer.ts'
import type { RunContents, StoredEvent, StoredLabel, StoredRun, StoredRuns } from './stored-runs.ts'

// The number of events fetched at once, whatever their size.
const lot = 200

export function postgresRuns(address: string, environment: PostgresEnvironment): StoredRuns {
  const database = openPostgres(postgresAddress(address, environment))
  const explained = explainedBy(database)
  const writer = openWriter(database)
  const table = (name: string) => database.table(name)

  return {
    name: database.name,

    async all() {
      const rows = await explained(async () =>
        database.query(
          `SELECT id, created, status, process, plan, summary, ended, duration, note FROM ${table('runs')} ORDER BY created, run`,
        ),
      )
      return rows.map(runFrom)
    },

    async contents(runId) {
      return explained(async () => {
        const [found] = await database.query(`SELECT run FROM ${table('runs')} WHERE id = $1`, [keptText(runId)])
        const run = Number(found?.['run'])
        const costs = await database.query(`SELECT cost FROM ${table('spending')} WHERE run = $1 ORDER BY paid`, [run])
        const labels = await database.query(`SELECT * FROM ${table('labels')} WHERE run = $1`, [run])
        return {
          events: lotsOf(database, run),
          spending: costs.map(({ cost }) => String(cost)),
          labels: labels.map(labelFrom),
        }
      })
    },

    async take(run, contents) {
      await explained(async () =>
        writer.change(async (connection) => writeRun(connection, database, run, await contents())),
      )
      database.notify()
    },

    views: async () => explained(async () => allViews(database)),
    keepView: async (view) =>
      explained(async () => writer.change(async (connection) => keepView(connection, database, view))),

    async close() {
      await writer.close()
      await database.close()
    },
  }
}

async function writeRun(
  connection: Connection,
  database: PostgresDatabase,
  { id, created, status, process, plan, summary, ended, duration, note }: StoredRun,
  { events, spending, labels }: RunContents,
): Promise<void> {
  const { rows } = await connection.query<PostgresRow>(
    `INSERT INTO ${database.table('runs')} (id, created, status, process, plan, summary, ended, duration, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING run`,
    [keptText(id), keptText(created), status, process, plan, summary, ended, duration, note],
  )
  const run = Number(rows[0]?.['run'])
  for await (const rowsOfLot of events) {
    await copyIn(
      connection,
      `${database.table('events')} (run, position, repeat, seq, type, body)`,
      rowsOfLot.map(({ position, repeat, seq, type, body }) => [run, position, repeat, seq, type, body]),
    )
  }
  await copyIn(
    connection,
    `${database.table('spending')} (run, paid, cost)`,
    spending.map((cost, index) => [run, index + 1, cost]),
  )
  if (spending.length > 0) {
    await connection.query(`INSERT INTO ${database.table('payments')} (run, count) VALUES ($1, $2)`, [
      run,
      spending.length,
    ])
  }
  for (const { position, repeat, metric, aspect, person, at, body } of labels) {
    await connection.query(
      `INSERT INTO ${database.table('labels')} (run, position, repeat, place, at, metric, aspect, person, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        run,
        position,
        repeat,
        labelPlace([metric, aspect, person]),
        at,
        keptText(metric),
        keptText(aspect),
        keptText(person),
        body,
      ],
    )
  }
}

async function* lotsOf(database: PostgresDatabase, run: number): AsyncGenerator<readonly StoredEvent[]> {
  let after: readonly number[] = [-1, 0, 0]
  while (true) {
    const rows = await database.query(
      `SELECT position, repeat, seq, type, body FROM ${database.table('events')}
       WHERE run = $1 AND (position, repeat, seq) > ($2, $3, $4) ORDER BY position, repeat, seq LIMIT ${lot}`,
      [run, ...after],
    )
    const events = rows.map(eventFrom)
    const last = events.at(-1)
    if (last === undefined) return
    yield events
    after = [last.position, last.repeat, last.seq]
  }
}

function runFrom({ id, created, status, process, plan, summary, ended, duration, note }: PostgresRow): StoredRun {
  return {
    id: textFrom(String(id)),
    created: textFrom(String(created)),
    status: String(status),
    process: process === null ? null : Number(process),
    plan: String(plan),
    summary: summary === null ? null : String(summary),
    ended: ended === null ? null : String(ended),
    duration: duration === null ? null : Number(duration),
    note: note === null ? null : String(note),
  }
}

function eventFrom({ position, repeat, seq, type, body }: PostgresRow): StoredEvent {
  return {
    position: Number(position),
    repeat: Number(repeat),
    seq: Number(seq),
    type: String(type),
    body: String(body),
  }
}

function labelFrom({ position, repeat, metric, aspect, person, at, body }: PostgresRow): StoredLabel {
  return {
    position: Number(position),
    repeat: Number(repeat),
    metric: textFrom(String(metric)),
    aspect: textFrom(String(aspect)),
    person: textFrom(String(person)),
    at: Number(at),
    body: String(body),
  }
}
