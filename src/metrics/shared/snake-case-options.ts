import { type JsonObject, EvalError, message } from '../../core/index.ts'

/**
 * A criterion's options under ADK's own spelling: files may write `matchType` for `match_type`. Only the options themselves
 * are renamed, never what stands in them: that may be the name of a tool's argument.
 *
 * @throws {EvalError} `config` when an option stands there in both spellings
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
