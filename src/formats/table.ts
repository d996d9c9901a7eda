import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import type { EvalCase } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import type { Bytes, Line } from './byte-lines.ts'
import { LONGEST_LINE, lineBatches, textBlocks } from './byte-lines.ts'
import { excerpt, isObject } from './foreign-value.ts'
import { parseJsonLine } from './source-text.ts'
import type { TableColumns } from './table-columns.ts'
import { findColumns } from './table-columns.ts'
import { caseFromRow } from './table-row.ts'

/** A case and the line of the file on which it begins. */
export type CaseAtLine = { readonly evalCase: EvalCase; readonly line: number }

/**
 * Cases from CSV, streamed; tab separated when the file is called `.tsv`. The first row names the columns.
 *
 * @throws {EvalError} with the line
 */
export async function* readCsv(bytes: Bytes, file: string, columns: TableColumns = {}): AsyncGenerator<CaseAtLine> {
  let found: TableColumns | undefined
  let index = 0
  for await (const { row, line } of csvRows(bytes, file)) {
    found ??= findColumns(Object.keys(row), columns, file)
    index += 1
    yield { evalCase: caseFromRow(row, found, { file, line, index }), line }
  }
}

/** A row by its columns' names, and the line on which it begins. */
export type TableRow = { readonly row: Readonly<Record<string, unknown>>; readonly line: number }

/** The rows of a CSV file below the one that names the columns. @throws {EvalError} with the line */
export async function* csvRows(bytes: Bytes, file: string): AsyncGenerator<TableRow> {
  let names: readonly string[] | undefined
  let line = 1
  for await (const { record, info } of csvRecords(bytes, file)) {
    if (names === undefined) names = columnNames(record, file)
    else yield { row: Object.fromEntries(names.map((name, at) => [name, record[at]])), line }
    line = info.lines + 1
  }
}

/**
 * Cases from a `.jsonl` table: one flat object per line. The first line decides which columns there are.
 *
 * @throws {EvalError} with the line
 */
export async function* readTableLines(
  bytes: Bytes,
  file: string,
  columns: TableColumns = {},
): AsyncGenerator<CaseAtLine> {
  const readLine = tableLineReader(file, columns)
  for await (const batch of lineBatches(bytes, file)) yield* batch.map(readLine)
}

/** Reads the lines of one table in order. */
export function tableLineReader(file: string, columns: TableColumns): (line: Line) => CaseAtLine {
  let found: TableColumns | undefined
  let index = 0
  return (line) => {
    const { number } = line
    const row = parseJsonLine(line, file)
    if (!isObject(row)) throw notARow(row, file, number)
    found ??= findColumns(Object.keys(row), columns, file)
    index += 1
    return { evalCase: caseFromRow(row, found, { file, line: number, index }), line: number }
  }
}

type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

async function* csvRecords(bytes: Bytes, file: string): AsyncGenerator<CsvRecord> {
  const { parse } = await import('csv-parse')
  const options: Options = {
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    delimiter: file.toLowerCase().endsWith('.tsv') ? '\t' : ',',
  }
  const parser = parse(options)
  const source = Readable.from(textBlocks(bytes, file))
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const record of source.pipe(parser)) yield record as CsvRecord // what `info: true` makes of every record
  } catch (error) {
    throw isCsvError(error) ? csvProblem(error, file) : error
  } finally {
    source.destroy()
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

function csvProblem(cause: CsvError, file: string): EvalError {
  const line = Number(cause.lines ?? 1)
  if (cause.code.startsWith('CSV_RECORD_INCONSISTENT')) {
    return new EvalError(
      'format',
      message('{file}:{line}: this row has another number of cells than the first', { file, line }),
      {
        hint: message('A cell that contains a comma or a line break stands in double quotes.'),
        cause,
      },
    )
  }
  return new EvalError('format', message('{file}:{line}: this is not CSV', { file, line }), {
    hint: message('Inside a quoted cell, a double quote is written twice; a quoted cell has a quote at its end.'),
    cause,
  })
}

function columnNames(header: readonly string[], file: string): readonly string[] {
  const names = header.map((name) => name.trim())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return names
  throw new EvalError('format', message('{file}:1: two columns are called "{name}"', { file, name: twice }), {
    hint: message('The first row names the columns, each one differently.'),
  })
}

function notARow(row: unknown, file: string, line: number): EvalError {
  return new EvalError(
    'format',
    message('{file}:{line}: expected an object with a question in it, got {actual}', {
      file,
      line,
      actual: excerpt(row),
    }),
    { hint: message('Each line is like {example}', { example: '{"question": "…", "answer": "…"}' }) },
  )
}
