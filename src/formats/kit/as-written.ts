import { isObject } from '../../core/basics/is-object.ts'
import { parseJson } from '../../core/index.ts'

// Matches numbers that print differently: with an exponent, trailing zeros, or more digits than a number keeps.
const oddNumber = /\d[eE]|\.\d*0(?!\d)|\d{16}|-0(?![.\d])/

/** Parses JSON with numbers as text where they print differently from how they are written; undefined without any. */
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

// TypeScript's library does not declare source text access (ES2026) yet.
type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** Parses a JSON text and keeps numbers as {@link rowAsWritten} does. @throws {SyntaxError} */
export function parseAsWritten(text: string): unknown {
  const value = parseJson(text)
  return asWritten(value, writtenJson(text))
}

const aboutCalls = /tool|call|trajectory/i
const metadataKeys = /^(?:metadata|additional_?metadata|custom_?column_?key_?values|item)$/i

/**
 * Restores texts as they were written in a row: `12.50` and `00501` in a cell, a list of answers or metadata. Arguments
 * of calls and values that become JSON text keep their numbers. `written` is the result of {@link writtenJson}.
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
  return Object.fromEntries(entries) as Row // each cell is unchanged or a text in its place
}

function asWritten(value: unknown, written: unknown): unknown {
  if (written === undefined || value === null) return value
  if (typeof value !== 'object') return written
  const inner = Object.values(value)
  // Objects with one field and SQuAD's answers hold an answer.
  const isAnswer = isObject(value) && (inner.length === 1 || Array.isArray(value['text']))
  if (isAnswer && isObject(written)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one, written[key])]))
  }
  return Array.isArray(value) && inner.every((one) => typeof one !== 'object') ? written : value
}

/** A number that begins with a plus or a zero is not valid JSON; it is a code or a telephone number. */
function argumentsAsWritten(value: unknown, written: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(written)) {
    return value.map((one, index) => argumentsAsWritten(one, written[index]))
  }
  if (isObject(value) && isObject(written)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, argumentsAsWritten(one, written[key])]))
  }
  return typeof written === 'string' && /^(?:\+|[+-]?0\d)/.test(written) ? written : value
}
