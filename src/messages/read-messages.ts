import { isObject } from '../core/basics/is-object.ts'
import type { Content, Part } from '../core/index.ts'
import { firstField, firstText } from './first-field.ts'
import { joinedJson } from './joined-calls.ts'
import { jsonIn, unquoted } from './json-in.ts'
import { readParts } from './read-part.ts'
import { readToolResponse } from './tool-values.ts'

export type Role = 'system' | 'user' | 'model' | 'tool'

const thinking = /^(thinking|reasoning|thought)$/i

const roles: readonly (readonly [Role, RegExp])[] = [
  ['system', /^(system|developer)/i],
  ['tool', /^(tool|function|observation|ipython)/i],
  ['user', /^(user|human)/i],
  ['model', /^(assistant|ai|model|chatbot|bot)(message.*)?$/i],
  // Some sources write a model's thoughts as a separate message.
  ['model', thinking],
]

/** The keys under which an object that is no message lists messages. */
const lists = [
  'messages',
  'generations',
  'contents',
  'candidates',
  'message',
  'choices',
  'output',
  'input',
  'chat_history',
]

/**
 * Reads messages in any format of instrumentation, as text or as values. `role` is used for texts and parts without a role. An
 * object that is no message yields none; a text that holds such an object is a text.
 */
export function readMessages(value: unknown, role: Role): Content[] {
  const messages = messagesIn(unquoted(jsonIn(value)), role, 4)
  if (messages.length > 0 || typeof value !== 'string' || value === '') return joinedParts(messages)
  return [{ role, parts: [{ text: value }] }]
}

function messagesIn(value: unknown, role: Role, depth: number): Content[] {
  if (depth === 0) return []
  if (typeof value === 'string') return value === '' ? [] : [{ role, parts: [{ text: value }] }]
  if (Array.isArray(value)) return listed(value, role, depth)
  if (!isObject(value)) return []
  const read = readMessage(value, role)
  if (read !== undefined) return [read]
  const inner = firstField(value, ...lists)
  return inner === undefined ? [] : messagesIn(jsonIn(inner), role, depth - 1)
}

function listed(values: readonly unknown[], role: Role, depth: number): Content[] {
  const [first, second] = values
  // LangChain's short form of a message: role and text.
  if (values.length === 2 && typeof first === 'string' && typeof second === 'string' && roleOf(first) !== undefined) {
    return [{ role: roleOf(first) ?? role, parts: [{ text: second }] }]
  }
  return values.flatMap((value) => messagesIn(jsonIn(value), role, depth - 1))
}

function readMessage(value: Record<string, unknown>, otherwise: Role): Content | undefined {
  const wrapped = wrappedIn(value)
  if (wrapped !== undefined) return readMessage(wrapped.value, wrapped.role ?? otherwise)
  const calls = callsIn(
    firstField(value, 'tool_calls', 'toolCalls') ?? firstField(value['additional_kwargs'], 'tool_calls'),
  )
  const hasCalls = callsIn(firstField(value, 'tool_calls', 'toolCalls')) !== undefined
  const said = roleOfMessage(value) ?? roleOfSource(value) ?? (hasCalls ? otherwise : undefined)
  const content = partsIn(firstField(value, 'parts', 'content', '_content', 'blocks', 'contents'))
  if (said === undefined) return looseParts(value, content, otherwise)
  const spoken = said === 'tool' ? answerParts(value, content) : contentParts(content ?? value['text'])
  const isThought = thinking.test(firstText(value, 'role') ?? '')
  const parts = isThought ? spoken.map((part) => ({ ...part, thought: true })) : spoken
  const former = isObject(value['function_call']) ? [value['function_call']] : []
  const called = [...(calls ?? []), ...former].flatMap((call) =>
    readParts({ type: 'tool_call', tool_call: jsonIn(call) }).filter(({ toolCall }) => toolCall !== undefined),
  )
  const thoughts = said === 'model' ? thoughtsOf(value) : []
  return { role: roleFor(said, parts), parts: [...thoughts, ...withoutRepeated(parts, called), ...called] }
}

function callsIn(value: unknown): readonly unknown[] | undefined {
  const held = jsonIn(value)
  if (Array.isArray(held)) return held
  if (isObject(held)) return [held]
  const joined = typeof held === 'string' ? joinedJson(held) : []
  return joined.length > 0 ? joined : undefined
}

/** Unwraps a message from a choice of OpenAI or a constructor of LangChain. */
function wrappedIn(value: Record<string, unknown>): { value: Record<string, unknown>; role?: Role } | undefined {
  const { message, kwargs, data, id } = value
  const isHeld = isObject(message) && ['role', 'kwargs', 'type'].some((name) => name in message)
  if (isObject(message) && (isHeld || 'finish_reason' in value || 'index' in value)) {
    return { value: message, role: 'model' }
  }
  const { content } = value
  // A candidate of Gemini.
  if (isObject(content) && Array.isArray(content['parts'])) return { value: content, role: 'model' }
  if (isObject(kwargs) && Array.isArray(id)) return { value: { ...kwargs, type: String(id.at(-1)) } }
  if (isObject(data) && typeof value['type'] === 'string' && 'content' in data) {
    return { value: { ...data, type: value['type'] } }
  }
  return undefined
}

/** Reads a piece that stands alone, such as an item of OpenAI's Responses; undefined for anything else. */
function looseParts(value: Record<string, unknown>, content: unknown, role: Role): Content | undefined {
  const type = firstText(value, 'type')
  if (type === 'message' && content !== undefined) return { role, parts: contentParts(content) }
  const isGenerated =
    Array.isArray(value['parts']) || (type === undefined && Array.isArray(content) && !content.some(hasRole))
  if (isGenerated) return { role, parts: contentParts(content) }
  const parts = readParts(value).filter(({ extra }) => extra === undefined)
  return parts.length === 0 ? undefined : { role: roleFor(role, parts), parts }
}

/** A list of messages, as Gemini's `contents`, is not the content of one. */
function hasRole(piece: unknown): boolean {
  return isObject(piece) && roleOfMessage(piece) !== undefined
}

// Anthropic sends tool results as user messages, and some sources keep the call's id beside them.
function roleOfMessage(value: Record<string, unknown>): Role | undefined {
  const role = roleOf(firstText(value, 'role', '_role') ?? messageType(value) ?? '')
  return role === 'user' && firstText(value, 'tool_call_id', 'tool_use_id') !== undefined ? 'tool' : role
}

/** Derives the role from AutoGen's message classes, whose source is the agent's name. */
function roleOfSource(value: Record<string, unknown>): Role | undefined {
  const [source, type = ''] = [firstText(value, 'source'), firstText(value, 'type')]
  if (source === undefined || !/^\w+(Message|Event)$/.test(type)) return undefined
  if (type.startsWith('ToolCallExecution')) return 'tool'
  return roleOf(source) ?? 'model'
}

function messageType(value: Record<string, unknown>): string | undefined {
  const type = firstText(value, 'type')
  return /^(human|ai|system|tool|function|user|assistant|developer)(message(chunk)?)?$/i.test(type ?? '')
    ? type
    : undefined
}

/** Parses a content text that holds parts; any other text is the message itself. */
function partsIn(content: unknown): unknown {
  const held = jsonIn(content)
  if (typeof content !== 'string' || !Array.isArray(held) || held.length === 0) return content
  return held.every((piece) => isObject(piece) && isPart(piece)) ? held : content
}

function isPart(piece: Record<string, unknown>): boolean {
  return readParts(piece).some((part) => part.extra === undefined)
}

function contentParts(content: unknown): Part[] {
  const pieces = Array.isArray(content) ? content : [content]
  return pieces.flatMap(readParts)
}

function answerParts(value: Record<string, unknown>, content: unknown): Part[] {
  const parts = Array.isArray(content) ? contentParts(content) : []
  if (parts.some(({ toolResponse, toolCall }) => toolResponse !== undefined || toolCall !== undefined)) return parts
  const toolResponse = readToolResponse({ ...value, content })
  return toolResponse === undefined ? [] : [{ toolResponse }]
}

function thoughtsOf(value: Record<string, unknown>): Part[] {
  const text =
    firstText(value, 'reasoning_content', 'reasoning') ?? firstText(value['additional_kwargs'], 'reasoning_content')
  return text === undefined ? [] : [{ text, thought: true }]
}

/** Removes calls from the parts where LangChain also lists them beside the content. */
function withoutRepeated(parts: readonly Part[], called: readonly Part[]): readonly Part[] {
  return called.length === 0 ? parts : parts.filter(({ toolCall }) => toolCall === undefined)
}

// Anthropic and Bedrock send tool results as user messages.
function roleFor(role: Role, parts: readonly Part[]): Role {
  if (parts.length > 0 && parts.every(({ toolResponse }) => toolResponse !== undefined)) return 'tool'
  return parts.some(({ toolCall }) => toolCall !== undefined) ? 'model' : role
}

function roleOf(text: string): Role | undefined {
  return roles.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Joins consecutive pieces of the same role into one message. */
function joinedParts(messages: readonly Content[]): Content[] {
  const joined: Content[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last === undefined || last.role !== message.role || message.role !== 'model') joined.push(message)
    else joined[joined.length - 1] = { ...last, parts: [...(last.parts ?? []), ...(message.parts ?? [])] }
  }
  return joined
}
