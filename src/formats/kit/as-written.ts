import { isObject } from '../../core/basics/is-object.ts'
import { parseJson } from '../../core/index.ts'

// A number that is written in another way than it is printed: with an exponent, with zeros at its end, longer than is kept.
const oddNumber = /\d[eE]|\.\d*0(?!\d)|\d{16}|-0(?![.\d])/

/** The same value as that of a JSON text, with the numbers that were written in another way than they are printed as texts. */
export function writtenJson(text: string): unknown {
  if (!oddNumber.test(text)) return undefined
  const parseWithSource = JSON.parse as (text: string, revive: Revive) => unknown
  let isOdd = false
  const written = parseWithSource(text, (_key, value, context) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    isOdd = true
    return source
  })
  return isOdd ? written : undefined
}

// TypeScript's library does not know source text access (ES2026) yet.
type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** What a JSON text holds, as {@link rowAsWritten} has it. @throws {SyntaxError} */
export function parseAsWritten(text: string): unknown {
  const value = parseJson(text)
  return asWritten(value, writtenJson(text))
}

const aboutCalls = /tool|call|trajectory/i
const metadataKeys = /^(?:metadata|additional_?metadata|custom_?column_?key_?values|item)$/i

/**
 * A row whose texts are as somebody wrote them: `12.50` and `00501` in a cell, in a list of answers, in metadata. Arguments of
 * calls and what becomes JSON text keep their numbers. `written` is the same value with texts in their place, if it has any.
 */
export function rowAsWritten<Row extends Readonly<Record<string, unknown>>>(
  row: Row,
  written: unknown,
  calls?: string,
): Row {
  if (!isObject(written)) return row
  const entries = Object.entries(row).map(([key, value]) => {
    const own = written[key]
    if (key === calls || aboutCalls.test(key)) return [key, argumentsAsWritten(value, own)]
    return [key, metadataKeys.test(key) ? own : asWritten(value, own)]
  })
  return Object.fromEntries(entries) as Row // each cell is what it was, or a text in its place
}

function asWritten(value: unknown, written: unknown): unknown {
  if (written === undefined || value === null) return value
  if (typeof value !== 'object') return written
  const inner = Object.values(value)
  // SQuAD's answers, and an object that has one field.
  const isAnswer = isObject(value) && (inner.length === 1 || Array.isArray(value['text']))
  if (isAnswer && isObject(written)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one, written[key])]))
  }
  return Array.isArray(value) && inner.every((one) => typeof one !== 'object') ? written : value
}

/** What begins with a plus or a nought is no number of JSON: a code or a telephone number. */
function argumentsAsWritten(value: unknown, written: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(written)) {
    return value.map((one, index) => argumentsAsWritten(one, written[index]))
  }
  if (isObject(value) && isObject(written)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, argumentsAsWritten(one, written[key])]))
  }
  return typeof written === 'string' && /^(?:\+|[+-]?0\d)/.test(written) ? written : value
}
