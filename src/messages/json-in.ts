import { nestingDepth, parsedJson } from '../core/index.ts'
import { printedValue } from './printed-value.ts'

/** Deeper values are no messages and would take long to walk through. */
const deepest = 64

/** Parses a text that is an object or a list in JSON or in Python's notation; returns any other value as it is. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  const parsed = parsedJson(value)
  if (typeof parsed === 'string') {
    const inner = jsonIn(parsed)
    return typeof inner === 'string' ? value : inner
  }
  // The text may be Python's notation, or a text that only looks like JSON.
  const held = parsed ?? printedValue(value)
  return held === undefined || nestingDepth(held, deepest + 1) > deepest ? value : held
}

/** Removes the quotes of a text, since most instrumentation writes every answer as JSON. */
export function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !/^"[^]*"$/.test(value)) return value
  const [text] = [jsonIn(`[${value}]`)].flat()
  return typeof text === 'string' ? jsonIn(text) : value
}
