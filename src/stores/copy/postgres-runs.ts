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
import { type RunContents, type StoredRuns, StoredEvent, StoredLabel, StoredRun, storedColumns } from './stored-runs.ts'

// The number of events fetched at once, whatever their size.
const lot = 200

export function postgresRuns(address: string, environment: PostgresEnvironment): StoredRuns {
  const database = openPostgres(postgresAddress(address, environment))
  const explained = explainedBy(database)
  const writer = openWriter(database)

  return {
    name: database.name,

    async all() {
      const rows = await explained(async () =>
        database.query(`SELECT ${storedColumns(StoredRun)} FROM ${database.table('runs')} ORDER BY created, run`),
      )
      return rows.map(runFrom)
    },

    contents: async (runId) => explained(async () => readRun(database, runId)),

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

async function readRun(database: PostgresDatabase, runId: string): Promise<RunContents> {
  const table = (name: string) => database.table(name)
  const [found] = await database.query(`SELECT run FROM ${table('runs')} WHERE id = $1`, [keptText(runId)])
  const run = Number(found?.['run'])
  const costs = await database.query(`SELECT cost FROM ${table('spending')} WHERE run = $1 ORDER BY paid`, [run])
  const labels = await database.query(`SELECT * FROM ${table('labels')} WHERE run = $1`, [run])
  return {
    events: lotsOf(database, run),
    spending: costs.map(({ cost }) => String(cost)),
    labels: labels.map(labelFrom),
  }
}

async function writeRun(
  connection: Connection,
  database: PostgresDatabase,
  { id, created, ...stored }: StoredRun,
  { events, spending, labels }: RunContents,
): Promise<void> {
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<readonly PostgresRow[]> => {
    const marks = Object.keys(row).map((_, index) => `$${index + 1}`)
    const into = `INSERT INTO ${database.table(table)} (${Object.keys(row).join(', ')})`
    const { rows } = await connection.query<PostgresRow>(
      `${into} VALUES (${marks.join(', ')}) RETURNING run`,
      Object.values(row),
    )
    return rows
  }
  const [added] = await insert('runs', { id: keptText(id), created: keptText(created), ...stored })
  const run = Number(added?.['run'])
  const eventTable = `${database.table('events')} (run, ${storedColumns(StoredEvent)})`
  for await (const rows of events) {
    await copyIn(
      connection,
      eventTable,
      rows.map((event) => [run, ...Object.values(event)]),
    )
  }
  await copyIn(
    connection,
    `${database.table('spending')} (run, paid, cost)`,
    spending.map((cost, index) => [run, index + 1, cost]),
  )
  if (spending.length > 0) await insert('payments', { run, count: spending.length })
  for (const { metric, aspect, person, ...label } of labels) {
    const said = { metric: keptText(metric), aspect: keptText(aspect), person: keptText(person) }
    await insert('labels', { run, ...label, ...said, place: labelPlace([metric, aspect, person]) })
  }
}

async function* lotsOf(database: PostgresDatabase, run: number): AsyncGenerator<readonly StoredEvent[]> {
  let after: readonly number[] = [-1, 0, 0]
  while (true) {
    const rows = await database.query(
      `SELECT ${storedColumns(StoredEvent)} FROM ${database.table('events')}
       WHERE run = $1 AND (position, repeat, seq) > ($2, $3, $4) ORDER BY position, repeat, seq LIMIT ${lot}`,
      [run, ...after],
    )
    const events = rows.map((row) => StoredEvent.parse(row))
    const last = events.at(-1)
    if (last === undefined) return
    yield events
    after = [last.position, last.repeat, last.seq]
  }
}

function runFrom(row: PostgresRow): StoredRun {
  const run = StoredRun.parse(row)
  return { ...run, id: textFrom(run.id), created: textFrom(run.created) }
}

function labelFrom(row: PostgresRow): StoredLabel {
  const { metric, aspect, person, ...label } = StoredLabel.parse(row)
  return { ...label, metric: textFrom(metric), aspect: textFrom(aspect), person: textFrom(person) }
}
