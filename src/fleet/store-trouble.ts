import { EvalError, message } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'

/** What may pass: a store that cannot be reached now, or a lease that was lost. Undefined for everything else. */
export function storeTrouble(error: unknown): EvalError | undefined {
  if (error instanceof EvalError) return error.code === 'store' ? error : undefined
  if (!(error instanceof Error)) return undefined
  // Classes 08 and 57 of PostgreSQL, what the network says, and what the client says of a connection that ended.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isAway = /^(?:08|57P|53|40)/.test(code) || /^E[A-Z]+$/.test(code) || /connection|terminat/i.test(error.message)
  if (!isAway) return undefined
  const problem = messageOf(error)
  return new EvalError('store', message('the store cannot be reached: {problem}', { problem }), { cause: error })
}
