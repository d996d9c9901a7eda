import { EvalError } from '../core/index.ts'

/** What is read, or why it cannot be: one damaged row is no reason not to give the others. */
export function unlessDamaged<Value>(read: () => Value): Value | EvalError {
  try {
    return read()
  } catch (error) {
    if (error instanceof EvalError && error.code === 'store') return error
    throw error
  }
}
