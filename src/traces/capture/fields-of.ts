import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'

export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
