import type { DatabaseSync } from 'node:sqlite'

/**
 * Does the work in one transaction: all of it or nothing, on one state of the file. It owns the right to write from its
 * beginning (`immediate`), or takes it when it first writes (`deferred`), which for reading is never.
 */
export function transaction<Result>(
  database: DatabaseSync,
  work: () => Result,
  { begin = 'immediate' }: { begin?: 'immediate' | 'deferred' } = {},
): Result {
  database.exec(`BEGIN ${begin}`)
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
