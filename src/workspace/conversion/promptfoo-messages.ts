import { parsedJson } from '../../core/index.ts'
import { fillPrompt } from './promptfoo-template.ts'
import { isObject } from '../../core/basics/is-object.ts'

export type Prompt = {
  /** The user's messages, one text for each turn. */
  readonly turns: readonly string[]
  /** Roles of messages that are dropped. */
  readonly lost: readonly string[]
  /** Template logic in the messages beyond plain variables. */
  readonly logic: readonly string[]
}

/** Fills variables into a prompt: one text, or the user's messages where it is a list of messages. */
export function toldBy(template: string, variables: Readonly<Record<string, unknown>>): Prompt {
  const templates = messagesIn(template)
  if (templates === undefined) {
    const { text, logic } = fillPrompt(template, variables)
    const messages = messagesIn(text)
    return messages === undefined ? { turns: [text], lost: [], logic } : { ...byRole(messages), logic }
  }
  const filled = templates.map((one) => ({ ...one, ...fillPrompt(one.content, variables) }))
  const { turns, lost } = byRole(filled.map((one) => ({ ...one, content: one.text })))
  return { turns, lost, logic: [...new Set(filled.flatMap(({ logic }) => logic))] }
}

type ChatMessage = {
  readonly role: string
  readonly content: string
  /** Types of message parts that are not text. */
  readonly without?: readonly string[]
}

function byRole(messages: readonly ChatMessage[]): Pick<Prompt, 'turns' | 'lost'> {
  const turns = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const lost = messages.flatMap(({ role, without = [] }) => [...(role === 'user' ? [] : [role]), ...without])
  return { turns, lost: [...new Set(lost)] }
}

function messagesIn(text: string): readonly ChatMessage[] | undefined {
  const list = /^\s*\[/.test(text) ? parsedJson(text) : undefined
  if (!Array.isArray(list) || list.length === 0) return undefined
  const messages = list.flatMap((one) =>
    isObject(one) && typeof one['role'] === 'string' ? [{ role: one['role'], ...contentOf(one['content']) }] : [],
  )
  return messages.length === list.length ? messages : undefined
}

function contentOf(content: unknown): Pick<ChatMessage, 'content' | 'without'> {
  if (typeof content === 'string') return { content }
  const parts = [content].flat().filter(isObject)
  const texts = parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []))
  const others = parts.filter((part) => typeof part['text'] !== 'string').map((part) => String(part['type']))
  return { content: texts.join('\n'), without: others }
}
