import { parseJson } from '../../core/index.ts'

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    // RangeError: nested so deep that the parser gave up.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
