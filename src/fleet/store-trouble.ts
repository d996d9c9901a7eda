import { EvalError, message } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'

/** Recognises trouble that may pass: a store that cannot be reached, or a lost lease. Undefined for other errors. */
export function storeTrouble(error: unknown): EvalError | undefined {
  if (error instanceof EvalError) return error.code === 'store' ? error : undefined
  if (!(error instanceof Error)) return undefined
  // PostgreSQL's classes 08, 40, 53 and 57P, network errors, and the client's errors about ended connections.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isAway = /^(?:08|57P|53|40)/.test(code) || /^E[A-Z]+$/.test(code) || /connection|terminat/i.test(error.message)
  if (!isAway) return undefined
  const problem = messageOf(error)
  return new EvalError('store', message('the store cannot be reached: {problem}', { problem }), { cause: error })
}
