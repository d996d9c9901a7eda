import { nestingDepth, parseJson } from '../core/index.ts'
import { printedValue } from './printed-value.ts'

/** Deeper values are no messages and would take long to walk through. */
const deepest = 64

/** Parses a text that is an object or a list in JSON or in Python's notation; returns any other value as it is. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    const parsed = parseJson(value)
    if (typeof parsed === 'string') {
      const inner = jsonIn(parsed)
      return typeof inner === 'string' ? value : inner
    }
    return shallow(parsed) ?? value
  } catch (error) {
    // The text may be Python's notation, or a text that only looks like JSON.
    if (error instanceof SyntaxError) return shallow(printedValue(value)) ?? value
    throw error
  }
}

function shallow(parsed: unknown): unknown {
  return nestingDepth(parsed, deepest + 1) > deepest ? undefined : parsed
}

/** Removes the quotes of a text, since most instrumentation writes every answer as JSON. */
export function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !/^"[^]*"$/.test(value)) return value
  const [text] = [jsonIn(`[${value}]`)].flat()
  return typeof text === 'string' ? jsonIn(text) : value
}
