import { stringifyJson, type Content } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import type { Dialect } from '../span-meaning.ts'
import { countIn, defined, textIn } from './attributes.ts'
import { textOfAll } from './text-of-all.ts'

/** The attributes of Pydantic AI beyond the conventions: all messages of a run, and its result. */
export const pydanticAi: Dialect = {
  name: 'Pydantic AI',
  read({ name, attributes }) {
    const all = attributes['pydantic_ai.all_messages'] ?? attributes['all_messages_events']
    const result = attributes['final_result']
    const events = attributes['events']
    if (/^running( output function|( \d+)? tools)/.test(name)) return { operation: 'other' }
    if (all === undefined && result === undefined)
      return events === undefined ? undefined : modelSpan(events, attributes)
    const messages = messagesIn(all)
    // Messages of earlier runs come before those of this one.
    const start = countIn(attributes, 'pydantic_ai.new_message_index') ?? 0
    const last = messages.findLastIndex(({ role }, index) => index >= start && role === 'user')
    const spoken = messages.filter(({ role }) => role !== 'system')
    const asked = spoken.indexOf(messages[last] ?? {}) + 1
    const answer = typeof result === 'string' || result === undefined ? result : stringifyJson(result)
    return defined({
      operation: 'agent' as const,
      agent: textIn(attributes, 'gen_ai.agent.name', 'agent_name'),
      instructions: textOfAll(messages.filter(({ role }) => role === 'system')),
      input: asked > 0 ? spoken.slice(0, asked) : undefined,
      output: answer === undefined || answer === '' ? undefined : [{ role: 'model', parts: [{ text: answer }] }],
    })
  },
}

function modelSpan(events: unknown, attributes: Readonly<Record<string, unknown>>) {
  if (attributes['gen_ai.operation.name'] !== 'chat' && attributes['gen_ai.request.model'] === undefined)
    return undefined
  const messages = messagesIn(events)
  const choice = messages.findLastIndex(({ role }) => role === 'model')
  const input = messages.slice(0, choice).filter(({ role }) => role !== 'system')
  return defined({
    operation: 'model' as const,
    instructions: textOfAll(messages.filter(({ role }) => role === 'system')),
    input: input.length === 0 ? undefined : input,
    output: choice < 0 ? undefined : messages.slice(choice),
  })
}

function messagesIn(value: unknown): Content[] {
  const held = jsonIn(value)
  if (!Array.isArray(held)) return []
  return readMessages(held.map(plainEvent), 'user')
}

function plainEvent(event: unknown): unknown {
  if (!isObject(event) || typeof event['event.name'] !== 'string') return event
  const role = /^gen_ai\.(\w+)\.message$/.exec(event['event.name'])?.[1] ?? 'assistant'
  const message = firstField(event, 'message')
  return { role, ...event, ...(isObject(message) ? message : {}), message: undefined }
}
