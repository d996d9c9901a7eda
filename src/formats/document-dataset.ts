import { isObject } from '../core/basics/is-object.ts'
import { type DocumentDataset, type Format, type Message, type Origin, message } from '../core/index.ts'
import { detectDocumentFormat, noDataset } from './detect-format.ts'
import { cutCells, onePageOfSeveral } from './kit/one-page.ts'
import { locate, parseJsonDocument, withoutNaN, writtenDocument } from './kit/source-text.ts'
import type { TableColumns } from './table/table-columns.ts'

type DocumentOptions = {
  /** Names the dataset when its format does not. */
  readonly name: string
  readonly formats: readonly Format[]
  readonly fixtures?: string | undefined
  readonly columns?: TableColumns | undefined
}

/** Reads a JSON or YAML document as a dataset. @throws {EvalError} `format` with file, line and path */
export async function documentDataset(
  text: string,
  file: string,
  options: DocumentOptions,
): Promise<DocumentDataset & { readonly format: string }> {
  return valueDataset(/\.ya?ml$/i.test(file) ? await yamlDocument(text, file) : jsonDocument(text, file), options)
}

/** Reads a parsed document as a dataset. @throws {EvalError} `format` with file, line and path */
export async function valueDataset(
  parsed: DocumentDatasetParse,
  options: DocumentOptions,
): Promise<DocumentDataset & { readonly format: string }> {
  const { value, origin } = parsed
  const { rows, ...read } = await readValue(parsed, options)
  const page = onePageOfSeveral(value, rows ?? read.dataset.cases.length, origin.file)
  const notes = [
    page ?? [],
    cutCells(value, origin.file) ?? [],
    evaluatorsLeft(value, read, origin),
    read.notes ?? [],
  ].flat()
  return notes.length === 0 ? read : { ...read, notes }
}

function evaluatorsLeft(value: unknown, { format }: { readonly format: string }, { file }: Origin): readonly Message[] {
  const has = format === 'table-document' && isObject(value) && Array.isArray(value['evaluators'])
  return has ? [message('{file}: its evaluators are left out: metrics are named in the criteria', { file })] : []
}

async function readValue(
  { value, origin, written }: DocumentDatasetParse,
  { name, formats, fixtures, columns = {} }: DocumentOptions,
): Promise<DocumentDataset & { readonly format: string; readonly rows?: number }> {
  const format = detectDocumentFormat(value, formats)
  if (format !== undefined) {
    const { read } = await format.load()
    return { format: format.name, ...read(value, { origin, name, fixtures }) }
  }
  const { inspectLog, isInspectLog } = await import('./table/inspect-log.ts')
  if (isInspectLog(value)) return { format: 'inspect-log', ...inspectLog(value, { origin, name }) }
  const { tableDataset, rowsIn } = await import('./table/table-document.ts')
  const found = rowsIn(value, columns)
  if (found === undefined) throw noDataset(value, origin.file, columns)
  const dataset = tableDataset(found, { origin, name, columns, written })
  return { format: 'table-document', rows: found.rows.length, ...dataset }
}

type DocumentDatasetParse = {
  readonly value: unknown
  readonly origin: Origin
  /** The value with numbers as text where they print differently from how they are written. */
  readonly written?: unknown
}

/** Inspect writes NaN for a score that is missing, and reads it. */
const inspectBeginning = /^\s*\{\s*"version":\s*\d+,\s*"status":\s*"\w+",\s*"eval":\s*\{/

function jsonDocument(given: string, file: string): DocumentDatasetParse {
  const text = inspectBeginning.test(given) ? withoutNaN(given) : given
  const value = parseJsonDocument(text, file)
  return { value, written: writtenDocument(text), origin: { file, lineOf: (path) => locate(text, path) } }
}

async function yamlDocument(text: string, file: string): Promise<DocumentDatasetParse> {
  const { parseYamlSource } = await import('./kit/yaml-document.ts')
  const { value, written, lineOf } = await parseYamlSource(text, file)
  return { value, written, origin: { file, lineOf } }
}
