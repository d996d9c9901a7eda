import { stringifyJson } from '../../core/index.ts'

/** Formats a value as text of a table cell: JSON unless it is text, empty for null and undefined. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : stringifyJson(value)
}
