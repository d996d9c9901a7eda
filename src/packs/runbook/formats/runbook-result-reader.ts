import {
  type EvalCase,
  type Invocation,
  type LoadedDataset,
  type Origin,
  type RecordedTranscript,
  Citation,
  message,
} from '../../../core/index.ts'
import { object, optional, required } from '../../../formats/kit/foreign-object.ts'
import { report } from '../../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  anything,
  valueExcerpt,
  flag,
  jsonObject,
  list,
  readForeign,
  record,
  string,
} from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { runbookCase } from './runbook-dataset.ts'
import { noContext } from './runbook-result.ts'

export type RunbookResultFile = {
  readonly dataset: LoadedDataset
  readonly transcripts: readonly RecordedTranscript[]
}

/**
 * Reads a result file as a dataset with its recorded answers, so that these can be scored again.
 *
 * @throws {EvalError} `format` with file, line and question
 */
export function runbookResultFrom(
  value: unknown,
  { origin, id }: { readonly origin: Origin; readonly id: string },
): RunbookResultFile {
  const caseAt: Origin['caseAt'] = ([, index]) => idAt(value, index)
  const { results } = readForeign(resultFile, value, { ...origin, lenient: true, caseAt })
  // Every repeat of a question is a result; the dataset has the question once.
  const cases = [...Map.groupBy(results, ({ evalCase }) => evalCase.id).values()].flatMap(([first]) => first ?? [])
  return { dataset: { id, cases: cases.map(({ evalCase }) => evalCase) }, transcripts: results.map(transcriptOf) }
}

type QuestionResult = {
  readonly evalCase: EvalCase
  readonly answer: string
  readonly flags: Record<string, boolean> | undefined
  readonly citations: Citation[]
  readonly failure: string | undefined
}

const citation: Codec<Citation> = {
  read: (value, reading) => {
    const read = Citation.safeParse(value)
    if (read.success) return read.data
    return report(reading, (place) =>
      message('{place}: expected a citation with id and text, got {actual}', { place, actual: valueExcerpt(value) }),
    )
  },
  write: (value) => value,
}

const writtenResult = object(
  {
    id: required('question_id', anything),
    category: required('category', anything),
    question: required('question', anything),
    answer: required('answer', string),
    context: optional('context', string),
    keyPoints: required('expected_keypoints', anything),
    flags: optional('flags', record(flag)),
    evaluation: optional('evaluation', jsonObject),
    expectedFlags: optional('expected_flags', anything),
    citations: optional('citations', list(citation)),
  },
  { unknown: 'ignore', spelling: 'snake' },
)

const questionResult: Codec<QuestionResult> = {
  read: (value, reading) => {
    const before = reading.problems.length
    const written = writtenResult.read(value, reading)
    // This value is never returned to the caller, because a problem was noted.
    if (reading.problems.length > before) return undefined as unknown as QuestionResult
    const { id, category, question, answer, context, keyPoints, flags, evaluation, expectedFlags, citations } = written
    const asInDataset = { id, category, question, expected_keypoints: keyPoints, expected_flags: expectedFlags ?? null }
    const { status, error } = evaluation ?? {}
    return {
      evalCase: runbookCase.read(asInDataset, reading),
      answer,
      flags,
      citations: citations ?? excerptsIn(context ?? noContext),
      failure: status === 'agent_error' ? String(error ?? '') : undefined,
    }
  },
  // `toRunbookResult` writes result files; this codec only reads them.
  write: ({ evalCase }) => ({ question_id: Number(evalCase.id) }),
}

const resultFile = object({ results: required('results', list(questionResult)) }, { unknown: 'ignore' })

/** Result files of other programs have the passages only as excerpts: `[1] …`, separated by a blank line. */
function excerptsIn(context: string): Citation[] {
  if (context.trim() === '' || context === noContext) return []
  return context.split(/\n\n(?=\[\d+\] )/).map((excerpted, index) => ({
    id: String(index + 1),
    text: excerpted.replace(/^\[\d+\] /, ''),
  }))
}

function transcriptOf({ evalCase, answer, flags, citations, failure }: QuestionResult): RecordedTranscript {
  const caseId = evalCase.id
  if (failure !== undefined) {
    return { caseId, invocations: [], failure: { code: 'agent', reason: message('{problem}', { problem: failure }) } }
  }
  const [asked] = evalCase.conversation ?? []
  const invocation: Invocation = {
    userContent: asked?.userContent ?? {},
    finalResponse: { role: 'model', parts: [{ text: answer }] },
    citations,
    ...(flags !== undefined && { flags }),
  }
  return { caseId, invocations: [invocation] }
}

function idAt(value: unknown, index: string | number | undefined): string | undefined {
  const results: unknown = isObject(value) ? value['results'] : undefined
  const one: unknown = Array.isArray(results) ? results[Number(index)] : undefined
  return isObject(one) && typeof one['question_id'] === 'number' ? String(one['question_id']) : undefined
}
