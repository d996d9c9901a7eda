import { type JsonObject, EvalError, message } from '../../core/index.ts'

/**
 * Converts a criterion's options to ADK's spelling: files may write `matchType` for `match_type`. Keys inside an option
 * stay as they are, because they may be names of a tool's arguments.
 *
 * @throws {EvalError} `config` when an option is given in both spellings
 */
export function snakeCaseOptions(options: JsonObject, place: string): JsonObject {
  const renamed = new Map<string, unknown>()
  for (const [key, value] of Object.entries(options)) {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (renamed.has(name)) {
      throw new EvalError('config', message('{place}: {option} is there twice', { place, option: name }))
    }
    renamed.set(name, value)
  }
  return Object.fromEntries(renamed)
}
