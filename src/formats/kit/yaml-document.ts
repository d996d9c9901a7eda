import type { Document, Scalar, YAMLParseError } from 'yaml'
import { isObject } from '../../core/basics/is-object.ts'
import { type JsonPath, EvalError, message } from '../../core/index.ts'
import { refuseDeepNesting, tooDeep } from './source-text.ts'

export type YamlSource = {
  readonly value: unknown
  /** The value with numbers and booleans as text where they print differently from how they are written. */
  readonly written?: unknown
  readonly lineOf: (path: JsonPath) => number | undefined
}

/** People write less, and this much is parsed quickly: a YAML parser is far slower than a JSON parser. */
const LARGEST = 16 * 1024 * 1024

/** Parses a YAML document, which may be JSON. @throws {EvalError} `format` with line and column */
export async function parseYamlDocument(text: string, file: string): Promise<unknown> {
  return (await parseYamlSource(text, file)).value
}

/** Parses a YAML document with the lines of its values. @throws {EvalError} `format` with line and column */
export async function parseYamlSource(text: string, file: string): Promise<YamlSource> {
  if (text.length > LARGEST) throw tooLarge(text, file)
  const document = await parsedYaml(text, file)
  const [error] = document.errors
  if (error?.code === 'MULTIPLE_DOCS') return severalDocuments(text, file)
  if (error === undefined) {
    const value = plainValue(document, file)
    return { value, written: writtenValue(document, file), lineOf: (path) => lineOf(document, path, text) }
  }
  throw noYaml(error, text, file)
}

/**
 * Reads several documents as one list; when each is a list, their elements are joined. Aliases are local to a document.
 */
async function severalDocuments(text: string, file: string): Promise<YamlSource> {
  const { parseAllDocuments } = await import('yaml')
  const all = [...parseAllDocuments(text, options)]
  const [error] = all.flatMap(({ errors }) => errors)
  if (error !== undefined) throw noYaml(error, text, file)
  const values = all.map((document) => plainValue(document, file))
  const kept = all.flatMap((document, index) => (values[index] === null ? [] : [{ document, value: values[index] }]))
  const texts = all.flatMap((document, index) =>
    values[index] === null ? [] : [writtenValue(document, file) ?? values[index]],
  )
  const isFlat = kept.every(({ value }) => Array.isArray(value))
  const places = kept.flatMap(({ document, value }) =>
    isFlat && Array.isArray(value) ? value.map((_, at) => ({ document, path: [at] })) : [{ document, path: [] }],
  )
  return {
    value: isFlat ? kept.flatMap(({ value }) => value) : kept.map(({ value }) => value),
    written: isFlat ? texts.flat() : texts,
    lineOf([index, ...rest]) {
      const place = places[Number(index)]
      return place === undefined ? undefined : lineOf(place.document, [...place.path, ...rest], text)
    },
  }
}

function noYaml(error: YAMLParseError, text: string, file: string): EvalError {
  const lines = text.slice(0, error.pos[0]).split('\n')
  const values = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, problem: error.message }
  return new EvalError('format', message('{file}:{line}:{column}: this is no YAML: {problem}', values))
}

const options = { intAsBigInt: true, merge: true, prettyErrors: false, strict: true, uniqueKeys: true }

async function parsedYaml(text: string, file: string): Promise<Document> {
  const { parseDocument } = await import('yaml')
  try {
    return parseDocument(text, options)
  } catch (cause) {
    // The parser recurses, so deep nesting overflows its stack.
    if (cause instanceof RangeError) throw tooDeep(file)
    throw cause
  }
}

function lineOf(document: Document, path: JsonPath, text: string): number | undefined {
  const node: unknown = document.getIn(path, true)
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  const start: unknown = Array.isArray(range) ? range[0] : undefined
  return typeof start === 'number' ? text.slice(0, start).split('\n').length : undefined
}

/** Changes the document, so it must be called last. */
function writtenValue(document: Document, file: string): unknown {
  let isOdd = false
  for (const node of scalarsIn(document.contents)) {
    const { type, value, source } = node
    if (type !== 'PLAIN' || value === null || source === undefined || String(value) === source) continue
    isOdd = true
    node.value = source
  }
  return isOdd ? plainValue(document, file) : undefined
}

function* scalarsIn(root: unknown): Generator<Scalar> {
  const left = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isObject(node)) continue
    // Keys stay as they are; only the value of a pair is visited.
    if ('items' in node && Array.isArray(node['items'])) left.push(...(node['items'] as unknown[]))
    else if ('key' in node && 'value' in node) left.push(node['value'])
    else if ('source' in node && 'type' in node) yield node as unknown as Scalar // the fields of the library's scalars
  }
}

function plainValue(document: Document, file: string): unknown {
  try {
    // Limits aliases, which could expand a small file without bound.
    const value = asJson(document.toJS({ maxAliasCount: 100 }))
    refuseDeepNesting(value, () => file)
    return value
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(file)
    // Resolving aliases throws a ReferenceError: they repeat too much, or one names no anchor above it.
    if (!(cause instanceof ReferenceError)) throw cause
    const sentence = cause.message.startsWith('Excessive alias')
      ? message('{file}: its aliases repeat too much', { file })
      : message('{file}: this is no YAML: {problem}', { file, problem: cause.message })
    throw new EvalError('format', sentence, { cause })
  }
}

/** Keeps numbers as text that JSON or a double cannot represent. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJson(one)]))
}

function tooLarge(text: string, file: string): EvalError {
  return new EvalError(
    'format',
    message('{file}: a YAML document of {size} MiB is too large', { file, size: Math.ceil(text.length / 1024 / 1024) }),
    { hint: message('Write one case per line into a .jsonl file instead: it is streamed, however large it is.') },
  )
}
