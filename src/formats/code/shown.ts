import { valueExcerpt } from '../kit/foreign-value.ts'

/** Formats a value as it would be written in code, shortened. */
export function asCode(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`
  if (value instanceof RegExp) return String(value)
  const made: unknown = typeof value === 'object' && value !== null ? value.constructor : undefined
  const isPlain = typeof made !== 'function' || made === Object || made === Array
  return isPlain ? valueExcerpt(value) : `a ${made.name}`
}
