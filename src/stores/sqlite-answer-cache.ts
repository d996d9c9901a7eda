import { type AnswerCache, stringifyJson } from '../core/index.ts'
import { cachedAnswer } from './store-rows.ts'
import { groupCommit } from './group-commit.ts'
import { openDatabase } from './sqlite-database.ts'
import { storeFailures } from './store-error.ts'
import { transaction } from './transaction.ts'

type SqliteAnswerCacheOptions = {
  /** Milliseconds to wait for another process that is writing. */
  readonly lockTimeoutMs?: number
}

type SqliteAnswerCacheEntry = { readonly key: string; readonly answer: string; readonly at: number }

/**
 * Opens the cache of judges' answers, in the same SQLite file as the runs. Several processes may use it at once. Answers
 * that arrive in the same turn of the event loop become durable together.
 *
 * @throws {EvalError} `store` when the file cannot be used
 * @example
 * const answers = openSqliteAnswerCache('.shinsa/runs.db')
 * await answers.close()
 */
export function openSqliteAnswerCache(
  file: string,
  { lockTimeoutMs = 10_000 }: SqliteAnswerCacheOptions = {},
): AnswerCache & { close(): Promise<void> } {
  const database = openDatabase(file, lockTimeoutMs)
  // A lost answer can be asked again, so commits need not wait for the disk; only a power cut loses any.
  database.exec('PRAGMA synchronous = NORMAL')
  const select = database.prepare(`SELECT answer, at FROM answers WHERE key = ?`)
  const upsert = database.prepare(`INSERT OR REPLACE INTO answers (key, answer, at) VALUES (?, ?, ?)`)
  const journal = groupCommit(commit)
  const { explained } = storeFailures(database, file)

  function commit(entries: readonly SqliteAnswerCacheEntry[]): readonly undefined[] {
    return explained(() =>
      transaction(database, () => entries.map(({ key, answer, at }) => void upsert.run(key, answer, at))),
    )
  }

  return {
    async get(key) {
      const row = explained(() => select.get(key))
      return row === undefined ? undefined : cachedAnswer(String(row.answer), Number(row.at))
    },

    async set(key, { value, reply }, at) {
      await journal.add({ key, answer: stringifyJson({ value, reply }), at })
    },

    async close() {
      if (!database.isOpen) return
      journal.flush()
      database.close()
    },
  }
}
