import type { Dataset, EvalCase, JsonObject, Message } from '../core/index.ts'
import { message, responseTextOf, stringifyJson, textOf, toolCallsOf } from '../core/index.ts'
import { adkToolCall } from './wire/adk-content.ts'
import { writeAdkEvalSet } from '../packs/adk/adk-eval-set.ts'
import { toCaseLine } from './case-lines.ts'
import { writeReviewSuite } from '../packs/review/formats/review-suite.ts'
import { isRunbookQuestion, writeRunbookDataset } from '../packs/runbook/formats/runbook-dataset.ts'
import { writeStrandsExperiment } from '../packs/strands/formats/strands-experiment.ts'

export type WrittenDataset = {
  readonly text: string
  /** What the format could not hold. */
  readonly losses: readonly Message[]
}

/** The formats that a dataset can be written in. */
export const writableFormats = [
  'adk-eval-set',
  'case-lines',
  'csv',
  'review-suite',
  'runbook-dataset',
  'strands-experiment',
] as const
export type WritableFormat = (typeof writableFormats)[number]

/**
 * Any dataset as a modern eval set, as a case per line, as a table, as a review suite, as questions about runbooks, or as an
 * experiment of strands-evals.
 * An eval set loses nothing but what reviews are about and the evaluators of an experiment, cases on lines also what the set
 * says of itself.
 */
export function writeDataset(
  format: WritableFormat,
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
  { evaluators = [] }: { readonly evaluators?: readonly JsonObject[] } = {},
): WrittenDataset {
  if (format === 'strands-experiment') return writeExperiment(dataset, cases, evaluators)
  const { text, losses } = writeCases(format, dataset, cases)
  return { text, losses: [...losses, ...evaluatorLosses(evaluators)] }
}

/** What only experiments of strands-evals have a place for. */
export function evaluatorLosses(evaluators: readonly JsonObject[] = []): readonly Message[] {
  const n = evaluators.length
  return n === 0 ? [] : [message('{n} {n|evaluator|evaluators} of the experiment left out', { n })]
}

function writeCases(
  format: Exclude<WritableFormat, 'strands-experiment'>,
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
): WrittenDataset {
  if (format === 'csv') return writeCsv(cases)
  if (format === 'review-suite') return { text: writeReviewSuite(cases), losses: counted(cases, [notAReview]) }
  if (format === 'runbook-dataset') return { text: writeRunbookDataset(cases), losses: counted(cases, runbookLosses) }
  const losses = counted(cases, [reviewLoss])
  if (format === 'adk-eval-set') return { text: `${writeAdkEvalSet(dataset, cases)}\n`, losses }
  const text = cases.map((evalCase) => `${toCaseLine(evalCase)}\n`).join('')
  return { text, losses: [...setLosses(dataset), ...losses] }
}

/** What JSON lines have no place for. */
export function setLosses({ name, description, createdAt }: Omit<Dataset, 'cases'>): readonly Message[] {
  const lost = [name && 'name', description && 'description', createdAt && 'creation_timestamp'].filter(Boolean)
  return lost.length === 0
    ? []
    : [message('the set itself is left out: {fields}', { fields: ['eval_set_id', ...lost].join(', ') })]
}

function writeExperiment(
  { name, description, createdAt }: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
  evaluators: readonly JsonObject[],
): WrittenDataset {
  const written = cases.filter(hasConversation)
  return {
    text: `${writeStrandsExperiment({ cases: written, evaluators })}\n`,
    losses: [...setLosses({ id: '', name, description, createdAt }), ...counted(cases, experimentLosses)],
  }
}

function writeCsv(cases: readonly EvalCase[]): WrittenDataset {
  const more = [...new Set(cases.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].filter(
    (column) => !mainColumns.includes(column),
  )
  const written = cases.filter(({ conversation }) => conversation !== undefined && conversation.length > 0)
  const rows = written.map((evalCase) => [...mainCells(evalCase), ...more.map((column) => evalCase.metadata?.[column])])
  return { text: [[...mainColumns, ...more], ...rows].map(csvLine).join(''), losses: counted(cases, csvLosses) }
}

const mainColumns: readonly string[] = ['id', 'prompt', 'expected', 'expected_tools']

function mainCells({ id, conversation }: EvalCase): readonly unknown[] {
  const [first] = conversation ?? []
  if (first === undefined) return [id]
  const calls = toolCallsOf(first).map((call) => adkToolCall.write(call, 'brief'))
  // "Expects no call" is an empty list, "expects nothing" an empty cell.
  return [id, textOf(first.userContent) ?? '', responseTextOf(first) ?? '', first.steps === undefined ? '' : calls]
}

type Loss = {
  readonly of: (evalCase: EvalCase) => boolean
  readonly say: (n: number) => Message
}

const reviewLoss: Loss = {
  of: ({ review }) => review !== undefined,
  say: (n) => message('{n} {n|case|cases} without the review', { n }),
}

const notAReview: Loss = {
  of: ({ review }) => review === undefined,
  say: (n) => message('{n} {n|case|cases} left out: no review', { n }),
}

const runbookLosses: readonly Loss[] = [
  {
    of: (evalCase) => !isRunbookQuestion(evalCase),
    say: (n) => message('{n} {n|case|cases} left out: no question with category and key points', { n }),
  },
  {
    of: (evalCase) => isRunbookQuestion(evalCase) && evalCase.conversation?.[0]?.finalResponse !== undefined,
    say: (n) => message('{n} {n|case|cases} without the expected answer', { n }),
  },
]

const commonLosses: readonly Loss[] = [
  {
    of: (evalCase) => !hasConversation(evalCase),
    say: (n) => message('{n} {n|case|cases} without a written conversation left out', { n }),
  },
  {
    of: ({ conversation = [] }) => conversation.length > 1,
    say: (n) => message('{n} {n|case|cases} cut to the first exchange', { n }),
  },
  reviewLoss,
  { of: hasRubrics, say: (n) => message('{n} {n|case|cases} without the rubrics', { n }) },
  {
    of: hasMoreThanText,
    say: (n) => message('{n} {n|case|cases} with text only, without media and intermediate responses', { n }),
  },
]

const csvLosses: readonly Loss[] = [
  ...commonLosses,
  {
    of: ({ session }) => session !== undefined,
    say: (n) => message('{n} {n|case|cases} without the initial session', { n }),
  },
  {
    of: ({ finalSessionState }) => finalSessionState !== undefined,
    say: (n) => message('{n} {n|case|cases} without the expected final state', { n }),
  },
  {
    of: hasClashingMetadata,
    say: (n) => message('{n} {n|case|cases} without metadata called like a column of ours', { n }),
  },
]

const experimentLosses: readonly Loss[] = [
  ...commonLosses,
  {
    of: ({ session }) => session?.state !== undefined || session?.extra !== undefined,
    say: (n) => message('{n} {n|case|cases} with only the id of the initial session', { n }),
  },
]

function counted(cases: readonly EvalCase[], losses: readonly Loss[]): readonly Message[] {
  return losses.flatMap(({ of, say }) => {
    const n = cases.filter(of).length
    return n === 0 ? [] : [say(n)]
  })
}

function hasConversation({ conversation = [] }: EvalCase): boolean {
  return conversation.length > 0
}

function hasRubrics({ rubrics, conversation = [] }: EvalCase): boolean {
  return rubrics !== undefined || conversation.some((invocation) => invocation.rubrics !== undefined)
}

function hasClashingMetadata({ metadata = {} }: EvalCase): boolean {
  return mainColumns.some((column) => Object.hasOwn(metadata, column))
}

function hasMoreThanText({ conversation = [] }: EvalCase): boolean {
  return conversation.some(({ userContent, finalResponse, steps }) => {
    const parts = [...(userContent.parts ?? []), ...(finalResponse?.parts ?? [])]
    const isMore = parts.some(({ toolCall, toolResponse, media, extra }) => toolCall ?? toolResponse ?? media ?? extra)
    const hasTexts = steps?.form === 'lists' ? steps.responses.length > 0 : (steps?.events.length ?? 0) > 0
    return isMore || hasTexts
  })
}

function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : stringifyJson(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
