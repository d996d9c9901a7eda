import { isObject } from '../../core/basics/is-object.ts'
import {
  type DocumentDataset,
  type EvalCase,
  type JsonPath,
  type Origin,
  type RecordedTranscript,
  EvalError,
  message,
} from '../../core/index.ts'
import { isByColumns } from '../detect-format.ts'
import { rowAsWritten } from '../kit/as-written.ts'
import { valueExcerpt } from '../kit/foreign-value.ts'
import { refuseSameIds } from '../kit/same-ids.ts'
import { AnswerCount } from './answer-count.ts'
import { foreignRowReader } from './foreign-row.ts'
import { isScenario } from './golden.ts'
import { isConversation } from './known-rows.ts'
import type { RowPlace } from './row-place.ts'
import { type RowNote, archivedMessages, noteMessages } from './row-notes.ts'
import { type TableColumns, promptColumn } from './table-columns.ts'
import { type TableCells, isArchived } from './table-row.ts'

export type DocumentRows = { readonly rows: readonly unknown[]; readonly pathOf: (index: number) => JsonPath }

/** Returns the rows of a document that is or has one list of questions, or is one question; undefined otherwise. */
export function rowsIn(value: unknown, columns: TableColumns): DocumentRows | undefined {
  const isAsked = (one: unknown) => isQuestion(one, columns)
  if (Array.isArray(value)) return value.some(isAsked) ? { rows: value, pathOf: (index) => [index] } : undefined
  if (!isObject(value)) return undefined
  const pages = huggingFaceRows(value)
  if (pages !== undefined) return pages
  // OpenAI's objects state their type, and only a list holds rows.
  if (typeof value['object'] === 'string' && !/^(?:list|dataset)$/.test(value['object']) && !isAsked(value))
    return undefined
  const [list, ...others] = Object.entries(value).flatMap(([key, rows]) =>
    !notRows.test(key) && Array.isArray(rows) && rows.some(isAsked)
      ? [{ rows: rows as unknown[], pathOf: (index: number) => [key, index] }]
      : [],
  )
  if (list !== undefined) return others.length === 0 ? list : undefined
  // A single turn of an old ADK file is reported elsewhere.
  return isAsked(value) && !('query' in value) && !isByColumns(value, columns.prompt)
    ? { rows: [value], pathOf: () => [] }
    : undefined
}

/** Lists of prompts or graders hold messages of their own, but no questions. */
const notRows =
  /^(?:testing_?criteria|graders?|criteria|metrics|evaluators|scorers|judges|rubrics|assert(?:ions)?|prompts|providers|tools|functions)$/i

/** Reads a page of rows from Hugging Face, which wraps each row in an object. */
function huggingFaceRows({ rows }: Record<string, unknown>): DocumentRows | undefined {
  const held = (Array.isArray(rows) ? (rows as unknown[]) : []).filter(isHeldRow)
  if (!Array.isArray(rows) || held.length === 0 || held.length < rows.length) return undefined
  return { rows: held.map(({ row }) => row), pathOf: (index) => ['rows', index, 'row'] }
}

function isHeldRow(value: unknown): value is { readonly row: TableCells } {
  return isObject(value) && 'row_idx' in value && isObject(value['row'])
}

function isQuestion(value: unknown, { prompt }: TableColumns): boolean {
  if (!isObject(value)) return false
  if (prompt !== undefined && prompt in value) return true
  return (
    promptColumn(Object.keys(value)) !== undefined ||
    isObject(value['item']) ||
    isObject(value['datasource_item']) ||
    isScenario(value) ||
    isConversation(value)
  )
}

type TableDocumentContext = {
  readonly origin: Origin
  readonly name: string
  readonly columns: TableColumns
  /** The document with numbers as text where they print differently from how they are written. */
  readonly written?: unknown
  /** True for rows of a sheet, in which an empty cell is an empty text. */
  readonly isCells?: boolean
}

/** Reads rows as cases, with recorded answers when all rows have one. @throws {EvalError} `format` with the line */
export function tableDataset({ rows, pathOf }: DocumentRows, context: TableDocumentContext): DocumentDataset {
  const { origin, name, columns, written, isCells = false } = context
  const { file } = origin
  const read = foreignRowReader(file, columns)
  const counts = new Map<RowNote, number>()
  const cases: EvalCase[] = []
  const transcripts: RecordedTranscript[] = []
  const answers = new AnswerCount()
  const kept: number[] = []
  for (const [index, row] of rows.entries()) {
    if (isObject(row) && isArchived(row)) continue
    const path = pathOf(index)
    const place = placeOfRow(index, path, origin)
    if (!isObject(row)) throw notARow(row, `${file}:${place.line}`)
    const cells = rowAsWritten(row, valueAt(written, path), columns.expectedTools)
    const { evalCase, notes = [], recorded } = read(cells, place)
    for (const note of new Set(notes)) counts.set(note, (counts.get(note) ?? 0) + 1)
    cases.push(evalCase)
    kept.push(index)
    answers.add({
      ...(recorded !== undefined && { recorded }),
      get line() {
        return place.line
      },
    })
    if (recorded !== undefined) transcripts.push({ caseId: evalCase.id, invocations: recorded })
  }
  refuseSameIds(cases, origin, (index) => pathOf(kept[index] ?? index))
  const unanswered = answers.missing(file)
  const archived = archivedMessages(rows.length - kept.length)
  const said = [...archived, ...noteMessages(counts), ...(unanswered === undefined ? [] : [unanswered])]
  return {
    dataset: { id: name, cases },
    ...(answers.isWhole({ isCells }) && { transcripts }),
    ...(unanswered !== undefined && { unanswered }),
    ...(said.length > 0 && { notes: said }),
  }
}

function placeOfRow(index: number, path: JsonPath, { file, lineOf }: Origin): RowPlace {
  return {
    file,
    index: index + 1,
    // Finding the line scans the text, so it is done for errors only.
    get line() {
      return lineOf?.(path) ?? index + 1
    },
  }
}

function valueAt(value: unknown, path: JsonPath): unknown {
  let at = value
  for (const step of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  return at
}

function notARow(row: unknown, place: string): EvalError {
  return new EvalError(
    'format',
    message('{place}: expected an object with a question in it, got {actual}', { place, actual: valueExcerpt(row) }),
    { hint: message('Each row is like {example}', { example: '{"question": "…", "answer": "…"}' }) },
  )
}
