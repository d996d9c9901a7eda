import {
  type EvalCase,
  type LoadedDataset,
  type Origin,
  type RecordedTranscript,
  message,
  stringifyJson,
} from '../../../core/index.ts'
import { object, optional, required } from '../../../formats/kit/foreign-object.ts'
import { type Codec, anything, jsonObject, list, readForeign, string } from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { reviewCase } from './review-suite.ts'

export type ReviewResultFile = {
  readonly dataset: LoadedDataset
  readonly transcripts: readonly RecordedTranscript[]
}

/**
 * Reads a result file as a dataset with recorded answers, to be shown or scored again.
 *
 * @throws {EvalError} `format` with file, line and case
 */
export function reviewResultFrom(value: unknown, { origin, id }: { origin: Origin; id: string }): ReviewResultFile {
  const caseAt: Origin['caseAt'] = ([, index]) => nameAt(value, index)
  const { cases } = readForeign(resultFile, value, { ...origin, lenient: true, caseAt })
  return { dataset: { id, cases: cases.map(({ evalCase }) => evalCase) }, transcripts: cases.map(transcriptOf) }
}

type ResultCase = { readonly evalCase: EvalCase; readonly answer: unknown; readonly error: string | undefined }

const resultCase: Codec<ResultCase> = {
  read: (value, reading) => {
    const { id, input, reference, answer, error, evaluations } = writtenCase.read(value, reading)
    const { fixtures_dir: folder, ...task } = isObject(input) ? input : {}
    const expected = reference?.['result'] ?? expectedIn(evaluations)
    const asInSuite = { name: id, input: task, expected_output: { result: expected } }
    const evalCase = reviewCase(typeof folder === 'string' ? folder : '.').read(asInSuite, reading)
    return { evalCase, answer, error }
  },
  // `toReviewResult` writes results, since they contain more than a dataset.
  write: ({ evalCase }) => ({ case_name: evalCase.id }),
}

const writtenCase = object(
  {
    id: required('case_name', string),
    input: required('input', jsonObject),
    reference: optional('expected_output', jsonObject),
    answer: optional('agent_output', anything),
    error: optional('error', string),
    evaluations: optional('evaluations', jsonObject),
  },
  { unknown: 'ignore' },
)

const resultFile = object({ cases: required('case_results', list(resultCase)) }, { unknown: 'ignore' })

/** Older files have the label only in the details of the accuracy: `expected=fail | actual=pass | …`. */
function expectedIn(evaluations: Record<string, unknown> | undefined): string | undefined {
  const accuracy = evaluations?.['AccuracyEvaluator']
  const details = isObject(accuracy) ? accuracy['details'] : undefined
  return typeof details === 'string' ? /expected=(\w+)/.exec(details)?.[1] : undefined
}

function transcriptOf({ evalCase, answer, error }: ResultCase): RecordedTranscript {
  const caseId = evalCase.id
  if (error !== undefined) {
    return { caseId, invocations: [], failure: { code: 'agent', reason: message('{problem}', { problem: error }) } }
  }
  const [asked] = evalCase.conversation ?? []
  const parts = answer === undefined ? [] : [{ text: stringifyJson(answer) }]
  return { caseId, invocations: [{ userContent: asked?.userContent ?? {}, finalResponse: { role: 'model', parts } }] }
}

function nameAt(value: unknown, index: string | number | undefined): string | undefined {
  const cases: unknown = isObject(value) ? value['case_results'] : undefined
  const one: unknown = Array.isArray(cases) ? cases[Number(index)] : undefined
  return isObject(one) && typeof one['case_name'] === 'string' ? one['case_name'] : undefined
}
