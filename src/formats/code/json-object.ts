import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'

/** Returns whether the value is an object that JSON can hold without loss. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value) && isJson(value, new Set())
}

function isJson(value: unknown, around: Set<unknown>): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || around.has(value)) return false
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object)
  around.add(value)
  const isWhole = isPlain && Object.values(value).every((one) => isJson(one, around))
  around.delete(value)
  return isWhole
}
