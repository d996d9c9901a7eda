import {
  type EvalCase,
  type Invocation,
  csvCell,
  parseJson,
  referencesOf,
  stringifyJson,
  textOf,
  toolCallsOf,
} from '../core/index.ts'
import { adkToolCall } from './wire/adk-content.ts'
import { toCaseLine } from './case-lines.ts'
import { type CaseSpan, lineSpans, recordSpans } from './kit/case-spans.ts'
import type { CaseEdit } from './case-edit.ts'
import { isObject } from '../core/basics/is-object.ts'
import { csvRows, type TableRow } from './table/table.ts'
import { referenceCell } from './table/reference-cell.ts'
import { type TableColumns, findColumns } from './table/table-columns.ts'
import { cellText } from './table/cell-text.ts'

type EditContext = { readonly file: string; readonly columns?: TableColumns | undefined }

export function editCaseLines(text: string, edit: CaseEdit): string {
  return editSpans(text, lineSpans(text), edit, toCaseLine)
}

export function editTableLines(text: string, edit: CaseEdit, { file, columns }: EditContext): string {
  const spans = lineSpans(text)
  const rowAt = (span: CaseSpan | undefined) => {
    const row = span === undefined ? {} : parseJson(text.slice(span.start, span.end))
    return isObject(row) ? row : {}
  }
  const found = findColumns(Object.keys(rowAt(spans[0])), columns ?? {}, file)
  return editSpans(text, spans, edit, (evalCase, span) => {
    const cells = cellsOf(evalCase, found)
    const before = rowAt(span)
    const kept = Object.keys(before).filter((column) => cells.has(column))
    const order = new Set([...kept, ...cells.keys()])
    return stringifyJson(Object.fromEntries([...order].map((column) => [column, cells.get(column)])))
  })
}

/** Changes one record of a CSV file. No columns are added: reading the file back detects a value that has no column. */
export async function editCsv(text: string, edit: CaseEdit, { file, columns }: EditContext): Promise<string> {
  const [head, ...spans] = recordSpans(text)
  const { value: first } = await csvRows([Buffer.from(text)], file).next()
  const names = head === undefined || first === undefined ? [] : Object.keys((first as TableRow).row)
  const found = findColumns(names, columns ?? {}, file)
  const delimiter = file.toLowerCase().endsWith('.tsv') ? '\t' : ','
  return editSpans(text, spans, edit, (evalCase) => {
    const cells = cellsOf(evalCase, found)
    return names.map((name) => csvCell(cellText(cells.get(name)), delimiter)).join(delimiter)
  })
}

/** Returns the value for each column. "Expects no call" is an empty list; "expects nothing" is absent. */
function cellsOf({ id, conversation, metadata }: EvalCase, columns: TableColumns): ReadonlyMap<string, unknown> {
  const [first] = conversation ?? []
  const cells = new Map<string, unknown>(Object.entries(metadata ?? {}))
  const put = (column: string | undefined, value: unknown) => {
    if (column !== undefined && value !== undefined) cells.set(column, value)
  }
  put(columns.id, id)
  put(columns.prompt, first && textOf(first.userContent))
  put(columns.expected, first && referenceCell(referencesOf(first), columns.expectedSeparator))
  put(columns.expectedTools, first && expectedCalls(first))
  return cells
}

function expectedCalls(invocation: Invocation): unknown {
  return toolCallsOf(invocation)?.map((call) => adkToolCall.write(call, 'brief'))
}

function editSpans(
  text: string,
  spans: readonly CaseSpan[],
  edit: CaseEdit,
  write: (evalCase: EvalCase, before: CaseSpan | undefined) => string,
): string {
  if (edit.kind === 'add') {
    const end = spans.at(-1)?.end ?? text.length
    const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
    return text.slice(0, end) + lineEnd + write(edit.evalCase, undefined) + text.slice(end)
  }
  const at = spans[edit.position] as CaseSpan // editDataset checked the position
  if (edit.kind === 'replace') return text.slice(0, at.start) + write(edit.evalCase, at) + text.slice(at.end)
  const [before, after] = [spans[edit.position - 1], spans[edit.position + 1]]
  if (after !== undefined) return text.slice(0, at.start) + text.slice(after.start)
  return text.slice(0, before?.end ?? at.start) + text.slice(at.end)
}
