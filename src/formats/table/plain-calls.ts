import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject, ToolCall } from '../../core/index.ts'

type PlainCalls = {
  readonly calls: ToolCall[]
  /** Whether they said more than names and arguments. */
  readonly hasMore: boolean
}

/** Tool calls as OpenAI, DeepEval and others write them; undefined where it is something else, or written as ours are. */
export function plainCalls(value: unknown): PlainCalls | undefined {
  const list = typeof value === 'string' ? listIn(value) : value
  if (!Array.isArray(list) || list.length === 0) return undefined
  const calls = list.flatMap(callOf)
  if (calls.length < list.length) return undefined
  return { calls: calls.map(({ call }) => call), hasMore: calls.some(({ hasMore }) => hasMore) }
}

// DeepEval writes names between semicolons where nothing else is said.
function listIn(text: string): unknown {
  if (/^\s*\[/.test(text)) return parsed(text)
  const names = text.split(';').map((name) => name.trim())
  return names.every((name) => /^[\w.:-]+$/.test(name)) ? names : undefined
}

const argumentKeys = ['args', 'arguments', 'inputParameters', 'input_parameters', 'parameters', 'input']
const moreKeys = ['description', 'reasoning', 'output']

function callOf(value: unknown): readonly { readonly call: ToolCall; readonly hasMore: boolean }[] {
  if (typeof value === 'string') return value === '' ? [] : [{ call: { name: value }, hasMore: false }]
  if (!isObject(value)) return []
  const said = isObject(value['function']) ? value['function'] : value
  const name = said['name'] ?? said['tool_name']
  if (typeof name !== 'string' || name === '') return []
  const given =
    argumentKeys.map((key) => said[key]).find((one) => one !== undefined && one !== null) ?? said['tool_input']
  const args = argumentsIn(given)
  const known = ['name', 'tool_name', 'tool_input', 'type', 'id', 'function', ...argumentKeys, ...moreKeys]
  // An unknown key may be a slip, which is told of elsewhere.
  if (args === null || Object.keys(value).some((key) => !known.includes(key))) return []
  const hasMore = moreKeys.some((key) => value[key] !== undefined && value[key] !== null && value[key] !== '')
  return [{ call: { name, ...(args === undefined ? {} : { args }) }, hasMore }]
}

/** Null where they are no object. */
function argumentsIn(given: unknown): JsonObject | undefined | null {
  if (given === undefined || given === null) return undefined
  const value = typeof given === 'string' ? parsed(given) : given
  return isObject(value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON, which whoever reads it next says better.
    return undefined
  }
}
