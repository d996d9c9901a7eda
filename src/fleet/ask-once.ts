import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type AnswerCache, type AnswerClaim, stringifyJson } from '../core/index.ts'
import { cachedAnswer } from '../stores/store-rows.ts'
import { settleCalls, type CallMarks } from './call-marks.ts'
import { leaseLost } from './lease-lost.ts'
import type { Notices } from './notices.ts'
import type { FleetDatabase, Sql } from './sql.ts'

/** Answers that are reused between runs. `keep` stores one in the transaction that closes its question. */
export type AnswersBeyondRuns = {
  readonly get: AnswerCache['get']
  keep(sql: Sql, ...answer: Parameters<AnswerCache['set']>): Promise<void>
}

type AskOnce = {
  readonly run: string
  readonly worker: string
  /** Undefined when runs do not share answers. */
  readonly beyondRun: AnswersBeyondRuns | undefined
  readonly notices: Pick<Notices, 'on'>
  readonly calls: CallMarks
}

/** Cached answers of a fleet. One worker asks each question, and the others wait for its answer. */
export type AnswersOnce = Required<AnswerCache> & {
  /** Records that a call is about to be made. */
  beforeCall(): Promise<void>
}

/** Notices may be lost with a connection. */
const LOOK_AGAIN_MS = 2000

export function answersOnce(database: FleetDatabase, { run, worker, beyondRun, notices, calls }: AskOnce): AnswersOnce {
  const answers = beyondRun ?? answersIn(database, `${database.fleet}.answer`, run)
  const current = new AsyncLocalStorage<{ readonly key: string; asked: number }>()

  /** Runs that do not share answers may ask the same question at the same time. */
  const claimed = (key: string) => (beyondRun === undefined ? `${run} ${key}` : key)

  async function end(key: string, work: (sql: Sql) => Promise<void>): Promise<void> {
    let isAgain = false
    await database.transaction(async (sql) => {
      const { rows } = await sql.query(
        `DELETE FROM ${sql.fleet}.claim AS mine USING ${sql.fleet}.worker AS me
         WHERE mine.key = $1 AND mine.worker = $2 AND me.id = $2 AND me.until > now() RETURNING mine.key`,
        [claimed(key), worker],
      )
      // A retry after a lost connection finds the claim deleted when the first attempt was committed.
      if (rows.length === 0 && !isAgain) throw leaseLost()
      isAgain = true
      if (rows.length === 0) return
      await work(sql)
      await sql.query('SELECT pg_notify($1, $2)', [sql.channel, `answered ${claimed(key)}`])
    })
  }

  async function claim(key: string, signal?: AbortSignal): Promise<AnswerClaim | undefined> {
    const { rows } = await database.query(
      `INSERT INTO ${database.fleet}.claim AS claim (key, run, worker, token)
       SELECT $1, $2, me.id, $4::uuid FROM ${database.fleet}.worker AS me WHERE me.id = $3 AND me.until > now() FOR KEY SHARE
       ON CONFLICT (key) DO UPDATE SET token = excluded.token WHERE claim.token = excluded.token RETURNING key`,
      // The random token recognises a retried statement, because other cases of this worker may claim the same key.
      [claimed(key), run, worker, randomUUID()],
    )
    if (rows.length === 0) return void (await untilAnswered(claimed(key), signal))
    return {
      ask: async (work) => current.run({ key, asked: 0 }, work),
      keep: async (answer, at) =>
        end(key, async (sql) => {
          await answers.keep(sql, key, answer, at)
          await settleCalls(sql, run, { role: 'judge', what: [key] })
        }),
      // Other answers are stored with the scores; if the worker is lost before, the question is asked again.
      leave: async () => end(key, async () => undefined),
    }
  }

  async function untilAnswered(key: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = notices.on((text) => {
      if (text === `answered ${key}`) resolve()
    })
    const timer = setTimeout(resolve, LOOK_AGAIN_MS)
    signal?.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
    stop()
    signal?.throwIfAborted()
  }

  return {
    get: answers.get,
    set: async (key, answer, at) => answers.keep(database, key, answer, at),
    claim,
    async beforeCall() {
      const asking = current.getStore()
      if (asking === undefined) return
      const nth = asking.asked
      asking.asked += 1
      await calls.mark({ role: 'judge', what: asking.key, nth })
    },
  }
}

/** The answers in a table: of one run, where its name is given. */
export function answersIn(database: FleetDatabase, table: string, run?: string): AnswersBeyondRuns {
  const place = run === undefined ? [] : [run]
  const names = [...place.map(() => 'run'), 'key']
  const marks = names.map((_, index) => `$${index + 1}`)
  return {
    async get(key) {
      const { rows } = await database.query(
        `SELECT answer, at FROM ${table} WHERE (${names.join(', ')}) = (${marks.join(', ')})`,
        [...place, key],
      )
      return rows[0] && cachedAnswer(String(rows[0]['answer']), Number(rows[0]['at']))
    },

    async keep(sql, key, answer, at) {
      await sql.query(
        `INSERT INTO ${table} (answer, at, ${names.join(', ')})
         VALUES ($${names.length + 1}, $${names.length + 2}, ${marks.join(', ')})
         ON CONFLICT (${names.join(', ')}) DO UPDATE SET answer = excluded.answer, at = excluded.at`,
        [...place, key, stringifyJson(answer), at],
      )
    },
  }
}
