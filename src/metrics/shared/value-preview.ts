import { nestingDepth, stringifyJson } from '../../core/index.ts'

const LONGEST = 80

/** A value in one line for a sentence: JSON, cut off after 80 characters. */
export function valuePreview(value: unknown): string {
  // JSON.stringify recurses, and an agent may nest deeper than that can.
  if (nestingDepth(value, 100) >= 100) return Array.isArray(value) ? '[…]' : '{…}'
  const text = value === undefined ? 'nothing' : stringifyJson(value)
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2))
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text
}
