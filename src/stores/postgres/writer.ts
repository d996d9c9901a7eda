import { setTimeout as sleep } from 'node:timers/promises'
import { thisMachine } from './this-machine.ts'
import type { Connection, PostgresDatabase } from './postgres-database.ts'
import { isConflict } from './postgres-error.ts'

export interface Writer {
  /**
   * Runs transactions in sequence, each exactly once: if the connection is cut during a commit, a change counter shows
   * whether it succeeded. `work` may run several times, of which one is committed.
   */
  change<Result>(work: (connection: Connection, writer: number) => Promise<Result>): Promise<Result>
  /** Returns the number of this process, which the first change registers. */
  self(): Promise<number>
  close(): Promise<void>
}

/** Seconds without a heartbeat after which a process on another machine counts as gone. */
export const goneAfterSeconds = 30

const seenEveryMs = 10_000
const mostConflicts = 10

export function openWriter(database: PostgresDatabase): Writer {
  const writers = database.table('writers')
  const registration = registeredWriter(database)
  let last: Promise<unknown> = Promise.resolve()

  async function changeOnce<Result>(
    work: (connection: Connection, writer: number) => Promise<Result>,
  ): Promise<Result> {
    let sent: { readonly result: Result } | undefined
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        return await database.patiently(attempt)
      } catch (error) {
        if (!isConflict(error) || conflicts === mostConflicts) throw error
        await sleep(5 * conflicts)
      }
    }

    async function attempt(): Promise<Result> {
      const me = await registration.self()
      const change = me.changes + 1
      const outcome = await database.transaction<{ readonly result: Result } | 'unknown'>(
        async (connection) => {
          const claimed = await connection.query(
            `UPDATE ${writers} SET changes = $2, seen = now() WHERE writer = $1 AND changes = $2 - 1`,
            [me.writer, change],
          )
          if (claimed.rowCount === 1) return { result: await work(connection, me.writer) }
          const { rowCount } = await connection.query(`SELECT FROM ${writers} WHERE writer = $1`, [me.writer])
          return rowCount === 1 && sent !== undefined ? sent : 'unknown'
        },
        { sent: (done) => (sent = done === 'unknown' ? sent : done) },
      )
      if (outcome === 'unknown') {
        // After a long sleep of the machine, others may have removed this writer.
        await registration.renew()
        return attempt()
      }
      me.changes = change
      return outcome.result
    }
  }

  return {
    async change(work) {
      const before = last
      const mine = (async () => {
        await before
        return changeOnce(work)
      })()
      last = mine.catch(() => undefined)
      return mine
    },

    self: async () => (await registration.self()).writer,

    async close() {
      registration.stop()
      await last
      await registration.leave()
    },
  }
}

type RegisteredWriter = { readonly writer: number; changes: number }

/** The row of this process among the writers: inserted with the first change and updated while the process lives. */
function registeredWriter(database: PostgresDatabase) {
  const writers = database.table('writers')
  let self: RegisteredWriter | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  // Writers unseen for a day are removed and their count is added to this one's, so that the sum never decreases.
  async function register(): Promise<RegisteredWriter> {
    const { id, host } = thisMachine()
    const [row] = await database.query(
      `WITH gone AS (DELETE FROM ${writers} WHERE seen < now() - interval '1 day' RETURNING changes)
       INSERT INTO ${writers} (machine, host, process, seen, changes)
       SELECT $1, $2, $3, now(), coalesce(sum(changes), 0) FROM gone RETURNING writer, changes`,
      [id, host, process.pid],
    )
    heartbeat ??= setInterval(() => void seen(), seenEveryMs).unref()
    return { writer: Number(row?.['writer']), changes: Number(row?.['changes']) }
  }

  // A failed heartbeat is ignored; the next one or a write follows.
  async function seen(): Promise<void> {
    if (self === undefined) return
    await database
      .queryNow(`UPDATE ${writers} SET seen = now() WHERE writer = $1`, [self.writer])
      .catch(() => undefined)
  }

  return {
    self: async (): Promise<RegisteredWriter> => (self ??= await register()),
    async renew(): Promise<void> {
      self = await register()
    },
    stop: () => clearInterval(heartbeat),
    async leave(): Promise<void> {
      if (self === undefined) return
      const { writer } = self
      self = undefined
      await database
        .queryNow(`UPDATE ${writers} SET seen = '-infinity' WHERE writer = $1`, [writer])
        .catch(() => undefined)
    },
  }
}
