import type { Dataset, EvalCase } from '../../core/index.ts'
import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { adkEvalCase } from '../../formats/wire/adk-case.ts'
import { object, optional, required } from '../../formats/kit/foreign-object.ts'
import type { JsonPath, Origin } from '../../formats/kit/foreign-reading.ts'
import { placeOf } from '../../formats/kit/foreign-reading.ts'
import { isObject, list, number, readForeign, string } from '../../formats/kit/foreign-value.ts'
import { locate, parseJsonDocument } from '../../formats/kit/source-text.ts'

/** A dataset whose cases are all in memory. */
export type LoadedDataset = Omit<Dataset, 'cases'> & { readonly cases: readonly EvalCase[] }

const evalSet = object(
  {
    id: required('eval_set_id', string),
    name: optional('name', string),
    description: optional('description', string),
    cases: required('eval_cases', list(adkEvalCase)),
    createdAt: optional('creation_timestamp', number, 0),
  },
  { unknown: 'ignore', spelling: 'snake' },
)

/**
 * The content of an `.evalset.json` or a modern `.test.json`.
 *
 * @throws {EvalError} with file, line and path of the first problem
 */
export function readAdkEvalSet(text: string, file: string): LoadedDataset {
  return adkEvalSetFrom(parseJsonDocument(text, file), { file, lineOf: (path) => locate(text, path) })
}

/** The same from a value that was parsed already. */
export function adkEvalSetFrom(value: unknown, origin: Origin): LoadedDataset {
  const read = readForeign(evalSet, value, origin)
  refuseSameIds(read.cases, origin)
  return read
}

/** Whether somebody meant this to be a modern eval set, valid or not. A legacy file is an array. */
export function isMeantAsEvalSet(value: unknown): boolean {
  return isObject(value) && ['eval_cases', 'evalCases', 'eval_set_id', 'evalSetId'].some((key) => key in value)
}

/** The text of an `.evalset.json` file, as ADK would save it. */
export function writeAdkEvalSet(dataset: Omit<Dataset, 'cases'>, cases: readonly EvalCase[]): string {
  return stringifyJson(toAdkEvalSet(dataset, cases), 2)
}

/** An eval set as ADK would dump it. */
export function toAdkEvalSet(dataset: Omit<Dataset, 'cases'>, cases: readonly EvalCase[]): unknown {
  return evalSet.write({ ...dataset, cases: [...cases] }, 'brief')
}

/** @throws {EvalError} that names both places. `pathOf` says where the id of a case stands. */
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
    throw new EvalError(
      'format',
      message('{place}: the case "{id}" is there twice; the first one is {earlier}', {
        place: placeOf(pathOf(index), origin),
        id,
        earlier: placeOf(pathOf(earlier), origin),
      }),
      { hint: message('Results are told apart by these ids. Give one of the two another one.') },
    )
  }
}
