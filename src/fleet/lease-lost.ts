import { EvalError, message } from '../core/index.ts'
import type { Sql } from './sql.ts'

export function leaseLost(): EvalError {
  return new EvalError('store', message('the lease of this worker has ended: what it was at work on goes to others'), {
    hint: message('It could not reach the store in time, or was stopped for longer than its lease.'),
  })
}

/** Locks the worker's lots until the transaction ends. @throws {EvalError} `store`, when its lease has ended */
export async function assertLeased(sql: Sql, worker: string): Promise<void> {
  const { rows } = await sql.query(`SELECT 1 FROM ${sql.fleet}.worker WHERE id = $1 AND until > now() FOR KEY SHARE`, [
    worker,
  ])
  if (rows.length === 0) throw leaseLost()
}
