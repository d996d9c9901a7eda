import { type Dataset, type EvalCase, type LoadedDataset, type Origin, stringifyJson } from '../../core/index.ts'
import { object, optional, required } from '../../formats/kit/foreign-object.ts'
import { list, number, readForeign, string } from '../../formats/kit/foreign-value.ts'
import { refuseSameIds } from '../../formats/kit/same-ids.ts'
import { adkEvalCase } from '../../formats/wire/adk-case.ts'

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
 * Reads an `.evalset.json` or a modern `.test.json`.
 *
 * @throws {EvalError} with file, line and path of the first problem
 */
export function adkEvalSetFrom(value: unknown, origin: Origin): LoadedDataset {
  const read = readForeign(evalSet, value, origin)
  refuseSameIds(read.cases, origin)
  return read
}

export function writeAdkEvalSet(dataset: Omit<Dataset, 'cases'>, cases: readonly EvalCase[]): string {
  return stringifyJson(toAdkEvalSet(dataset, cases), 2)
}

export function toAdkEvalSet(dataset: Omit<Dataset, 'cases'>, cases: readonly EvalCase[]): unknown {
  return evalSet.write({ ...dataset, cases: [...cases] }, 'brief')
}
