import { type Content, type Invocation, splitThoughts, stringifyJson, withThoughtsApart } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

type Response = Pick<Invocation, 'finalResponse' | 'otherReferences'>

/**
 * Reads the right answers of a cell: a text, a list, `text` as in SQuAD, or a text with separators. Numbers count as
 * answers; an empty cell has none.
 */
export function responseIn(cell: unknown, separator?: string): Response {
  const [first, ...others] = new Set(textsIn(cell, separator))
  if (first === undefined) return {}
  return {
    finalResponse: saidBy(first),
    ...(others.length === 0 ? {} : { otherReferences: others.map((text) => splitThoughts(text).answer) }),
  }
}

/** Builds a model's answer; thoughts at its beginning are kept apart. */
export function saidBy(text: string): Content {
  return withThoughtsApart({ role: 'model', parts: [{ text }] })
}

/** Returns whether the right answer is the JSON text of an object in the cell. */
export function isAnsweredInJson(cell: unknown): boolean {
  return typeof cell === 'object' && cell !== null && answersListed(cell) === undefined
}

/** Writes references as a cell: one as text, several as text with separators where possible, else as a list. */
export function referenceCell(references: readonly string[], separator?: string): unknown {
  if (references.length <= 1) return references[0]
  return separator === undefined || references.some((text) => text.includes(separator))
    ? references
    : references.join(separator)
}

function textsIn(cell: unknown, separator: string | undefined): readonly string[] {
  if (cell === undefined || cell === null || cell === '') return []
  const list = answersListed(cell)
  if (list !== undefined) return list.map(String).filter((text) => text.trim() !== '')
  if (typeof cell === 'object') return [stringifyJson(cell)]
  const text = String(cell)
  if (separator === undefined || !text.includes(separator)) return [text]
  return text.split(separator).flatMap((one) => one.trim() || [])
}

function answersListed(cell: unknown): readonly unknown[] | undefined {
  const list = isObject(cell) ? cell['text'] : cell
  return Array.isArray(list) && list.every(isScalar) ? list : undefined
}

export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
