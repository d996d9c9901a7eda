import { isObject } from '../core/basics/is-object.ts'
import { type ToolCall, stringifyJson, parsedJson } from '../core/index.ts'
import { firstField, firstText } from './first-field.ts'
import { type PrintedCall, printedAt, printedCallAt } from './printed-value.ts'
import { readParts } from './read-part.ts'
import { callKeys, readToolCall } from './tool-values.ts'

/** The tool calls in a value, or the first part of it that is no call. */
export type CallsIn =
  | {
      readonly calls: readonly ToolCall[]
      /** True when the calls had more than names, ids and arguments. */
      readonly hasMore: boolean
    }
  | { readonly noCall: unknown }

/**
 * Reads tool calls in any notation: of OpenAI, Anthropic, Gemini, Bedrock, the AI SDK, LangChain, DeepEval, MCP and others, as
 * values, JSON or Python text, as `search(city="Oslo")`, one or several in a text, and inside of messages. Unreadable arguments
 * make only their own call `malformed`.
 */
export function callsIn(value: unknown): CallsIn {
  const found: CallsInMatch = { calls: [], hasMore: false }
  try {
    gather(value, found, 0)
    return found
  } catch (error) {
    if (error instanceof NoCall) return { noCall: error.value }
    throw error
  }
}

type CallsInMatch = { readonly calls: ToolCall[]; hasMore: boolean }

class NoCall extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super()
    this.value = value
  }
}

const deepest = 12

function gather(value: unknown, found: CallsInMatch, depth: number): void {
  if (depth > deepest) throw new NoCall(value)
  if (typeof value === 'string') return gatherText(value, found, depth)
  if (Array.isArray(value)) {
    for (const one of value as readonly unknown[]) gather(one, found, depth + 1)
    return undefined
  }
  if (!isObject(value)) throw new NoCall(value)
  const call = typeof value['role'] === 'string' || isOtherStep(value) ? undefined : writtenCall(value)
  const inner = call === undefined ? held(value) : undefined
  if (inner !== undefined) return gather(inner, found, depth + 1)
  if (call !== undefined) found.calls.push(call)
  else if (!isBesideCalls(value)) throw new NoCall(value)
  found.hasMore ||= call !== undefined && saysMore(value)
  return undefined
}

const lists = [
  'tool_calls',
  'toolCalls',
  'function_calls',
  'functionCalls',
  'tool_uses',
  'toolUses',
  'tools_called',
  'toolsCalled',
  'steps',
  'calls',
]
const wrappers = ['toolUse', 'functionCall', 'function_call', 'tool_call', 'toolCall', 'toolInvocation']
const contents = ['parts', 'content', 'contents', 'blocks', 'output', 'message', 'messages']

function held(value: Record<string, unknown>): unknown {
  const { kwargs, id, method, params } = value
  // A constructor of LangChain, and a request of MCP.
  if (isObject(kwargs) && Array.isArray(id)) return kwargs
  if (method === 'tools/call' && isObject(params)) return params
  const wrapped = firstField(value, ...wrappers)
  if (isObject(wrapped)) return wrapped
  const listed = lists.flatMap((key) => (value[key] === undefined || value[key] === null ? [] : [value[key]]))
  const pieces = contents.flatMap((key) => (typeof value[key] === 'object' && value[key] !== null ? [value[key]] : []))
  // LangChain writes calls twice: in the content, in the provider's format, and beside it.
  if (listed.some((one) => !Array.isArray(one) || one.length > 0)) return listed
  return listed.length > 0 || pieces.length > 0 ? pieces : undefined
}

/** The keys of a call other than its arguments. */
const others = new Set([
  ...callKeys.ids,
  ...callKeys.names,
  'type',
  'kind',
  'part_kind',
  'block_type',
  'function',
  'role',
  'index',
  'status',
  'state',
  'step_type',
  'stepType',
  'server_label',
  'server',
  'dynamic',
  'invalid',
  'providerExecuted',
])
const more = ['description', 'reasoning', 'output', 'result', 'error', 'response']

/** Undefined without a name, and where a named call has unknown keys instead of arguments, which may be a typing error. */
function writtenCall(value: Record<string, unknown>): ToolCall | undefined {
  const { malformed } = value
  const call = readToolCall(value) ?? callOnTheirSide(value)
  if (call === undefined) return undefined
  if (typeof malformed === 'string') return { ...call, malformed }
  if (call.args !== undefined || call.malformed !== undefined) return call
  return Object.keys(value).some((key) => value[key] !== null && isUnknown(key)) ? undefined : call
}

function isUnknown(key: string): boolean {
  return !others.has(key) && !more.includes(key) && !callKeys.given.includes(key)
}

/** Reads items of OpenAI's Responses for hosted tools, which are named by their type. */
function callOnTheirSide(value: Record<string, unknown>): ToolCall | undefined {
  const name = /^(\w+)_call$/.exec(firstText(value, 'type') ?? '')?.[1]
  if (name === undefined || name === 'function' || name === 'tool') return undefined
  const { type: _, id: __, status: ___, action, ...given } = value
  return { name, args: isObject(action) ? action : given }
}

function saysMore(value: Record<string, unknown>): boolean {
  return more.some((key) => value[key] !== undefined && value[key] !== null && value[key] !== '')
}

/** Messages also contain texts, thoughts and tool results, which are no calls. */
function isBesideCalls(value: Record<string, unknown>): boolean {
  if (typeof value['role'] === 'string' && ('content' in value || 'parts' in value)) return true
  if (isOtherStep(value)) return true
  const type = firstText(value, 'type') ?? ''
  if (besideCalls.test(type) || (/^(?:human|ai|system|tool|user|assistant)$/.test(type) && 'content' in value))
    return true
  const isNamed =
    type !== '' || ['text', 'functionResponse', 'function_response', 'toolResult'].some((key) => key in value)
  const parts = isNamed ? readParts(value) : []
  return parts.length > 0 && parts.every((part) => part.text !== undefined || part.toolResponse !== undefined)
}

function isOtherStep(value: Record<string, unknown>): boolean {
  const kind = firstText(value, 'stepType', 'step_type')
  return kind !== undefined && !/tool/i.test(kind)
}

const besideCalls =
  /^(?:(?:\w+_)?text|reasoning|(?:redacted_)?thinking|thought|message|step[-_]start|refusal|image.*|file.*)$/

const nameOfTool = /^[\p{L}_][\p{L}\p{N}_.:/-]*$/u
const noName = /^(?:true|false|null|none|nan|undefined)$/i

function gatherText(written: string, found: CallsInMatch, depth: number): void {
  // Models that write calls as text put them between marks and into code fences.
  const text = written
    .replaceAll(/<\/?(?:tool_calls?|function_calls?)>|\[TOOL_CALLS\]|^\s*```\w*\s*\n|\n?```\s*$/g, ' ')
    .trim()
  if (text === '') throw new NoCall(written)
  const names = text.split(/[;,\n|]|->|→/).map((name) => name.trim())
  if (names.every((name) => nameOfTool.test(name) && !noName.test(name))) {
    found.calls.push(...names.map((name) => ({ name })))
    return undefined
  }
  const json = /^["[{]/.test(text) ? parsedJson(text) : undefined
  if (json !== undefined) return gather(json, found, depth + 1)
  for (const value of valuesOf(text)) {
    if (value === undefined) throw new NoCall(written)
    gather(value, found, depth + 1)
  }
  return undefined
}

/** Yields the values in a text, one after another with or without separators; undefined for an unreadable one. */
function* valuesOf(text: string): Generator<unknown> {
  let at = 0
  while (at < text.length) {
    const read = /^\s*[[{("']/.test(text.slice(at, at + 20)) ? printedAt(text, at, asCall) : callAt(text, at)
    yield read?.value
    if (read === undefined) return
    at = read.end + (/^[\s;,|]*/.exec(text.slice(read.end))?.[0].length ?? 0)
  }
}

/** Reads a call with brackets; unreadable arguments are kept as text. */
function callAt(text: string, at: number): { readonly value: unknown; readonly end: number } | undefined {
  const [head, name] = /^\s*([\p{L}_][\p{L}\p{N}_.:/-]*)\s*\(/u.exec(text.slice(at, at + 300)) ?? []
  if (head === undefined || name === undefined) return nameAt(text, at)
  const begin = at + head.length
  const read = printedCallAt(text, begin - 1, { name, called: asCall })
  if (read !== undefined) return read
  const end = closingOf(text, begin)
  return { value: { name, malformed: text.slice(begin, end) }, end: Math.min(end + 1, text.length) }
}

function nameAt(text: string, at: number): { readonly value: unknown; readonly end: number } | undefined {
  const [, space = '', name] =
    /^(\s*)([\p{L}_][\p{L}\p{N}_.:/-]*)\s*(?:[;,\n|]|$)/u.exec(text.slice(at, at + 300)) ?? []
  return name === undefined ? undefined : { value: name, end: at + space.length + name.length }
}

function closingOf(text: string, begin: number): number {
  let open = 1
  for (const { 0: sign, index } of text.slice(begin).matchAll(/'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|[()]/g)) {
    if (sign === '(') open += 1
    if (sign === ')') open -= 1
    if (open === 0) return begin + index
  }
  return text.length
}

/** Distinguishes an object of a class, `ToolCall(name='search', …)`, from a call, `search(city='Oslo')`. */
function asCall({ name, args, unnamed, isArgument }: PrintedCall): unknown {
  const isClass =
    /(?:^|\.)[A-Z]\w*$/.test(name) && /(?:Call|Function|Tool|Use|Action|Step|Part|Message|Block)/.test(name)
  if (unnamed.length > 0)
    return isArgument ? undefined : { name, malformed: unnamed.map((one) => stringifyJson(one)).join(', ') }
  return isArgument || isClass ? args : { name, args }
}
