import { isObject } from '../core/basics/is-object.ts'
import type { AnswerField, AnswerShape } from './answer-shape.ts'

/**
 * Corrects the spelling in a reply's value: field names and choices in any case, numbers and booleans in quotes, and
 * null for omitted nullable texts. It adds nothing else; a value that does not fit stays as it is, and the schema
 * rejects it.
 *
 * @returns undefined when a field has two spellings with different values
 */
export function fitAnswer(value: unknown, shape: AnswerShape): { readonly value: unknown } | undefined {
  switch (shape.kind) {
    case 'object':
      return isObject(value) ? fitObject(value, shape.fields) : { value }
    case 'list':
      return Array.isArray(value) ? fitList(value, shape.items) : { value }
    case 'nullable':
      return value === null ? { value } : fitAnswer(value, shape.inner)
    case 'choice':
      return { value: fitChoice(value, shape.options) }
    case 'number':
      return { value: typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value }
    case 'boolean':
      return { value: typeof value === 'string' ? fitBoolean(value) : value }
    case 'text':
    case 'other':
      return { value }
  }
}

// No choice is longer than this, but a hostile reply may have a much longer text.
const longestWord = 200

/** Folds a name or a choice: case, width, emphasis and final punctuation do not matter. */
export function foldedChoice(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[\s*_`"'“”‘’「」]+|(?<![\s*_`"'“”‘’「」.。!])[\s*_`"'“”‘’「」.。!]+$/gu, '')
    .replaceAll(/[\s_-]+/g, '_')
}

function fitObject(value: object, fields: readonly AnswerField[]): { readonly value: unknown } | undefined {
  const fitted = new Map<string, unknown>()
  for (const [key, own] of Object.entries(value)) {
    const field =
      fields.find(({ name }) => name === key) ??
      fields.find(({ name }) => key.length <= longestWord && foldedChoice(name) === foldedChoice(key))
    const part = field === undefined ? { value: own } : fitAnswer(own, field.shape)
    const name = field?.name ?? key
    if (part === undefined) return undefined
    if (fitted.has(name) && JSON.stringify(fitted.get(name)) !== JSON.stringify(part.value)) return undefined
    fitted.set(name, part.value)
  }
  for (const { name, shape } of fields) {
    const mayBeLeftOut = shape.kind === 'nullable' && (shape.inner.kind === 'text' || shape.inner.kind === 'object')
    if (mayBeLeftOut && fitted.size > 0 && !fitted.has(name)) fitted.set(name, null)
  }
  return { value: Object.fromEntries(fitted) }
}

function fitList(values: readonly unknown[], items: AnswerShape): { readonly value: unknown } | undefined {
  const fitted = values.map((value) => fitAnswer(value, items))
  return fitted.includes(undefined) ? undefined : { value: fitted.map((part) => part?.value) }
}

function fitChoice(value: unknown, options: readonly unknown[]): unknown {
  if (typeof value !== 'string' || value.length > longestWord || options.includes(value)) return value
  const matching = options.filter((option) => foldedChoice(String(option)) === foldedChoice(value))
  return matching.length === 1 ? matching[0] : value
}

function fitBoolean(value: string): unknown {
  if (value.length > longestWord) return value
  const word = foldedChoice(value)
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : value
}
