import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs the work in one transaction. `immediate` takes the write lock at the beginning, `deferred` only at the first
 * write, which for reading never comes.
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
    // SQLite rolls back by itself when the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
