import { EvalError, type Message } from '../../core/index.ts'
import { valueExcerpt } from '../kit/foreign-value.ts'

/** Formats a value as it would be written in code, shortened. */
function asCode(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`
  if (value instanceof RegExp) return String(value)
  const made: unknown = typeof value === 'object' && value !== null ? value.constructor : undefined
  const isPlain = typeof made !== 'function' || made === Object || made === Array
  return isPlain ? valueExcerpt(value) : `a ${made.name}`
}

/** Makes the error for a value that its place does not take. */
export function notTaken(
  place: string,
  value: unknown,
  say: (values: { readonly place: string; readonly given: string }) => Message,
  hint?: Message,
): EvalError {
  return new EvalError('format', say({ place, given: asCode(value) }), hint && { hint })
}
