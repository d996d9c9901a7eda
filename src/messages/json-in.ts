import { nestingDepth, parseJson } from '../core/index.ts'
import { printedValue } from './printed-value.ts'

/** Deeper ones are no messages, and would take long to walk through. */
const deepest = 64

/** What a text holds as JSON, or as Python prints it, if it is an object or a list; otherwise the value as it is. */
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
    // A text that only looks like JSON is a text, or what Python prints.
    if (error instanceof SyntaxError) return shallow(printedValue(value)) ?? value
    throw error
  }
}

function shallow(parsed: unknown): unknown {
  return nestingDepth(parsed, deepest + 1) > deepest ? undefined : parsed
}

/** Most instrumentation writes down every answer as JSON, texts in quotes. */
export function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !/^"[^]*"$/.test(value)) return value
  const [text] = [jsonIn(`[${value}]`)].flat()
  return typeof text === 'string' ? jsonIn(text) : value
}
