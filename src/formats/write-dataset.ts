import type { Dataset, EvalCase, Message } from '../core/index.ts'
import { message, responseTextOf, stringifyJson, textOf, toolCallsOf } from '../core/index.ts'
import { adkToolCall } from './adk-content.ts'
import { writeAdkEvalSet } from './adk-eval-set.ts'
import { toCaseLine } from './case-lines.ts'
import { writeReviewSuite } from './review-suite.ts'

export type WrittenDataset = {
  readonly text: string
  /** What the format could not hold. */
  readonly losses: readonly Message[]
}

/**
 * Any dataset as a modern eval set, as a case per line, as a table, or as a review suite. An eval set loses nothing but what
 * reviews are about, cases on lines also what the set says of itself.
 */
export function writeDataset(
  format: 'adk-eval-set' | 'case-lines' | 'csv' | 'review-suite',
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
): WrittenDataset {
  if (format === 'csv') return writeCsv(cases)
  if (format === 'review-suite') return { text: writeReviewSuite(cases), losses: otherLosses(cases) }
  const losses = reviewLosses(cases)
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

/** Only a review suite has a place for the check, the documents and the right verdict. */
function reviewLosses(cases: readonly EvalCase[]): readonly Message[] {
  const n = count(cases, ({ review }) => review !== undefined)
  return n === 0 ? [] : [message('{n} {n|case|cases} without the right verdict of the review', { n })]
}

function otherLosses(cases: readonly EvalCase[]): readonly Message[] {
  const n = count(cases, ({ review }) => review === undefined)
  return n === 0 ? [] : [message('{n} {n|case|cases} left out: no review', { n })]
}

function writeCsv(cases: readonly EvalCase[]): WrittenDataset {
  const more = [...new Set(cases.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].filter(
    (column) => !mainColumns.includes(column),
  )
  const written = cases.filter(({ conversation }) => conversation !== undefined && conversation.length > 0)
  const rows = written.map((evalCase) => [...mainCells(evalCase), ...more.map((column) => evalCase.metadata?.[column])])
  return { text: [[...mainColumns, ...more], ...rows].map(csvLine).join(''), losses: lossesOf(cases) }
}

const mainColumns: readonly string[] = ['id', 'prompt', 'expected', 'expected_tools']

function mainCells({ id, conversation }: EvalCase): readonly unknown[] {
  const [first] = conversation ?? []
  if (first === undefined) return [id]
  const calls = toolCallsOf(first).map((call) => adkToolCall.write(call, 'brief'))
  // "Expects no call" is an empty list, "expects nothing" an empty cell.
  return [id, textOf(first.userContent) ?? '', responseTextOf(first) ?? '', first.steps === undefined ? '' : calls]
}

function lossesOf(cases: readonly EvalCase[]): readonly Message[] {
  const counted: readonly (readonly [number, (count: number) => Message])[] = [
    [
      count(cases, ({ conversation }) => (conversation?.length ?? 0) === 0),
      (n) => message('{n} {n|case|cases} without a written conversation left out', { n }),
    ],
    [
      count(cases, ({ conversation }) => (conversation?.length ?? 0) > 1),
      (n) => message('{n} {n|case|cases} cut to the first exchange', { n }),
    ],
    [
      count(cases, ({ session }) => session !== undefined),
      (n) => message('{n} {n|case|cases} without the initial session', { n }),
    ],
    [count(cases, hasRubrics), (n) => message('{n} {n|case|cases} without the rubrics', { n })],
    [
      count(cases, ({ finalSessionState }) => finalSessionState !== undefined),
      (n) => message('{n} {n|case|cases} without the expected final state', { n }),
    ],
    [
      count(cases, hasMoreThanText),
      (n) => message('{n} {n|case|cases} with text only, without media and intermediate responses', { n }),
    ],
    [
      count(cases, hasClashingMetadata),
      (n) => message('{n} {n|case|cases} without metadata called like a column of ours', { n }),
    ],
  ]
  return [...counted.flatMap(([n, say]) => (n === 0 ? [] : [say(n)])), ...reviewLosses(cases)]
}

function count(cases: readonly EvalCase[], has: (evalCase: EvalCase) => boolean): number {
  return cases.filter(has).length
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
