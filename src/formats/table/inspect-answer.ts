import { isObject } from '../../core/basics/is-object.ts'
import { type AgentEvent, type Invocation, type Part, type Usage, textOf } from '../../core/index.ts'
import { addUsage, countedTokens } from '../../messages/counted-tokens.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import { readToolCall, toolResponse } from '../../messages/tool-values.ts'
import type { TableCells } from './table-row.ts'

type InspectObject = Record<string, unknown>

/** Puts attachments in their places: a log keeps pictures and long texts once, and their address elsewhere. */
export function withAttachments(sample: TableCells): TableCells {
  const { attachments } = sample
  if (!isObject(attachments)) return sample
  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const name = value.startsWith('attachment://') ? value.slice('attachment://'.length) : undefined
      return name !== undefined && Object.hasOwn(attachments, name) ? attachments[name] : value
    }
    if (Array.isArray(value)) return value.map(resolved)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)])) : value
  }
  const { input, messages, output } = sample
  return { ...sample, input: resolved(input), messages: resolved(messages), output: resolved(output) }
}

/** Returns the answer of a sample; undefined when no model gave one. */
export function inspectAnswer({ output }: TableCells): string | undefined {
  const [choice] = objectsIn(isObject(output) ? output['choices'] : undefined)
  const [said] = readMessages(choice?.['message'] ?? [], 'model')
  return choice === undefined ? undefined : (textOf(said) ?? '')
}

/** Returns what a sample says of its answer: calls and results of tools in order, tokens, cost and the stop reason. */
export function inspectEvidence({ messages, output, events, limit }: TableCells): Partial<Invocation> {
  // A sample that reached one of its limits was stopped, whatever its last model call says.
  const finishReason = isObject(limit) ? 'length' : finishReasonIn(output)
  const used = usagesBeforeScoring(events)
  const usage = addUsage(used.flatMap((one) => countedUsage(one) ?? []))
  const dollars = used.map(({ total_cost: cost }) => cost).filter((cost) => typeof cost === 'number')
  return {
    ...(Array.isArray(messages) && { steps: { form: 'events', events: eventsIn(messages) } }),
    ...(finishReason !== undefined && { finishReason }),
    ...(usage !== undefined && { usage }),
    ...(dollars.length > 0 && dollars.length === used.length && { dollars: dollars.reduce((sum, one) => sum + one) }),
  }
}

/** Messages that the sample was given, such as examples, were not made by the agent. */
function eventsIn(messages: readonly unknown[]): AgentEvent[] {
  const all = objectsIn(messages)
  const made = all.slice(all.findLastIndex(({ source }) => source === 'input') + 1)
  const spoken = made.filter(({ role }) => role === 'assistant' || role === 'tool')
  return spoken.flatMap((one, index): AgentEvent[] => {
    const isFinal = index === spoken.length - 1
    const parts =
      one['role'] === 'tool' ? [{ toolResponse: resultIn(one) }] : [...(isFinal ? [] : textsIn(one)), ...callsIn(one)]
    const content = { role: one['role'] === 'tool' ? 'user' : 'model', parts }
    return parts.length === 0 ? [] : [{ author: 'agent', content }]
  })
}

function textsIn({ content }: InspectObject): readonly Part[] {
  return readMessages({ role: 'assistant', content }, 'model').flatMap(({ parts }) => parts ?? [])
}

function callsIn({ tool_calls: calls }: InspectObject): readonly Part[] {
  return objectsIn(calls).flatMap((call): readonly Part[] => {
    const { args, ...toolCall } = readToolCall(call) ?? { name: '' }
    const { parse_error: unread } = call
    if (typeof unread === 'string') return [{ toolCall: { ...toolCall, malformed: unread } }]
    return [{ toolCall: { ...toolCall, ...(args !== undefined && { args }) } }]
  })
}

function resultIn({ function: name, tool_call_id: id, content, error }: InspectObject) {
  const result =
    error !== null && isObject(error) ? { error: error['message'], ...(content !== '' && { content }) } : content
  return toolResponse(String(name ?? ''), result, typeof id === 'string' ? id : undefined)
}

/** Scorers ask models, too; what those used is no part of the answer. */
function usagesBeforeScoring(events: unknown): readonly InspectObject[] {
  const all = objectsIn(events)
  const scoring = all.findIndex(
    ({ event, type }) => /^(?:span_begin|step)$/.test(String(event)) && /^scorers?$/.test(String(type)),
  )
  const before = scoring < 0 ? all : all.slice(0, scoring)
  return before.flatMap(({ event, output }) =>
    event === 'model' && isObject(output) && isObject(output['usage']) ? [output['usage']] : [],
  )
}

function countedUsage(usage: InspectObject): Usage | undefined {
  const { input_tokens_cache_read: read, input_tokens_cache_write: write } = usage
  return countedTokens({ ...usage, cache_read_tokens: read, cache_write_tokens: write })
}

function objectsIn(value: unknown): readonly InspectObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : []
}
