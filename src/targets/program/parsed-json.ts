import { parseJson } from '../../core/index.ts'

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
