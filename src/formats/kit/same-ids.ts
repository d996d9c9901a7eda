import { type EvalCase, type JsonPath, type Origin, EvalError, message } from '../../core/index.ts'
import { sourcePlace } from './foreign-reading.ts'

/** @throws {EvalError} that names the places of both cases. `pathOf` returns the path of a case's id. */
export function refuseSameIds(
  cases: readonly EvalCase[],
  origin: Origin,
  pathOf: (index: number) => JsonPath = (index) => ['eval_cases', index, 'eval_id'],
): void {
  const indexes = new Map<string, number>()
  for (const [index, { id }] of cases.entries()) {
    const earlier = indexes.get(id)
    indexes.set(id, index)
    if (earlier === undefined) continue
    throw sameId(id, sourcePlace(pathOf(index), origin), sourcePlace(pathOf(earlier), origin))
  }
}

export function sameId(id: string, place: string, earlier: string): EvalError {
  return new EvalError(
    'format',
    message('{place}: the case "{id}" is there twice; the first one is {earlier}', { place, id, earlier }),
    { hint: message('Results are told apart by these ids. Give one of the two another one.') },
  )
}
