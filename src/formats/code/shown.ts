import { valueExcerpt } from '../kit/foreign-value.ts'

/** A value as a person would write it in code, cut short. */
export function asCode(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`
  if (value instanceof RegExp) return String(value)
  const made: unknown = typeof value === 'object' && value !== null ? value.constructor : undefined
  const isPlain = typeof made !== 'function' || made === Object || made === Array
  return isPlain ? valueExcerpt(value) : `a ${made.name}`
}
