import { createHash } from 'node:crypto'
import { type Format, type LabelledResult, EvalError, message, saysSomething, stringifyJson } from '../../core/index.ts'
import { lineBatches } from '../kit/byte-lines.ts'
import { decodeText } from '../kit/decode-text.ts'
import { detectShape, sheetNamed } from '../detect-format.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { type LabelLine, readLabelLine } from './labelled-result.ts'
import { labelledTableReader } from './labelled-table.ts'
import { readWhole, fileState } from '../kit/read-file.ts'
import { rowAsWritten, writtenJson } from '../kit/as-written.ts'
import { parseJsonDocument, parseJsonLine } from '../kit/source-text.ts'
import type { TableColumns } from '../table/table-columns.ts'
import { type TableRow, csvRows } from '../table/table.ts'

/**
 * Holds labelled results and what is known of their file. `unlabelled` counts the results without any rating.
 *
 * @example const share = ({ results, unlabelled }: OpenedLabels) => results.length / (results.length + unlabelled)
 */
export type OpenedLabels = Awaited<ReturnType<typeof openLabelsAs>>

const LARGEST_FILE = 256 * 1024 * 1024

/**
 * Reads human ratings of results: lines written by `shinsa labels export`, a saved runbook evaluation with `human`
 * blocks, or a table.
 *
 * @throws {EvalError} with file and line
 */
export async function openLabelsAs(
  path: string,
  { formats, columns }: { readonly formats: readonly Format[]; readonly columns?: TableColumns | undefined },
) {
  const bytes = await bytesOf(path)
  const all = await readAll(bytes, path, { formats, columns })
  const results = all.filter(({ labels }) => labels.length > 0)
  if (results.length === 0) {
    throw new EvalError('format', message('{file}: there is no label in it', { file: path }), {
      hint: message('Label some results first; docs/judge-trust.md shows how.'),
    })
  }
  return {
    results,
    /** Number of results without any rating. */
    unlabelled: all.length - results.length,
    /** SHA-256 of the file's bytes. */
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/**
 * Reads lines written by `shinsa labels export` only, since these name their run.
 *
 * @throws {EvalError} with file and line
 */
export async function openLabelLines(path: string): Promise<readonly LabelLine[]> {
  return readLines(await bytesOf(path), path)
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { file } = sheetNamed(path)
  const { size } = await fileState(file)
  if (size <= LARGEST_FILE) return readWhole(file)
  throw new EvalError('format', message('{file} is too large for a file of labels', { file: path }), {
    hint: message('Up to {size} MiB are read. Split it.', { size: LARGEST_FILE / 1024 / 1024 }),
  })
}

async function readAll(
  bytes: Uint8Array,
  path: string,
  { formats, columns }: { readonly formats: readonly Format[]; readonly columns: TableColumns | undefined },
): Promise<readonly LabelledResult[]> {
  const shape = /\.xls[xm]$/i.test(sheetNamed(path).file)
    ? 'workbook'
    : detectShape(path, decodeText(bytes.subarray(0, firstLineEnd(bytes)), path))
  if (shape === 'document') return readDocument(parseJsonDocument(decodeText(bytes, path), path), path, formats)
  if (shape === 'lines' && (await hasLabelLines(bytes, path))) {
    return (await readLines(bytes, path)).map(({ case: evalCase, metric, labels, ...rest }) => ({
      evalCase,
      metric,
      ...rest,
      // A label with only a comment rates nothing, and one that a program handed on is not known to be a person's.
      labels: labels.filter((label) => saysSomething(label) && label.through === undefined),
    }))
  }
  const readRow = labelledTableReader(path, columns)
  const results: LabelledResult[] = []
  if (shape === 'workbook') for (const row of await workbookRows(bytes, path)) results.push(readRow(row))
  else if (shape === 'csv') for await (const row of csvRows([bytes], path)) results.push(readRow(row))
  else for await (const row of lineRows(bytes, path)) results.push(readRow(row))
  return togetherByResult(results)
}

async function workbookRows(bytes: Uint8Array, path: string): Promise<readonly TableRow[]> {
  const { workbookTable } = await import('../workbook/workbook-dataset.ts')
  const { file, sheet } = sheetNamed(path)
  const { table } = workbookTable(bytes, file, { columns: {}, sheet })
  return table.rows.map((row, index) => ({ row, line: table.numbers[index] ?? 0 }))
}

async function readDocument(value: unknown, path: string, formats: readonly Format[]) {
  const format = formats.find((one) => one.keepsLabels === true && one.detect(value))
  const labels = (await format?.load())?.labels
  if (labels !== undefined) return labels(value, path)
  throw new EvalError(
    'format',
    message('{file}: there are no labelled results in this JSON document', { file: path }),
    {
      hint: message('A runbook result has "results", and each labelled one of them a "human" block.'),
    },
  )
}

/** A table has one row per person; the rows of one result are merged. */
function togetherByResult(rows: readonly LabelledResult[]): readonly LabelledResult[] {
  const groups = Map.groupBy(rows, ({ evalCase, transcript, metric }) =>
    stringifyJson([evalCase.id, evalCase.conversation, transcript, metric]),
  )
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, labels: group.flatMap(({ labels }) => labels) })),
  )
}

function firstLineEnd(bytes: Uint8Array): number {
  const end = bytes.indexOf(10)
  return end < 0 ? bytes.length : end
}

async function hasLabelLines(bytes: Uint8Array, path: string): Promise<boolean> {
  for await (const { row } of lineRows(bytes, path)) return Array.isArray(row['labels'])
  return false
}

async function readLines(bytes: Uint8Array, path: string): Promise<LabelLine[]> {
  const lines: LabelLine[] = []
  for await (const batch of lineBatches([bytes], path)) lines.push(...batch.map((line) => readLabelLine(line, path)))
  return lines
}

async function* lineRows(bytes: Uint8Array, path: string) {
  for await (const batch of lineBatches([bytes], path)) {
    for (const line of batch) {
      const row = parseJsonLine(line, path)
      if (isObject(row)) yield { row: rowAsWritten(row, writtenJson(line.text)), line: line.number }
      else throw new EvalError('format', message('{file}:{line}: this is no object', { file: path, line: line.number }))
    }
  }
}
