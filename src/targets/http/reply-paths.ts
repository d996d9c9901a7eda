import { EvalError, message, nearest } from '../../core/index.ts'
import { replyShape } from '../reply/reply.ts'
import { jsonPath } from './json-path.ts'

const { provenance: _, ...atPaths } = replyShape
const fields = Object.keys(atPaths)
type ReplyPathsField = keyof typeof atPaths

/**
 * Paths of a reply's fields in an answer. `usage` may name its counters one by one; a list such as `toolCalls` may give
 * the path of its elements (`each`) and paths of fields in each of them.
 */
export type ReplyPaths = { readonly [field in ReplyPathsField]?: string | Readonly<Record<string, string>> }

export type ReplyAtPaths = Readonly<Record<string, unknown>>

/**
 * Makes a function that reads a reply from an answer of another shape.
 *
 * @throws {EvalError} `config` for an invalid path
 */
export function replyPaths(
  paths: ReplyPaths,
  options: { readonly lenient?: boolean } = {},
): (answer: unknown) => ReplyAtPaths {
  if (Object.keys(paths).length === 0) {
    throw new EvalError('config', message('response names no field of the reply'), {
      hint: message('Name at least the response, as in {example}', { example: '{ response: "$.answer" }' }),
    })
  }
  for (const field of Object.keys(paths)) refuseUnknown(field)
  const readers = Object.entries(paths).map(([field, path]) => [field, readerFor(path, options)] as const)
  return (answer) => Object.fromEntries(readers.map(([field, read]) => [field, read(answer)]))
}

function refuseUnknown(field: string): void {
  if (fields.some((known) => known === field)) return
  const meant = nearest(field, fields)
  throw new EvalError('config', message('response names a field that a reply does not have: {field}', { field }), {
    hint:
      meant === undefined
        ? message('Known here: {names}.', { names: fields.join(', ') })
        : message('Did you mean "{name}"?', { name: meant }),
  })
}

type PathReader = (value: unknown) => unknown

function readerFor(
  path: string | Readonly<Record<string, string>>,
  options: { readonly lenient?: boolean },
): PathReader {
  if (typeof path === 'string') return jsonPath(path, options)
  const { each, ...inner } = path
  const read = fieldReader(inner, options)
  if (each === undefined) return read
  const elements = jsonPath(each, options)
  return (answer) => {
    const found = elements(answer)
    if (found === undefined) return undefined
    return Array.isArray(found) ? found.map(read) : [read(found)]
  }
}

function fieldReader(paths: Readonly<Record<string, string>>, options: { readonly lenient?: boolean }): PathReader {
  const readers = Object.entries(paths).map(([name, path]) => [name, jsonPath(path, options)] as const)
  return (value) => {
    const found = readers.map(([name, read]) => [name, read(value)] as const)
    return found.every(([, one]) => one === undefined) ? undefined : Object.fromEntries(found)
  }
}
