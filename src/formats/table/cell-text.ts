import { stringifyJson } from '../../core/index.ts'

/** What a case says as the text of a table's cell: JSON unless it is text, nothing where nothing is said. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : stringifyJson(value)
}
