import type { StoreEntry } from '../commit-entries.ts'
import { commitQueue } from './commit-queue.ts'
import type { OpenCases } from './last-events.ts'
import { type Connection, type PostgresDatabase, explainedBy } from './postgres-database.ts'
import { type PostgresTables, writeEntries } from './write-entries.ts'
import type { Writer } from './writer.ts'

type Refusals = readonly (Error | undefined)[]

type JournalOptions = {
  readonly writer: Writer
  /** Asked when a run ends. */
  readonly endedAt: () => Date
}

/** What a process writes down of runs: one change after the other, told to those who listen. */
export function openJournal(database: PostgresDatabase, tables: PostgresTables, { writer, endedAt }: JournalOptions) {
  const open: OpenCases = new Map()
  const explained = explainedBy(database)
  const queue = commitQueue((entries: readonly StoreEntry[]) => commit(entries))

  async function change<Result>(work: (connection: Connection, self: number) => Promise<Result>): Promise<Result> {
    try {
      const result = await writer.change(work)
      database.notify()
      return result
    } catch (error) {
      // What is remembered may be there no more, or nobody knows whether it is.
      open.clear()
      throw error
    }
  }

  async function commit(
    entries: readonly StoreEntry[],
    also?: (connection: Connection, refusals: Refusals) => Promise<void>,
  ): Promise<Refusals> {
    return explained(async () => {
      const { refusals, last } = await change(async (connection, self) => {
        try {
          const written = await writeEntries(connection, database, tables, entries, { writer: self, open, endedAt })
          await also?.(connection, written.refusals)
          return written
        } catch (error) {
          // Somebody else was there: the next attempt looks for itself.
          open.clear()
          throw error
        }
      })
      for (const [key, event] of last) {
        if (event.type === 'case-end') open.delete(key)
        else open.set(key, event)
      }
      return refusals
    })
  }

  return {
    add: queue.add,
    idle: queue.idle,
    commit,

    /** Something else than entries, after which nothing is remembered. */
    async change<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
      const result = await change(work)
      open.clear()
      return result
    },
  }
}
