import { createRequire } from 'node:module'
import type * as JsoncParser from 'jsonc-parser'
import {
  type JsonPath,
  type Message,
  type Origin,
  EvalError,
  message,
  nestingDepth,
  parseJson,
  parsedJson,
} from '../../core/index.ts'
import { hasManyBrackets, isKept, NestedTooDeep, UnkeptNumber, hasKeyTwice } from '../../core/basics/json.ts'
import { writtenJson } from './as-written.ts'
import type { ByteLine } from './byte-lines.ts'
import { camelCase } from './key-spelling.ts'
import { sourcePlace } from './foreign-reading.ts'

/** Neither people nor agents nest deeper; deeper values are an attack or an accident. */
const DEEPEST_NESTING = 200

/**
 * Parses a JSON document, which may have comments and trailing commas.
 *
 * @throws {EvalError} with line and column when it is not JSON, and with the place of a repeated key
 */
export function parseJsonDocument(written: string, file: string): unknown {
  const { text, value } = parsePlain(written, file)
  refuseDeepNesting(value, () => file)
  refuseRepeatedKeys(text, value, { file, line: 1, parser: jsonc })
  return value
}

/** Parses a JSON document for a reader whose errors name the line. @throws {EvalError} as both of them do */
export function readJsonDocument<Value>(
  text: string,
  file: string,
  read: (value: unknown, origin: Origin) => Value,
): Value {
  return read(parseJsonDocument(text, file), { file, lineOf: (path) => locate(text, path) })
}

type CellPlace = { readonly file: string; readonly line: number; readonly column: string }

/**
 * Checks JSON within a table cell; text that is not JSON passes.
 *
 * @throws {EvalError} for a repeated key and for nesting that is too deep
 */
export function refuseIllJson(text: string, place: CellPlace): void {
  const where = `${place.file}:${place.line}: ${place.column}`
  try {
    const value = parseJson(text)
    refuseDeepNesting(value, () => where)
    refuseRepeatedKeys(text, value, { ...place, parser: jsonc })
  } catch (error) {
    if (error instanceof NestedTooDeep) throw tooDeep(where)
    if (!(error instanceof SyntaxError)) throw error
  }
}

/** Returns {@link writtenJson} of a document that was parsed before. */
export function writtenDocument(text: string): unknown {
  try {
    return writtenJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return writtenJson(withoutComments(text))
  }
}

function parsePlain(written: string, file: string): { readonly text: string; readonly value: unknown } {
  const place = { firstLine: 1, unended: !written.endsWith('\n') }
  try {
    return { text: written, value: parseAt(written, file, place) }
  } catch (error) {
    const text = withoutComments(written)
    if (text === written) throw error
    return { text, value: parseAt(text, file, place) }
  }
}

export function parseJsonLine({ text, number: line, unended }: ByteLine, file: string): unknown {
  const value = parseAt(text, file, { firstLine: line, unended })
  // Deep nesting needs many brackets, so most lines are not walked.
  if (hasManyBrackets(text, DEEPEST_NESTING)) refuseDeepNesting(value, () => `${file}:${line}`)
  refuseRepeatedKeys(text, value, { file, line, parser: jsonc })
  return value
}

/**
 * Replaces comments (`//`, `#`, block comments) and trailing commas with blanks, since people write them in configs and
 * small sets. Offsets and lines stay the same.
 */
export function withoutComments(text: string): string {
  const plain = text.replace(stringOrComment, (part) => (part.startsWith('"') ? part : part.replace(/[^\n\r]/g, ' ')))
  return plain.replace(stringOrLastComma, (part) => (part === ',' ? ' ' : part))
}

/** Replaces NaN, which Python writes for a number that is missing, with null. */
export function withoutNaN(text: string): string {
  if (!text.includes('NaN')) return text
  return text.replace(/"(?:[^"\\]|\\[^])*"?|\bNaN\b/g, (part) => (part === 'NaN' ? 'null' : part))
}

const stringOrComment = /"(?:[^"\\]|\\[^])*"?|\/\/[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g
const stringOrLastComma = /"(?:[^"\\]|\\[^])*"?|,(?=\s*[}\]])/g

/**
 * Returns the 1-based line of a path; keys may be in snake_case or camelCase. A missing key counts as its parent's
 * line.
 */
export function locate(text: string, path: JsonPath): number | undefined {
  let node = jsonc().parseTree(withoutComments(text))
  if (node === undefined) return undefined
  for (const step of path) {
    const child: JsoncParser.Node | undefined = typeof step === 'number' ? node.children?.[step] : member(node, step)
    if (child === undefined) break
    node = child
  }
  return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset)
}

/** Returns the keys of an object as written; JavaScript would move keys that look like numbers to the front. */
export function keysAsWritten(text: string, path: JsonPath): readonly string[] {
  const tree = jsonc().parseTree(withoutComments(text))
  const node = tree && jsonc().findNodeAtLocation(tree, [...path])
  return (node?.children ?? []).map(({ children }) => String(children?.[0]?.value))
}

function member(node: JsoncParser.Node, key: string): JsoncParser.Node | undefined {
  const property = node.children?.find(({ children }) => {
    const name: unknown = children?.[0]?.value
    return name === key || name === camelCase(key)
  })
  return property?.children?.[1]
}

type SourceTextPlace = { readonly firstLine: number; readonly unended: boolean | undefined }

function parseAt(text: string, file: string, place: SourceTextPlace): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof NestedTooDeep) throw tooDeep(file)
    if (cause instanceof UnkeptNumber) throw unkeptNumber(text, file, { ...place, cause })
    if (!(cause instanceof SyntaxError)) throw cause
    throw syntaxError(text, file, { ...place, cause })
  }
}

function unkeptNumber(
  text: string,
  file: string,
  { firstLine, cause }: Omit<SourceTextPlace, 'unended'> & { readonly cause: Error },
) {
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs)
  const { 0: number = '', index: offset = 0 } = tokens.find(([token]) => !token.startsWith('"') && !isKept(token)) ?? {}
  const line = firstLine - 1 + lineAt(text, offset)
  const column = offset - text.lastIndexOf('\n', offset - 1)
  return new EvalError(
    'format',
    message('{place}: {number} is no number that can be kept', {
      place: `${file}:${line}:${column}`,
      number: number.length > 40 ? `${number.slice(0, 40)}…` : number,
    }),
    { hint: message('Numbers go up to 10^308, with about 16 digits. Write it as text, in quotes.'), cause },
  )
}

function firstParseError(text: string, file: string): JsoncParser.ParseError | undefined {
  const errors: JsoncParser.ParseError[] = []
  try {
    jsonc().parseTree(text, errors, { disallowComments: true })
  } catch (cause) {
    // The parser recurses, so deep nesting overflows its stack.
    if (cause instanceof RangeError) throw tooDeep(file)
    throw cause
  }
  return errors[0]
}

function syntaxError(
  text: string,
  file: string,
  { firstLine, unended, cause }: SourceTextPlace & { readonly cause: SyntaxError },
): EvalError {
  const first = firstParseError(text, file)
  const offset = first?.offset ?? 0
  const line = firstLine - 1 + lineAt(text, offset)
  const column = offset - text.lastIndexOf('\n', offset - 1)
  const place = `${file}:${line}:${column}`
  if (unended === true && isIncomplete(text)) throw cutOff(place, cause)
  const name = first === undefined ? '' : jsonc().printParseErrorCode(first.error)
  return new EvalError('format', (problems[name] ?? notJson)(place), {
    hint:
      linesHint(text) ??
      numberHint(text.slice(offset)) ??
      message('Look there and just before it: a quote, a comma or a bracket is missing or too many.'),
    cause,
  })
}

function isIncomplete(text: string): boolean {
  const errors: JsoncParser.ParseError[] = []
  jsonc().parseTree(text, errors, { disallowComments: true })
  const end = text.trimEnd().length
  return isOpenAtTheEnd(text) && errors.every(({ offset, length }) => offset + length >= end)
}

function isOpenAtTheEnd(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token.length === 1 || !token.endsWith('"') || /(?<!\\)(?:\\\\)*\\"$/.test(token)) return true
  }
  return depth > 0
}

function cutOff(place: string, cause: SyntaxError): EvalError {
  return new EvalError('format', message('{place}: the file ends in the middle of what stands here', { place }), {
    hint: message('It was cut off, perhaps while it was written or copied. Get the whole file.'),
    cause,
  })
}

function linesHint(text: string): Message | undefined {
  const end = text.indexOf('\n')
  if (end < 0 || text.slice(end).trim() === '') return undefined
  if (parsedJson(text.slice(0, end)) === undefined) return undefined
  return message('Its first line is JSON by itself: a file with one value per line is called .jsonl.')
}

function numberHint(text: string): Message | undefined {
  if (!/^-?(?:NaN|Infinity)\b/.test(text)) return undefined
  return message('Python writes NaN and Infinity, which JSON does not have: write null, or a text in quotes.')
}

function notJson(place: string): Message {
  return message('{place}: this is not JSON', { place })
}

const problems: Record<string, (place: string) => Message> = {
  InvalidNumberFormat: (place) => message('{place}: this is not a number in JSON', { place }),
  PropertyNameExpected: (place) => message('{place}: expected a key in double quotes', { place }),
  ValueExpected: (place) => message('{place}: expected a value', { place }),
  ColonExpected: (place) => message('{place}: expected a colon after the key', { place }),
  CommaExpected: (place) => message('{place}: expected a comma', { place }),
  CloseBraceExpected: (place) => message('{place}: expected a closing brace', { place }),
  CloseBracketExpected: (place) => message('{place}: expected a closing bracket', { place }),
  EndOfFileExpected: (place) => message('{place}: expected nothing after the value', { place }),
  InvalidCommentToken: (place) => message('{place}: JSON has no comments', { place }),
  UnexpectedEndOfString: (place) => message('{place}: this text has no closing quote', { place }),
  InvalidUnicode: (place) => message('{place}: expected four hexadecimal digits after \\u', { place }),
  InvalidEscapeCharacter: (place) => message('{place}: JSON has no such escape', { place }),
  InvalidCharacter: (place) => message('{place}: a text cannot hold this character as it is; escape it', { place }),
}

/** @throws {EvalError} `format` for a value that is nested too deeply */
export function refuseDeepNesting(value: unknown, place: () => string): void {
  if (nestingDepth(value, DEEPEST_NESTING + 1) > DEEPEST_NESTING) throw tooDeep(place())
}

export function tooDeep(file: string): EvalError {
  return new EvalError(
    'format',
    message('{file}: nested deeper than {limit} levels', { file, limit: DEEPEST_NESTING }),
    { hint: message('Keep deep structures as text, or shorten them.') },
  )
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

const require = createRequire(import.meta.url)

// Loaded on demand: only errors need it, and most runs have none.
function jsonc(): typeof JsoncParser {
  return require('jsonc-parser') as typeof JsoncParser
}

type Beginning = { readonly file: string; readonly line: number; readonly parser: () => typeof JsoncParser }

/**
 * Refuses repeated keys, of which JSON.parse silently keeps the last. Keys are only counted, in the text and in its
 * value; when the counts differ, a second walk finds the repeated key.
 *
 * @throws {EvalError} with the place of the second key
 */
function refuseRepeatedKeys(text: string, value: unknown, { file, line, parser }: Beginning): void {
  if (!hasKeyTwice(text, value)) return
  const repeated = firstRepeated(text, parser())
  if (repeated === undefined) return
  const { path, first, second } = repeated
  throw new EvalError(
    'format',
    message('{place}: this key is there twice', { place: sourcePlace(path, { file, lineOf: () => line + second }) }),
    {
      hint: message('Only the last one would count; the first one is on line {line}. Take one of them out.', {
        line: line + first,
      }),
    },
  )
}

type Repeated = { readonly path: JsonPath; readonly first: number; readonly second: number }

/** Returns the first repeated key; its line counts from 0. */
function firstRepeated(text: string, { visit }: typeof JsoncParser): Repeated | undefined {
  const open: Map<string, number>[] = []
  let found: Repeated | undefined
  visit(text, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, line, _character, path) => {
      const first = open.at(-1)?.get(key)
      open.at(-1)?.set(key, line)
      if (first !== undefined) found ??= { path: [...path(), key], first, second: line }
    },
  })
  return found
}
