import { parsedJson } from '../../core/index.ts'

/** A greater depth is an attack or a mistake, and all later code that walks through arguments is recursive. */
export const deepest = 200

/** Parses JSON from outside; undefined for invalid JSON or one that is nested too deeply. */
export function shallowJson(text: string): unknown {
  return parsedJson(text, { deepest })
}
