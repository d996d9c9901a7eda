import { isObject } from '../../core/basics/is-object.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { expectedColumn, promptColumn, columnCalled } from './table-columns.ts'
import type { TableCells } from './table-row.ts'

const names = [
  'chat_history',
  'conversation_history',
  'message_history',
  'dialogue_history',
  'dialog_history',
  'history',
  'previous_messages',
  'prior_messages',
  'past_messages',
  'earlier_messages',
  'messages_before',
  'previous_turns',
  'previous_conversation',
  '会話履歴',
  '履歴',
]

/** The messages before the question of a row; undefined when they cannot be read. */
export type ChatHistory = { readonly messages: readonly unknown[] | undefined }

/** Returns undefined when a row has no history. A context column counts as history only when it holds messages. */
export function chatHistory(row: TableCells, used: readonly (string | undefined)[]): ChatHistory | undefined {
  const columns = Object.keys(row).filter((column) => !used.includes(column))
  const column = columnCalled(columns, names)
  const value = jsonIn(row[column ?? ''])
  if (column !== undefined && !isNothing(value)) return { messages: messagesOf(value) }
  const context = jsonIn(row[columnCalled(columns, ['context', 'chat_context']) ?? ''])
  const isSaid =
    Array.isArray(context) &&
    context.length > 0 &&
    context.every((one) => isObject(one) && asMessage(one) !== undefined)
  return isSaid ? { messages: messagesOf(context) } : undefined
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:none|null|nan|n\/a)?$/i.test(value.trim())
  return value === undefined || value === null || Object.keys(value).length === 0
}

function messagesOf(value: unknown): readonly unknown[] | undefined {
  const list = typeof value === 'string' ? transcript(value) : isObject(value) ? (value['messages'] ?? [value]) : value
  if (!Array.isArray(list)) return undefined
  const messages = list.map(asMessages)
  return messages.includes(undefined) ? undefined : messages.flat()
}

function transcript(text: string): readonly unknown[] | undefined {
  const pieces = text.trim().split(/^(user|human|customer|assistant|ai|bot|agent|system)\s*:\s*/gim)
  if (pieces[0] !== '' || pieces.length < 3) return undefined
  const said = pieces.slice(1)
  return said.flatMap((role, at) => (at % 2 === 0 ? [{ role, content: (said[at + 1] ?? '').trim() }] : []))
}

function asMessages(entry: unknown): readonly unknown[] | undefined {
  if (Array.isArray(entry)) return pairOf(entry)
  if (!isObject(entry)) return undefined
  const message = asMessage(entry)
  if (message !== undefined) return [message]
  // Prompt flow's format.
  const inputs = isObject(entry['inputs']) ? entry['inputs'] : entry
  const outputs = isObject(entry['outputs']) ? entry['outputs'] : entry
  const asked = fieldOf(inputs, (keys) => promptColumn(keys) ?? columnCalled(keys, ['user', 'human', 'customer']))
  const said = fieldOf(
    outputs,
    (keys) =>
      columnCalled(keys, ['answer', 'response', 'reply', 'assistant', 'ai', 'bot', 'agent']) ?? expectedColumn(keys),
  )
  if (asked === undefined) return undefined
  return [{ role: 'user', content: asked }, ...(said === undefined ? [] : [{ role: 'assistant', content: said }])]
}

function fieldOf(entry: Record<string, unknown>, called: (keys: readonly string[]) => string | undefined) {
  const value = entry[called(Object.keys(entry)) ?? '']
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads LangChain's pairs of role and text, and Gradio's pairs of question and answer. */
function pairOf(entry: readonly unknown[]): readonly unknown[] | undefined {
  const [first, second] = entry
  if (entry.length !== 2 || typeof first !== 'string') return undefined
  const role = roleOf(first)
  if (role !== undefined) return typeof second === 'string' ? [{ role, content: second }] : undefined
  const answer = typeof second === 'string' && second !== '' ? [{ role: 'assistant', content: second }] : []
  return second === null || typeof second === 'string' ? [{ role: 'user', content: first }, ...answer] : undefined
}

const roles: Readonly<Record<string, readonly string[]>> = {
  system: ['system', 'developer'],
  user: ['user', 'human', 'customer', 'client'],
  assistant: ['assistant', 'ai', 'model', 'gpt', 'chatgpt', 'bot', 'chatbot', 'agent'],
  tool: ['tool', 'function', 'observation', 'ipython', 'function_call'],
}

function roleOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name.toLowerCase().replace(/message(?:chunk)?$/, '')
  return Object.keys(roles).find((role) => roles[role]?.includes(plain))
}

/** Converts a message of ShareGPT, LangChain or a chat log to `role` and `content`; undefined when it is none. */
export function asMessage(entry: Record<string, unknown>): Record<string, unknown> | undefined {
  const { data, kwargs, id } = entry
  const inner = isObject(data) && 'content' in data ? data : isObject(kwargs) && Array.isArray(id) ? kwargs : undefined
  const type = entry['type'] ?? (Array.isArray(id) ? id.at(-1) : undefined)
  if (inner !== undefined) return asMessage({ ...inner, role: inner['role'] ?? (Array.isArray(id) ? id.at(-1) : type) })
  const role =
    ['role', 'from', 'speaker', 'author', 'sender'].map((key) => roleOf(entry[key])).find(Boolean) ?? roleOf(type)
  if (role === undefined) return undefined
  const key = ['content', 'value', 'parts', 'text', 'message'].find(
    (one) => entry[one] !== undefined && entry[one] !== null,
  )
  const hasCalls = 'tool_calls' in entry || 'function_call' in entry
  if (key === undefined && !hasCalls) return undefined
  return { ...entry, role, content: key === undefined ? null : entry[key] }
}
