import { isObject } from '../core/basics/is-object.ts'

/** Returns the first of the named fields that is neither undefined nor null. */
export function firstField(value: unknown, ...names: readonly string[]): unknown {
  if (!isObject(value)) return undefined
  const name = names.find((one) => Object.hasOwn(value, one) && value[one] !== undefined && value[one] !== null)
  return name === undefined ? undefined : value[name]
}

/** Returns the first of the named fields that is a text and not empty. */
export function firstText(value: unknown, ...names: readonly string[]): string | undefined {
  if (!isObject(value)) return undefined
  for (const name of names) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof field === 'string' && field !== '') return field
  }
  return undefined
}
