import { isObject } from '../core/basics/is-object.ts'
import type { ToolCall } from '../core/index.ts'
import { jsonIn } from './json-in.ts'
import { readToolCall, toolCall } from './tool-values.ts'

/**
 * Splits a name, arguments and an id into tool calls. Some instrumentation joins parallel calls: names and ids with commas, and
 * arguments as a JSON list or as consecutive JSON texts.
 */
export function toolCallsIn(name: string, given: unknown, id?: string): ToolCall[] {
  const several = severalArguments(given)
  const [names, ids] = [separated(name), separated(id ?? '')]
  const count = several?.length ?? (names.length > 1 && names.length === ids.length ? names.length : 1)
  if (count === 1 && several === undefined) return [toolCall(name, given, id)]
  if (several?.every(isWholeCall)) return several.flatMap((one) => readToolCall(one) ?? [])
  return Array.from({ length: count }, (_, at) =>
    toolCall(
      names.length === count ? (names[at] ?? name) : name,
      several?.[at],
      ids.length === count ? ids[at] : count === 1 ? id : undefined,
    ),
  )
}

/** Returns the argument objects of several calls; undefined where the value is not a list of objects. */
function severalArguments(given: unknown): readonly unknown[] | undefined {
  const held = jsonIn(given)
  const values = typeof held === 'string' ? joinedJson(held) : Array.isArray(held) ? held.map(jsonIn) : []
  return values.length > 0 && values.every(isObject) ? values : undefined
}

function isWholeCall(value: unknown): boolean {
  const call = readToolCall(value)
  return call !== undefined && (call.args !== undefined || call.malformed !== undefined)
}

function separated(text: string): readonly string[] {
  return text.split(/(?<!\s)\s*[,;\n]\s*/).filter(Boolean)
}

/** Parses consecutive JSON values, separated by nothing but commas or blanks; empty for any other text. */
export function joinedJson(text: string): readonly unknown[] {
  const values: unknown[] = []
  let start = -1
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quote !== '') {
      if (letter === '\\') at += 1
      else if (letter === quote) quote = ''
    } else if (depth > 0 && (letter === '"' || letter === "'")) quote = letter
    else if (letter === '{' || letter === '[') {
      if (depth === 0) start = at
      depth += 1
    } else if (depth > 0 && (letter === '}' || letter === ']')) {
      depth -= 1
      if (depth > 0) continue
      const value = jsonIn(text.slice(start, at + 1))
      if (typeof value === 'string') return []
      values.push(value)
    } else if (depth === 0 && !/[\s,;|]/.test(letter)) return []
  }
  return depth === 0 ? values : []
}
