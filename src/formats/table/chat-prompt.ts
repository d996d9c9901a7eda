import { isObject } from '../../core/basics/is-object.ts'
import { type Content, type Part, parsedJson } from '../../core/index.ts'
import { ordinaryMedia } from '../../messages/media.ts'
import { readParts } from '../../messages/read-part.ts'
import { asMessage } from './chat-history.ts'
import type { RowNote } from './row-notes.ts'

/** A prompt that is a list of chat messages, split into turns. */
export type ChatPrompt = {
  readonly turns: readonly ChatTurn[]
  readonly notes: readonly RowNote[]
  /** True when some messages are in no turn. */
  readonly isPart: boolean
}

type ChatTurn = {
  readonly userContent: Content
  /** The assistant's message that follows in the list. */
  readonly answer?: string
}

export function chatPrompt(value: unknown): ChatPrompt | undefined {
  const messages = messagesIn(value)
  return messages === undefined ? undefined : turnsOf(messages)
}

function messagesIn(value: unknown): readonly ChatMessage[] | undefined {
  const list: unknown = typeof value === 'string' && /^\s*\[\s*\{/.test(value) ? parsedJson(value) : value
  if (!Array.isArray(list) || list.length === 0) return undefined
  const messages = list.flatMap(messageOf)
  return messages.length === list.length ? messages : undefined
}

type ChatMessage = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly Part[]
  readonly text: string
  readonly notes: readonly RowNote[]
}

function messageOf(given: unknown): readonly ChatMessage[] {
  const value = isObject(given) ? asMessage(given) : undefined
  if (value === undefined) return []
  const role = value['role'] as ChatMessage['role'] // the schema allows only these roles
  const content = value['content']
  const hasCalls = 'tool_calls' in value || 'function_call' in value
  if (typeof content !== 'string' && !Array.isArray(content) && !hasCalls) return []
  const parts = partsOf(content)
  const text = parts.flatMap((part) => part.text ?? []).join('\n')
  const isElsewhere =
    parts.some(({ text: part }) => part !== undefined && elsewhere.test(part)) && Array.isArray(content)
  const notes: readonly RowNote[] = [
    ...(hasCalls ? (['tools'] as const) : []),
    ...(isElsewhere ? (['media'] as const) : []),
  ]
  return [{ role, parts, text: exampleOf(value['name'], text), notes }]
}

// Before chats supported examples, they were system messages with these names.
function exampleOf(name: unknown, text: string): string {
  if (name === 'example_user') return `User: ${text}`
  return name === 'example_assistant' ? `Assistant: ${text}` : text
}

const elsewhere = /^\[\w+: [^\]]*\]$/

function partsOf(content: unknown): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  return (Array.isArray(content) ? (content as unknown[]) : []).flatMap(partOf)
}

function partOf(part: unknown): readonly Part[] {
  if (typeof part === 'string') return [{ text: part }]
  if (!isObject(part)) return []
  if (typeof part['text'] === 'string') return [{ text: part['text'] }]
  const media = readParts(part).find((one) => one.media !== undefined)
  if (media !== undefined) return [media]
  const kind = String(part['type'] ?? 'file').replace(/^input_|_url$/g, '')
  const named = part[`${kind}_url`] ?? part[kind] ?? part['url'] ?? part['file']
  const address = isObject(named) ? (named['url'] ?? named['file_data'] ?? named['filename']) : named
  if (typeof address !== 'string') return [{ text: `[${kind}: ]` }]
  if (/^data:[^;,]+;base64,/.test(address)) return [{ media: ordinaryMedia({ mimeType: '', data: address }) }]
  return [{ text: `[${kind}: ${address.slice(0, 500).replaceAll(/[[\]\s]+/g, ' ')}]` }]
}

type ChatPromptDraft = { readonly parts: Part[]; answer?: string }

/** An answer ends a turn; a system message belongs to the next question, or to the last one. */
function turnsOf(messages: readonly ChatMessage[]): ChatPrompt {
  const turns: ChatPromptDraft[] = []
  const notes = new Set<RowNote>()
  let told: string[] = []
  let isAnswered = true
  let isGreeted = false
  const put = (parts: readonly Part[]) => {
    if (isAnswered) turns.push({ parts: [] })
    turns.at(-1)?.parts.push(...tellingFirst(told, parts))
    told = []
    isAnswered = false
  }
  for (const { role, parts, text, notes: own } of messages) {
    for (const note of own) notes.add(note)
    if (role === 'system') {
      if (text.trim() !== '') told.push(text)
    } else if (role === 'user') {
      if (told.length > 0) notes.add('system')
      put(parts)
    } else if (role === 'assistant') {
      const turn = turns.at(-1)
      if (turn === undefined) isGreeted = true
      else if (text !== '') turn.answer = text
      isAnswered = true
    } else notes.add('tools')
  }
  if (told.length > 0) {
    notes.add('system')
    if (turns.length > 0) isAnswered = false
    put([])
  }
  const hasAnswers = isGreeted || turns.slice(0, -1).some(({ answer }) => answer !== undefined)
  const isBegun = messages.at(-1)?.role === 'assistant'
  if (hasAnswers) notes.add('between')
  if (isBegun) notes.add('begun')
  return {
    turns: turns.map(({ parts, answer }) => ({
      userContent: { role: 'user', parts },
      ...(answer === undefined ? {} : { answer }),
    })),
    notes: [...notes],
    isPart: hasAnswers || isBegun || notes.has('tools') || notes.has('media'),
  }
}

function tellingFirst(told: readonly string[], [first, ...others]: readonly Part[]): readonly Part[] {
  if (told.length === 0) return first === undefined ? [] : [first, ...others]
  const before = told.join('\n\n')
  if (first?.text === undefined) return [{ text: before }, ...(first === undefined ? [] : [first]), ...others]
  return [{ text: `${before}\n\n${first.text}` }, ...others]
}
