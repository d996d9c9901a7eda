import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import { EvalError, message } from '../../core/index.ts'
import { type Bytes, type ByteLine, LONGEST_LINE, lineBatches, textBlocks } from '../kit/byte-lines.ts'
import { csvProblem, refuseOddCharacters } from './csv-problem.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { rowAsWritten, writtenJson } from '../kit/as-written.ts'
import { valueExcerpt } from '../kit/foreign-value.ts'
import { parseJsonLine } from '../kit/source-text.ts'
import { type TableColumns, columnsByRow, promptColumn } from './table-columns.ts'
import type { RowPlace } from './row-place.ts'
import { type TableCells, type RowCase, caseFromRow, isArchived } from './table-row.ts'

export type CaseAtLine = RowCase & { readonly line: number }

/**
 * Streams cases from CSV, with tabs when the file is named `.tsv`, or with semicolons or tabs when the first row has no
 * comma. The first row names the columns.
 *
 * @throws {EvalError} with the line
 */
export async function* readCsv(
  bytes: Bytes,
  file: string,
  columns: TableColumns = {},
  leftOut?: LeftOut,
): AsyncGenerator<CaseAtLine> {
  const read = tableReader(file, columns, leftOut)
  for await (const { row, line } of csvRows(bytes, file)) {
    if (hasMore(row, columns)) await read.needsMore()
    const one = read.row(row, line)
    if (one !== undefined) yield one
  }
}

export type TableRow = { readonly row: Readonly<Record<string, unknown>>; readonly line: number }

/** Yields the rows below the header of a CSV file. @throws {EvalError} with the line */
export async function* csvRows(bytes: Bytes, file: string): AsyncGenerator<TableRow> {
  let names: readonly string[] | undefined
  for await (const { record, line } of csvRecords(bytes, file)) {
    if (names === undefined) names = columnNames(record, file)
    else yield { row: rowFrom(names, record, file), line }
  }
}

/**
 * Yields the cases of a `.jsonl` table in batches, of which one is in memory at a time: one flat object per line; rows
 * may have different columns.
 *
 * @throws {EvalError} with the line
 */
export async function* tableLineBatches(
  bytes: Bytes,
  file: string,
  columns: TableColumns = {},
  leftOut?: LeftOut,
): AsyncGenerator<readonly CaseAtLine[]> {
  const read = tableReader(file, columns, leftOut)
  let isFirst = true
  for await (const batch of lineBatches(bytes, file)) {
    const rows = batch.map((line) => rowOf(line, file, columns))
    if (rows.some((row) => hasMore(row, columns))) await read.needsMore()
    if (isFirst) refuseHeading(rows, batch, { file, columns })
    isFirst = false
    yield rows.flatMap((row, at) => read.row(row, batch[at]?.number ?? 0) ?? [])
  }
}

/** Refuses a first line that describes the file instead of being a row. */
function refuseHeading(
  [first = {}, second = {}]: readonly TableCells[],
  [line, next]: readonly ByteLine[],
  { file, columns: { prompt } }: { readonly file: string; readonly columns: TableColumns },
): void {
  const asks = (row: TableCells) => {
    const names = Object.keys(row)
    const others = ['item', 'scenario', 'conversations']
    return prompt === undefined
      ? promptColumn(names) !== undefined || others.some((name) => name in row)
      : names.includes(prompt)
  }
  if (line === undefined || next === undefined || asks(first) || !asks(second)) return
  const values = { file, first: line.number, second: next.number }
  throw new EvalError('format', message('{file}: line {second} has a question, line {first} has none', values), {
    hint: message('Each line is a case. Remove line {first} if it says something of the whole file.', {
      first: line.number,
    }),
  })
}

/** Called for each row that is skipped because it is archived. */
export type LeftOut = () => void

function rowOf(line: ByteLine, file: string, { expectedTools }: TableColumns): TableCells {
  const row = parseJsonLine(line, file)
  if (isObject(row)) return rowAsWritten(row, writtenJson(line.text), expectedTools)
  throw notARow(row, file, line.number)
}

/** Reads the rows of one table in order. The reader for nested values is loaded only when a row needs it. */
function tableReader(file: string, columns: TableColumns, leftOut: LeftOut | undefined) {
  const columnsOf = columnsByRow(columns, file)
  let index = 0
  let foreign: ((row: TableCells, place: RowPlace) => RowCase) | undefined
  return {
    async needsMore(): Promise<void> {
      foreign ??= (await import('./foreign-row.ts')).foreignRowReader(file, columns, columnsOf)
    },
    row(row: TableCells, line: number): CaseAtLine | undefined {
      index += 1
      if (isArchived(row)) {
        leftOut?.()
        return undefined
      }
      const place = { file, line, index }
      if (foreign !== undefined && hasMore(row, columns)) return { ...foreign(row, place), line }
      return { evalCase: caseFromRow(row, columnsOf(Object.keys(row)), place), line }
    },
  }
}

const moreColumns =
  /^(?:choices|options|answer_choices|選択肢|(?:option[ _-]?)?a|scenario|actual[ _-]?(?:output|answer|response)|metadata|sandbox|setup|files|inputs|conversations|response)$|history|履歴|(?:previous|prior|past|earlier)[ _-]?(?:messages|turns|conversation)|^messages[ _-]?before$/i

const aboutTools = /tool|trajectory|ツール/i

/** Returns whether a row has more than texts and numbers: messages, choices, nested values or a recorded answer. */
function hasMore(row: TableCells, { expectedTools }: TableColumns): boolean {
  for (const column in row) {
    const cell = row[column]
    if (cell !== '' && (column === expectedTools || aboutTools.test(column))) return true
    if (typeof cell === 'object' && cell !== null) return true
    if (typeof cell === 'string' && /^\s*(?:\[\s*\{|\{\s*")/.test(cell)) return true
    if (moreColumns.test(column)) return true
  }
  return false
}

type CsvRecord = {
  readonly record: readonly string[]
  readonly line: number
}

async function* csvRecords(bytes: Bytes, file: string): AsyncGenerator<CsvRecord> {
  const { CsvError: ParserError, parse } = await import('csv-parse')
  const { blocks, textFrom } = rememberingBlocks(textBlocks(bytes, file))
  const first = await blocks.next()
  // Excel writes and reads a first line that names the separator.
  const said = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(first.value ?? '')?.[1]
  const delimiter = said ?? (file.toLowerCase().endsWith('.tsv') ? '\t' : delimiterIn(first.value ?? ''))
  let line = said === undefined ? 1 : 2
  const parser = parse({ ...parserOptions(first.value ?? ''), delimiter, from_line: line })
  const source = Readable.from(startingWith(first.value, blocks))
  source.on('error', (error) => parser.destroy(error))
  // A sheet may end with empty rows; empty rows between others are an error.
  let empty: (CsvRecord & { readonly error: CsvError | undefined })[] = []
  try {
    for await (const parsed of source.pipe(parser)) {
      const { record, info } = parsed as ParsedRecord
      refuseOddCharacters(record, () => ({ file, line, delimiter, ...textFrom(line) }))
      const rows = [...empty, { record, line, error: info.error }]
      empty = record.every((cell) => cell.trim() === '') ? rows : []
      for (const row of empty.length > 0 ? [] : rows) {
        if (row.error !== undefined) throw row.error
        yield row
      }
      line = info.lines + 1
    }
  } catch (error) {
    if (!(error instanceof ParserError)) throw error
    // Rows after the last one returned are lost; for a wrong number of cells the parser reports the line.
    const from = error.code.startsWith('CSV_RECORD') ? Number(error['lines'] ?? line) : line
    throw csvProblem(error, { file, line: from, delimiter, ...textFrom(from) })
  } finally {
    source.destroy()
  }
}

function parserOptions(beginning: string): Options {
  return {
    bom: true,
    info: true,
    skip_empty_lines: true,
    // Empty rows may have any number of cells; the others must match the first and are checked afterwards.
    relax_column_count: true,
    max_record_size: LONGEST_LINE,
    // Files written by several programs mix both line breaks; classic Mac files have neither.
    record_delimiter: /^[^\r\n]*\r(?!\n)/.test(beginning) ? '\r' : ['\r\n', '\n'],
  }
}

/** The record that `info: true` and `relax_column_count` make the parser return. */
type ParsedRecord = {
  readonly record: string[]
  readonly info: { readonly lines: number; readonly error?: CsvError }
}

/** Returns a comma, or the separator of a header without commas: Excel writes semicolons in much of Europe. */
function delimiterIn(text: string): string {
  const [names = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((sign) => names.includes(sign)) ?? ','
}

async function* startingWith(first: string | undefined, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== undefined) yield first
  yield* rest
}

// Characters to remember: more than the streams buffer, by which the parser lags behind its source.
const remembersAtLeast = 4 * 1024 * 1024

function rememberingBlocks(source: AsyncIterable<string>) {
  const remembered: { readonly firstLine: number; readonly text: string }[] = []
  let size = 0
  let nextLine = 1
  let isEnd = false
  async function* blocks(): AsyncGenerator<string, undefined> {
    for await (const text of source) {
      remembered.push({ firstLine: nextLine, text })
      size += text.length
      while (size - (remembered[0]?.text.length ?? 0) > remembersAtLeast) size -= remembered.shift()?.text.length ?? 0
      nextLine += text.split('\n').length - 1
      yield text
    }
    isEnd = true
    return undefined
  }
  return {
    blocks: blocks(),
    textFrom(line: number): { readonly text: string; readonly isEnd: boolean } {
      const at = remembered.findLastIndex(({ firstLine }) => firstLine <= line)
      const [{ firstLine, text } = { firstLine: line, text: '' }, ...others] = remembered.slice(Math.max(at, 0))
      const lines = text.split('\n').slice(Math.max(line - firstLine, 0))
      return { text: [lines.join('\n'), ...others.map((other) => other.text)].join(''), isEnd }
    },
  }
}

/** A sheet may end with empty columns. */
function rowFrom(names: readonly string[], record: readonly string[], file: string): TableRow['row'] {
  const named = names.findLastIndex((name) => name !== '') + 1
  const beside = record.slice(named).filter((cell) => cell.trim() !== '')
  if (beside.length > 0 && names.length - named > 1) throw columnTwice('', file)
  const shown = beside.length > 0 ? names : names.slice(0, named)
  return Object.fromEntries(shown.map((name, at) => [name, record[at]]))
}

function columnNames(header: readonly string[], file: string): readonly string[] {
  const names = header.map((name) => name.trim())
  const shown = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  const twice = shown.find((name, index) => shown.indexOf(name) !== index)
  if (twice === undefined) return names
  throw columnTwice(twice, file)
}

function columnTwice(twice: string, file: string): EvalError {
  return new EvalError('format', message('{file}:1: two columns are called "{name}"', { file, name: twice }), {
    hint: message('The first row names the columns, each one differently.'),
  })
}

function notARow(row: unknown, file: string, line: number): EvalError {
  return new EvalError(
    'format',
    message('{file}:{line}: expected an object with a question in it, got {actual}', {
      file,
      line,
      actual: valueExcerpt(row),
    }),
    { hint: message('Each line is like {example}', { example: '{"question": "…", "answer": "…"}' }) },
  )
}
