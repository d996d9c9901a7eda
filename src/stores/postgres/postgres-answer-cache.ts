import { type AnswerCache, stringifyJson } from '../../core/index.ts'
import { cachedAnswer } from '../store-rows.ts'
import { commitQueue } from './commit-queue.ts'
import { type PostgresEnvironment, postgresAddress } from './postgres-address.ts'
import { type DatabaseOptions, explainedBy, openPostgres } from './postgres-database.ts'
import { keptText } from './sql-text.ts'

type PostgresAnswerCacheStored = { readonly key: string; readonly answer: string; readonly at: number }

/**
 * Opens the cache of judges' answers in a PostgreSQL store, shared by all its users. `set` resolves when the answer is
 * durable; answers that arrive during a commit become durable together.
 *
 * @throws {EvalError} `usage` when the address is invalid
 * @example const answers = openPostgresAnswerCache('postgres://ann@db.example/evaluations')
 */
export function openPostgresAnswerCache(
  address: string,
  options: DatabaseOptions & { readonly environment?: PostgresEnvironment } = {},
): AnswerCache & { close(): Promise<void> } {
  const place = postgresAddress(address, options.environment ?? process.env)
  const database = openPostgres(place, { connections: 2, ...options })
  const explained = explainedBy(database)
  const answers = database.table('answers')
  const journal = commitQueue(commit)

  // Setting an answer again changes nothing, so an uncertain commit is simply repeated.
  async function commit(entries: readonly PostgresAnswerCacheStored[]): Promise<readonly undefined[]> {
    const last = [...new Map(entries.map((entry) => [entry.key, entry])).values()]
    await explained(async () =>
      database.query(
        `INSERT INTO ${answers} (key, answer, at) SELECT * FROM unnest($1::text[], $2::text[], $3::double precision[])
         ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, at = excluded.at`,
        [last.map(({ key }) => keptText(key)), last.map(({ answer }) => answer), last.map(({ at }) => at)],
      ),
    )
    return []
  }

  return {
    async get(key) {
      const [row] = await explained(async () =>
        database.query(`SELECT answer, at FROM ${answers} WHERE key = $1`, [keptText(key)]),
      )
      return row === undefined ? undefined : cachedAnswer(String(row['answer']), Number(row['at']))
    },

    async set(key, { value, reply }, at) {
      await journal.add({ key, answer: stringifyJson({ value, reply }), at })
    },

    async close() {
      await journal.idle()
      await database.close()
    },
  }
}
