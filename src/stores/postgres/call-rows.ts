import { randomUUID } from 'node:crypto'
import type { CallsUnderWay, ModelRole } from '../../core/index.ts'
import { isProcessAlive } from '../../files/is-process-alive.ts'
import { RoleOfCall } from '../calls-under-way.ts'
import { commitQueue } from './commit-queue.ts'
import { type PostgresDatabase, explainedBy } from './postgres-database.ts'
import { keptText } from './sql-text.ts'
import { thisMachine } from './this-machine.ts'
import { type Writer, goneAfterSeconds } from './writer.ts'

type CallChange = { readonly call: string; readonly asked?: { readonly role: ModelRole; readonly dollars: number } }

/** Stores a row for each pending call; one whose row cannot be written does not start. Rows are written in batches. */
export function callRows(database: PostgresDatabase, writer: Writer, runId: string): CallsUnderWay {
  const calls = database.table('calls')
  const run = `(SELECT run FROM ${database.table('runs')} WHERE id = $1)`
  const explained = explainedBy(database)
  const queue = commitQueue(async (changes: readonly CallChange[]) => explained(async () => write(changes)))
  let failure: { readonly error: unknown } | undefined

  async function write(changes: readonly CallChange[]): Promise<readonly Error[]> {
    const begun = changes.flatMap(({ call, asked }) => (asked === undefined ? [] : [{ call, ...asked }]))
    if (begun.length > 0) {
      await database.query(
        `INSERT INTO ${calls} (call, run, writer, role, dollars)
         SELECT call, ${run}, $2::bigint, role, dollars FROM unnest($3::text[], $4::text[], $5::double precision[])
           AS begun (call, role, dollars)
         ON CONFLICT (call) DO NOTHING`,
        [
          keptText(runId),
          await writer.self(),
          begun.map(({ call }) => call),
          begun.map(({ role }) => role),
          begun.map(({ dollars }) => dollars),
        ],
      )
    }
    const ended = changes.flatMap(({ call, asked }) => (asked === undefined ? [call] : []))
    if (ended.length > 0) await database.query(`DELETE FROM ${calls} WHERE call = ANY($1)`, [ended])
    return []
  }

  return {
    async begun(role, dollars) {
      const call = randomUUID()
      await queue.add({ call, asked: { role, dollars } })
      return () => void queue.add({ call }).catch((error: unknown) => void (failure ??= { error }))
    },

    async close() {
      await queue.idle()
      if (failure !== undefined) throw failure.error
    },

    cut: async () =>
      explained(async () => {
        const { id: machine } = thisMachine()
        const found = await database.query(
          `SELECT call, process, role, dollars, coalesce(machine = $2, false) AS here,
           coalesce(seen > now() - interval '${goneAfterSeconds} seconds', false) AS alive
         FROM ${calls} AS calls LEFT JOIN ${database.table('writers')} AS writers USING (writer)
         WHERE calls.run = ${run}`,
          [keptText(runId), machine],
        )
        const gone = found.filter(
          ({ here, alive, process }) => alive !== true || (here === true && !isProcessAlive(Number(process))),
        )
        const taken = await database.queryNow(`DELETE FROM ${calls} WHERE call = ANY($1) RETURNING role, dollars`, [
          gone.map(({ call }) => call),
        ])
        return taken.map(({ role, dollars }) => ({
          role: RoleOfCall.parse(role),
          cost: { calls: 1, unpriced: 1, mayCost: Number(dollars) },
        }))
      }),
  }
}
