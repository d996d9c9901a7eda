import { isObject } from '../core/basics/is-object.ts'
import { hasKeyTwice } from '../core/basics/json.ts'
import { type JsonObject, type ToolCall, type ToolResponse, stringifyJson, parsedJson } from '../core/index.ts'
import { firstField, firstText } from './first-field.ts'
import { jsonIn, unquoted } from './json-in.ts'

// OpenAI's items have an id of their own beside the call's, so `id` comes last.
const ids = ['call_id', 'callId', 'tool_call_id', 'toolCallId', 'toolUseId', 'tool_use_id', 'id']
const names = ['name', 'toolName', 'tool_name', 'tool.name', 'function_name', 'tool']
const givenIn = [
  'arguments',
  'args',
  'tool.args',
  'input',
  'parameters',
  'tool_input',
  'toolInput',
  'input_parameters',
  'inputParameters',
  'tool_args',
  'toolArgs',
  'tool_kwargs',
  'kwargs',
  'params',
]
const answeredIn = ['response', 'result', 'output', 'content', 'value', 'tool_result']

/** Reads a tool call in any message format. */
export function readToolCall(value: unknown): ToolCall | undefined {
  const inner = isObject(value) && isObject(value['function']) ? value['function'] : value
  const name = firstText(inner, ...names) ?? firstText(value, ...names, 'function') ?? namedByType(value)
  if (name === undefined) return undefined
  return toolCall(name, firstField(inner, ...givenIn) ?? firstField(value, ...givenIn), firstText(value, ...ids))
}

/** A part of the AI SDK's UI messages has the tool's name in its type. */
function namedByType(value: unknown): string | undefined {
  return isObject(value) && 'toolCallId' in value ? /^tool-(.+)$/.exec(firstText(value, 'type') ?? '')?.[1] : undefined
}

export const callKeys: { readonly [part in 'ids' | 'names' | 'given']: readonly string[] } = {
  ids,
  names,
  given: givenIn,
}

/** Reads a tool's result in any message format. */
export function readToolResponse(value: unknown): ToolResponse | undefined {
  if (!isObject(value)) return undefined
  const origin = isObject(value['origin']) ? readToolCall(value['origin']) : undefined
  const id = firstText(value, ...ids) ?? origin?.id
  const name = firstText(value, ...names) ?? origin?.name ?? ''
  return toolResponse(name, firstField(value, ...answeredIn), id)
}

/** Makes a call from arguments as an object or JSON text; other arguments are kept as text. */
export function toolCall(name: string, given: unknown, id?: string): ToolCall {
  return { ...(id === undefined ? {} : { id }), name, ...argsFrom(given) }
}

/** Makes a response; a result that is no object becomes its `result`. */
export function toolResponse(name: string, given: unknown, id?: string): ToolResponse {
  const response = given === undefined ? undefined : responseFrom(given)
  return { ...(id === undefined ? {} : { id }), name, ...(response === undefined ? {} : { response }) }
}

function argsFrom(given: unknown): Pick<ToolCall, 'args' | 'malformed'> {
  if (given === undefined || given === null) return {}
  if (typeof given === 'string' && ['', 'null'].includes(given.trim())) return { args: {} }
  const args = jsonIn(given)
  if (args === null) return {}
  if (isObject(args) && !hasKeyTwiceAsJson(given)) return { args }
  if (Array.isArray(args) && args.length === 0) return { args: {} }
  return { malformed: typeof given === 'string' ? given : (stringifyJson(given) ?? '') }
}

/** Detects a duplicate key, of which it is unknown which one the model meant. */
function hasKeyTwiceAsJson(given: unknown): boolean {
  if (typeof given !== 'string' || !given.trimStart().startsWith('{')) return false
  const value = parsedJson(given)
  // Python's notation is no JSON.
  return value !== undefined && hasKeyTwice(given, value)
}

function responseFrom(given: unknown): JsonObject {
  const value = unwrapped(unquoted(jsonIn(given)))
  return isObject(value) ? value : { result: value }
}

/** Removes the envelopes that frameworks put around a result. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 && value.every(isBlock) ? ofBlocks(value) : value
  if (!isObject(value)) return value
  const type = value['type']
  if (typeof type === 'string' && /^(error-)?(text|json|content)$/.test(type) && 'value' in value) {
    const inner = unwrapped(jsonIn(value['value']))
    return type.startsWith('error') && !isObject(inner) ? { error: inner } : inner
  }
  // The content blocks of MCP and Bedrock.
  if (Array.isArray(value['content']) && value['content'].every(isBlock)) return ofBlocks(value['content'])
  return value
}

function isBlock(value: unknown): boolean {
  return isObject(value) && (typeof firstField(value, 'text') === 'string' || firstField(value, 'json') !== undefined)
}

function ofBlocks(blocks: readonly unknown[]): unknown {
  const values = blocks.map((block) => jsonIn(firstField(block, 'json', 'text')))
  if (values.length === 1) return values[0]
  return values.every((value) => typeof value === 'string') ? values.join('\n') : values
}
