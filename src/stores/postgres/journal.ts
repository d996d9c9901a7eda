import type { StoreEntry } from '../commit-entries.ts'
import { commitQueue } from './commit-queue.ts'
import type { OpenCases } from './last-events.ts'
import { type Connection, type PostgresDatabase, explainedBy } from './postgres-database.ts'
import { type PostgresTables, writeEntries } from './write-entries.ts'
import type { Writer } from './writer.ts'

type Refusals = readonly (Error | undefined)[]

type JournalOptions = {
  readonly writer: Writer
  readonly endedAt: () => Date
}

/** Writes a process's changes of runs in sequence and notifies listeners. */
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
      // After an error the remembered events may not exist.
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
          // Another process wrote in between, so the next attempt reads the last events again.
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

    /** Makes any other change; the remembered events are dropped afterwards. */
    async change<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
      const result = await change(work)
      open.clear()
      return result
    },
  }
}
