import { nestingDepth, parseJson } from '../../core/index.ts'

/** Deeper is an attack or a mistake, and everything that walks through arguments later on is recursive. */
export const deepest = 200

/** A JSON value from outside; undefined when it is none, or nested deeper than anything that agents mean. */
export function shallowJson(text: string): unknown {
  try {
    const value = parseJson(text)
    return nestingDepth(value, deepest + 1) > deepest ? undefined : value
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
