import { type StoredCases, caseReader } from '../case-reader.ts'
import { type CaseEventRows, toRow } from '../case-row.ts'
import type { RunKey } from '../case-table.ts'
import { eventRows } from './event-rows.ts'
import {
  type PostgresDatabase,
  explainedBy,
  type Connection,
  type PostgresRow,
  type DatabaseOptions,
  openPostgres,
} from './postgres-database.ts'
import { allViews, keepView } from './view-rows.ts'
import { runRows } from './run-rows.ts'
import { keptText } from './sql-text.ts'
import type { RunStore } from '../../core/index.ts'
import type { StoreEntry } from '../commit-entries.ts'
import { callRows } from './call-rows.ts'
import { openJournal } from './journal.ts'
import { labelRows } from './label-rows.ts'
import { type PostgresEnvironment, postgresAddress } from './postgres-address.ts'
import { spendingRows } from './spending-rows.ts'
import { openWriter } from './writer.ts'

type PostgresStoreOptions = DatabaseOptions & {
  /** Returns the time at which a run ends. */
  readonly clock?: () => Date
  /** Values of libpq's variables; those of the process by default. */
  readonly environment?: PostgresEnvironment
}

export interface PostgresStore extends RunStore {
  readonly database: PostgresDatabase
  /**
   * Writes several entries and whatever `also` adds in one transaction of their own, exactly once.
   *
   * @throws the error of `also`, or of the first refused entry; nothing is written then
   */
  appendTogether(entries: readonly StoreEntry[], also?: (connection: Connection) => Promise<void>): Promise<void>
}

/**
 * Opens the run store in a schema of a PostgreSQL database (13 or later), which is created if need be. Any number of
 * processes on any machines may use it at once. Entries appended during a commit become durable together. It connects
 * on first use.
 *
 * @throws {EvalError} `usage` when the address is invalid
 * @example const store = openPostgresStore('postgres://ann@db.example/evaluations')
 */
export function openPostgresStore(address: string, options: PostgresStoreOptions = {}): PostgresStore {
  const { clock = () => new Date(), environment = process.env } = options
  const database = openPostgres(postgresAddress(address, environment), options)
  const explained = explainedBy(database)
  const tables = { runs: runRows(database), labels: labelRows(database), spending: spendingRows(database) }
  const { runs, labels, spending } = tables
  const writer = openWriter(database)
  const journal = openJournal(database, tables, { writer, endedAt: clock })

  /** Changes other than events are written after the events that wait. */
  async function change<Result>(write: (connection: Connection) => Promise<Result>): Promise<Result> {
    await journal.idle()
    return explained(async () => journal.change(write))
  }

  return {
    database,

    async append(runId, event) {
      await journal.add({ runId, change: 'position' in event ? toRow(event) : event })
    },

    async appendTogether(entries, also) {
      await journal.commit(entries, async (connection, refusals) => {
        const refused = refusals.find((refusal) => refusal !== undefined)
        if (refused !== undefined) throw refused
        await also?.(connection)
      })
    },

    list: async () => explained(async () => (await runs.all()).runs),

    unreadable: async (only) =>
      explained(async () => [
        ...(await runs.all()).unreadable,
        ...(only === 'runs' ? [] : [...(await spending.unreadable()), ...(await labels.unreadable())]),
      ]),

    find: async (runId) => explained(async () => runs.find(runId)),

    ...caseReader(postgresCases(database, runs)),

    async spending(runId, known) {
      await journal.idle()
      return explained(async () => spending.all(await runs.numberOf(runId), known))
    },

    async label(runId, label) {
      await journal.add({ runId, change: { type: 'label', label } })
    },

    labels: async (runId, { history = false, notes = false } = {}) =>
      explained(async () =>
        labels.all(runId === undefined ? undefined : await runs.numberOf(runId), { history, notes }),
      ),

    note: async (runId, note) => change(async (connection) => runs.note(connection, runId, note)),
    views: async () => explained(async () => allViews(database)),
    keepView: async (view) => change(async (connection) => keepView(connection, database, view)),
    delete: async (runIds) => change(async (connection) => deleteRunRows(connection, database, runIds)),

    async revision() {
      const [row] = await explained(async () =>
        database.query(`SELECT coalesce(sum(changes), 0) AS changes FROM ${database.table('writers')}`),
      )
      return Number(row?.['changes'])
    },

    listen: database.listen,

    callsUnderWay: async (runId) => callRows(database, writer, runId),

    async close() {
      if (database.isClosed) return
      await journal.idle()
      await writer.close()
      await database.close()
    },
  }
}

/** @returns the bytes of deleted text; the server reuses the space, and `VACUUM FULL` returns it to the disk */
async function deleteRunRows(
  connection: Connection,
  database: PostgresDatabase,
  runIds: readonly string[],
): Promise<number> {
  const found = await connection.query<PostgresRow>(
    `SELECT run FROM ${database.table('runs')} WHERE id = ANY($1) FOR UPDATE`,
    [runIds.map(keptText)],
  )
  const numbers = found.rows.map((row) => Number(row['run']))
  const { rows } = await connection.query<PostgresRow>(
    `SELECT coalesce(sum(size), 0)::double precision AS bytes FROM (
       SELECT octet_length(body) AS size FROM ${database.table('events')} WHERE run = ANY($1)
       UNION ALL SELECT octet_length(body) FROM ${database.table('labels')} WHERE run = ANY($1)
       UNION ALL SELECT octet_length(plan) FROM ${database.table('runs')} WHERE run = ANY($1)
     ) AS texts`,
    [numbers],
  )
  for (const table of ['events', 'labels', 'spending', 'payments', 'calls', 'runs']) {
    await connection.query(`DELETE FROM ${database.table(table)} WHERE run = ANY($1)`, [numbers])
  }
  return Number(rows[0]?.['bytes'])
}

function postgresCases(database: PostgresDatabase, runs: ReturnType<typeof runRows>): StoredCases {
  const cases = eventRows(database)
  const explained = explainedBy(database)

  async function* pagesOf(
    runId: string,
    select: (key: RunKey) => AsyncIterable<readonly CaseEventRows[]>,
  ): AsyncGenerator<readonly CaseEventRows[]> {
    const pages = select({ runId, run: await explained(async () => runs.numberOf(runId)) })[Symbol.asyncIterator]()
    const nextPage = async () => explained(async () => pages.next())
    const first = await nextPage()
    if (first.done === true) return
    yield first.value
    // A reader of a second page reads all, so the next page is fetched while one is in use.
    let next = nextPage()
    try {
      for (let page = await next; page.done !== true; page = await next) {
        next = nextPage()
        // A failure is thrown where the page is awaited.
        next.catch(() => undefined)
        yield page.value
      }
    } finally {
      await next.catch(() => undefined)
    }
  }

  return {
    metricsOf: async (runId) => explained(async () => runs.metricNames(runId)),
    all: (runId, from) => pagesOf(runId, (key) => cases.all(key, from)),
    scored: (runId) => pagesOf(runId, cases.scored),
    one: async (runId, place) => explained(async () => cases.one({ runId, run: await runs.numberOf(runId) }, place)),
    placesOf: async (runId, id) => explained(async () => cases.placesOf(await runs.numberOf(runId), id)),
    runIds: async () => explained(async () => (await runs.all()).runs.map(({ plan }) => plan.runId)),
    rowsSaying: async (runId, text, after) =>
      explained(async () => cases.saying(await runs.numberOf(runId), text, after)),
  }
}
