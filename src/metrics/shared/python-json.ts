import { stringifyJson } from '../../core/index.ts'

/** Writes JSON as Python's `json.dumps` does: with `, ` and `: ` as separators, and non-ASCII escaped. */
export function pythonJson(value: unknown): string {
  return stringifyJson(value).replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) =>
    token.startsWith('"') ? escapeNonAscii(token) : `${token} `,
  )
}

export function escapeNonAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
