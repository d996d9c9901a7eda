import { parseJson } from '../../core/index.ts'

export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
