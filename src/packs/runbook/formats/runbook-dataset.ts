import { type EvalCase, type LoadedDataset, type Origin, stringifyJson, textOf } from '../../../core/index.ts'
import { refuseSameIds } from '../../../formats/kit/same-ids.ts'
import { object, optional, required } from '../../../formats/kit/foreign-object.ts'
import {
  type Codec,
  filledString,
  flag,
  integer,
  list,
  mapped,
  oneOf,
  readForeign,
} from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'

/** Clear questions, dangerous operations, questions that the runbooks do not answer, and ambiguous questions. */
const categories = ['正常系', '危険操作系', '根拠不足系', '曖昧質問系'] as const

/**
 * Reads questions about runbooks, each with its category and the points that a good answer makes.
 *
 * @throws {EvalError} `format` with file, line and question of the first problem
 */
export function runbookDatasetFrom(
  value: unknown,
  { origin, id }: { readonly origin: Origin; readonly id: string },
): LoadedDataset {
  const caseAt: Origin['caseAt'] = ([index]) => idOf(Array.isArray(value) ? value[Number(index)] : undefined)
  const cases = readForeign(list(runbookCase), value, { ...origin, caseAt })
  refuseSameIds(cases, origin, (index) => [index, 'id'])
  return { id, cases }
}

/** Writes the cases that are questions about runbooks and leaves out all others. */
export function writeRunbookDataset(cases: readonly EvalCase[]): string {
  const questions = cases.filter(isRunbookQuestion)
  return `${stringifyJson(
    questions.map((one) => runbookCase.write(one, 'brief')),
    2,
  )}\n`
}

/** Returns whether a case of any format can be written as a question about runbooks. */
export function isRunbookQuestion({ id, conversation = [], metadata }: EvalCase): boolean {
  const points = metadata?.['key_points']
  return (
    /^-?\d{1,15}$/.test(id) &&
    conversation.length === 1 &&
    categories.some((category) => category === metadata?.['category']) &&
    Array.isArray(points) &&
    points.every((point) => typeof point === 'string')
  )
}

function idOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['id'] === 'number' ? String(value['id']) : undefined
}

const expectedFlags = object(
  {
    insufficient_evidence: optional('insufficient_evidence', flag),
    ambiguous_query: optional('ambiguous_query', flag),
    dangerous_operation: optional('dangerous_operation', flag),
  },
  { unknown: 'reject', spelling: 'snake' },
)

export const runbookCase: Codec<EvalCase> = mapped(
  object(
    {
      id: required('id', integer),
      category: required('category', oneOf(categories)),
      question: required('question', filledString),
      keyPoints: required('expected_keypoints', list(filledString)),
      expectedFlags: optional('expected_flags', expectedFlags),
    },
    { unknown: 'reject', spelling: 'snake' },
  ),
  ({ id, category, question, keyPoints, expectedFlags: flags }): EvalCase => ({
    id: String(id),
    conversation: [{ userContent: { role: 'user', parts: [{ text: question }] } }],
    metadata: { category, key_points: keyPoints, ...(flags !== undefined && { expected_flags: flags }) },
  }),
  // `isRunbookQuestion` has checked these cases, so the casts hold.
  ({ id, conversation = [], metadata = {} }) => ({
    id: Number(id),
    category: metadata['category'] as (typeof categories)[number],
    question: textOf(conversation[0]?.userContent) ?? '',
    keyPoints: metadata['key_points'] as string[],
    ...(isObject(metadata['expected_flags']) && { expectedFlags: metadata['expected_flags'] }),
  }),
)
