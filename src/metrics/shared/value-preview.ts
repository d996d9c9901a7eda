import { nestingDepth, stringifyJson } from '../../core/index.ts'

const LONGEST = 80

/** Writes a value as one line of JSON, cut off after 80 characters. */
export function valuePreview(value: unknown): string {
  // JSON.stringify recurses, and would overflow the stack on values that are nested deeply.
  if (nestingDepth(value, 100) >= 100) return Array.isArray(value) ? '[…]' : '{…}'
  const text = value === undefined ? 'nothing' : stringifyJson(value)
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2))
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text
}
