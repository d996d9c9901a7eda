import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'

/** A row or document of an export, with keys in camelCase or snake_case. */
export type ExportRecord = Readonly<Record<string, unknown>>

/** Returns a field by its camelCase name in either spelling; undefined for null and empty texts. */
export function recordField(record: ExportRecord, name: string): unknown {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const value = Object.hasOwn(record, name) ? record[name] : Object.hasOwn(record, snake) ? record[snake] : undefined
  return value === null || value === '' ? undefined : value
}

export function textOfField(record: ExportRecord, name: string): string | undefined {
  const value = recordField(record, name)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/** Returns an object field, which may be given as JSON text; empty when it is missing. */
export function objectOfField(record: ExportRecord, name: string): JsonObject {
  const value = jsonIn(recordField(record, name))
  return isObject(value) ? (value as JsonObject) : {} // parsed from JSON
}

/** Returns milliseconds since 1970 from ISO 8601 (UTC without a zone) or from s, ms, µs or ns since 1970. */
export function timeOfField(record: ExportRecord, name: string): number | undefined {
  return timeIn(recordField(record, name))
}

export function timeIn(value: unknown): number | undefined {
  if (typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value)))) {
    const iso = value
      .trim()
      .replace(' ', 'T')
      .replace(/ ?UTC$/, 'Z')
    const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
    return Number.isNaN(time) ? undefined : time + microseconds(iso)
  }
  const number = Number(value ?? Number.NaN)
  if (!Number.isFinite(number)) return undefined
  if (number > 1e17) return number / 1e6
  if (number > 1e14) return number / 1e3
  return number > 1e11 ? number : number * 1e3
}

/** Returns the microseconds, which `Date` drops, as a fraction of a millisecond. */
function microseconds(iso: string): number {
  const [, digits = ''] = /\.\d{3}(\d{1,6})/.exec(iso) ?? []
  return digits === '' ? 0 : Number(`0.${digits}`)
}
