import { isObject } from '../../core/basics/is-object.ts'
import { message, type Rubric } from '../../core/index.ts'
import { notTaken } from './shown.ts'

/**
 * Reads the properties that a judge checks. Unless a rubric names its type, it is about the answer when it belongs to
 * one turn, and about the whole conversation otherwise.
 *
 * @throws {EvalError} `format` with place
 */
export function readRubrics(given: unknown, place: string, options: { readonly turns?: number } = {}): Rubric[] {
  if (given === undefined || given === null) return []
  const type = (options.turns ?? 1) === 1 ? 'FINAL_RESPONSE_QUALITY' : 'TRAJECTORY_QUALITY'
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const hint = message('For example: {example}', { example: "rubric: ['Asks for no city twice']" })
  const refused = (one: unknown) =>
    notTaken(
      place,
      one,
      (at) => message('{place}: rubric takes a property in words, or a list of them, not {given}', at),
      hint,
    )
  return list.map((one) => {
    const rubric = isObject(one) ? one : { property: one }
    const { id, property, description } = rubric
    const areTexts = [id ?? '', description ?? '', rubric['type'] ?? ''].every((text) => typeof text === 'string')
    if (typeof property !== 'string' || property.trim() === '' || !areTexts) throw refused(one)
    return {
      id: typeof id === 'string' ? id : property,
      property,
      ...(typeof description === 'string' && { description }),
      type: typeof rubric['type'] === 'string' ? rubric['type'] : type,
    }
  })
}
