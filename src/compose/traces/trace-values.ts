import { gunzipSync } from 'node:zlib'
import { EvalError, message, nestingDepth, parseJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { lineBatches } from '../../formats/kit/byte-lines.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { parseJsonDocument, parseJsonLine, withoutNaN } from '../../formats/kit/source-text.ts'
import { csvRows } from '../../formats/table/table.ts'
import { printedValue } from '../../messages/printed-value.ts'
import type { PlacedValue } from '../../traces/files/trace-records.ts'

/**
 * Reads the values of a file, whatever its name is: a JSON document, several documents in a row, JSON lines, or the
 * rows of a table; also compressed with gzip.
 *
 * @throws {EvalError} `format` with line and column for any other content
 */
export async function traceValues(bytes: Uint8Array, file: string): Promise<readonly PlacedValue[]> {
  const plain = unzipped(bytes, file)
  const text = decodeText(plain, file)
  if (!/^\s*[[{]/.test(text)) return severalDocuments(text, file) ?? tableRows(plain, text, file)
  const whole = jsonIn(text)
  if (whole !== undefined) return [{ value: whole.value, place: file }]
  const first = jsonIn(text.trimStart().split('\n', 1)[0] ?? '')?.value
  if (isObject(first) || Array.isArray(first)) return jsonLines(plain, file)
  return severalDocuments(text, file) ?? [{ value: parseJsonDocument(text, file), place: file }]
}

function unzipped(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST })
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new EvalError('format', message('{file} cannot be unpacked: {problem}', { file, problem }), { cause })
  }
}

/** Bytes; only a decompression bomb is larger. */
const LARGEST = 1024 * 1024 * 1024

function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return shallow(parseJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const deepest = 200

/** Undefined for values that are nested too deeply to be processed. */
function shallow(value: unknown): { readonly value: unknown } | undefined {
  return nestingDepth(value, deepest + 1) > deepest ? undefined : { value }
}

async function jsonLines(bytes: Uint8Array, file: string): Promise<readonly PlacedValue[]> {
  const values: PlacedValue[] = []
  for await (const batch of lineBatches([bytes], file)) {
    for (const line of batch) {
      const value = parseJsonLine({ ...line, text: withoutNaN(line.text) }, file)
      values.push({ value, place: `${file}:${line.number}` })
    }
  }
  return values
}

/**
 * Reads multi-line documents in a row, as console exporters print them: JSON, or Node.js's display of values. Lines
 * between them are other output. Undefined where a document cannot be read.
 */
function severalDocuments(text: string, file: string): readonly PlacedValue[] | undefined {
  const values: PlacedValue[] = []
  let begun: { readonly line: number; readonly lines: string[] } | undefined
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (begun === undefined && /^[{[]/.test(line)) begun = { line: index + 1, lines: [] }
    begun?.lines.push(line)
    if (begun === undefined || !/^[}\]],?\s*$|^\{.*\},?\s*$/.test(line)) continue
    const value = documentIn(begun.lines.join('\n').trimEnd().replace(/,$/, ''))
    if (value === undefined) return undefined
    values.push({ value, place: `${file}:${begun.line}` })
    begun = undefined
  }
  return begun === undefined && values.length > 0 ? values : undefined
}

function documentIn(text: string): unknown {
  const json = jsonIn(text)
  return json === undefined ? shallow(printedValue(text))?.value : json.value
}

async function tableRows(bytes: Uint8Array, text: string, file: string): Promise<readonly PlacedValue[]> {
  const [header = ''] = text.split('\n', 1)
  if (!/[,;\t]/.test(header)) throw notTraces(file)
  const values: PlacedValue[] = []
  for await (const { row, line } of csvRows([bytes], file))
    values.push({ value: withCounts(row), place: `${file}:${line}` })
  return values
}

/** Cells are texts; counts of tokens are numbers in all other files, and pandas writes `9.0` beside empty cells. */
function withCounts(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      const isCount = countColumn.test(name) && /^\d+(?:\.0+)?$/.test(String(cell))
      return [name, isCount ? Number(cell) : cell]
    }),
  )
}

const countColumn = /tokens?$|usage$|\.token_count\./i

export function notTraces(file: string): EvalError {
  return new EvalError('format', message('{file}: there is no trace in it', { file }), { hint: traceKinds })
}

const traceKinds = message(
  'Read are OTLP in JSON or JSON lines (`resourceSpans`), spans as OpenTelemetry’s SDKs print them, lists of spans with names and attributes, exports of Langfuse, LangSmith and Phoenix in JSON, JSON lines or CSV, and trajectories of ATIF 1.x; each also as .gz.',
)
