import { z } from 'zod'
import { stringifyJson, parsedJson } from '../../../core/index.ts'
import { answered, spoke } from '../agent-events.ts'
import { withHeard, type GraphMessage } from './langgraph-listener.ts'
import { fieldOf, hasMethods, listField, textField } from '../shape.ts'

const Tokens = z.number().optional().catch(undefined)
const Message = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]),
  tool_calls: z
    .array(z.object({ id: z.string().optional(), name: z.string(), args: z.unknown().optional() }))
    .default([]),
  invalid_tool_calls: z
    .array(z.object({ id: z.string().optional(), name: z.string().default(''), args: z.unknown().optional() }))
    .default([]),
  tool_call_id: z.string().optional(),
  status: z.string().optional(),
  usage_metadata: z
    .object({
      input_tokens: Tokens,
      output_tokens: Tokens,
      total_tokens: Tokens,
      input_token_details: z.object({ cache_read: Tokens }).optional(),
      output_token_details: z.object({ reasoning: Tokens }).optional(),
    })
    .optional(),
  response_metadata: z.looseObject({ model_name: z.string().optional().catch(undefined) }).optional(),
})

type LanggraphReplyReading = {
  readonly start?: number
  readonly agent?: string
  readonly heard?: readonly GraphMessage[]
}

/** Makes a reply of the messages from index `start` on, by default of those after the user's last message. */
export function langgraphReply(state: unknown, { start = 0, agent = 'agent', heard = [] }: LanggraphReplyReading = {}) {
  const messages = listField(state, 'messages')
  const first = start > 0 ? start : messages.findLastIndex((message) => kindOf(message) === 'human') + 1
  const structured = fieldOf(state, 'structuredResponse')
  const events = withHeard(messages.slice(first), heard).flatMap(({ message, within, isExtra }) =>
    eventOf(message, within ?? agent, isExtra && within === undefined),
  )
  const asked = heard.filter(({ message }) => kindOf(message) === 'ai').length
  return {
    events,
    // Messages that a node writes itself are not a model's.
    ...(asked > 0 && { modelCalls: asked }),
    ...(structured !== undefined && { response: stringifyJson(structured) }),
  }
}

function eventOf(message: unknown, agent: string, isAside: boolean): readonly object[] {
  const kind = kindOf(message)
  if (kind !== 'ai' && kind !== 'tool') return []
  const { name: named, content, usage_metadata: tokens, ...said } = Message.parse(message)
  if (kind === 'tool') {
    const response = said.status === 'error' ? { error: content } : contentOf(content)
    return [answered(agent, [{ id: said.tool_call_id, name: named, response }])]
  }
  // `createAgent` names the messages of a nameless agent after its node.
  const name = named === undefined || named === 'model' ? agent : named
  const pieces = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const texts = pieces.flatMap(({ type, text = '', ...piece }) => {
    if (type === 'text') return text
    return type === 'thinking' || type === 'reasoning' ? { thought: String(piece[type] ?? text) } : []
  })
  const usage = tokens && {
    inputTokens: tokens.input_tokens,
    outputTokens: tokens.output_tokens,
    totalTokens: tokens.total_tokens,
    cachedTokens: tokens.input_token_details?.cache_read,
    reasoningTokens: tokens.output_token_details?.reasoning,
  }
  const calls = [...said.tool_calls, ...said.invalid_tool_calls].map(({ id, name: called, args }) => ({
    id,
    name: called,
    args,
  }))
  // A node's own call of a model, such as to choose the next node, is counted but no part of the answer.
  const model = said.response_metadata?.model_name ?? 'unknown'
  const finishReason = saidReason(said.response_metadata)
  // OpenAI's models refuse beside the content, which is empty then.
  const refusal = textField(fieldOf(message, 'additional_kwargs'), 'refusal') ?? ''
  return [spoke(name, isAside ? [] : [...texts, refusal, ...calls], { usage, model, finishReason })]
}

/** LangChain's integrations use the terms of their providers. */
function saidReason(metadata: unknown): string | undefined {
  const names = ['finish_reason', 'finishReason', 'stop_reason', 'stopReason', 'done_reason']
  const said = names.flatMap((name) => textField(metadata, name) ?? [])[0]
  return said ?? textField(fieldOf(metadata, 'incomplete_details'), 'reason') ?? textField(metadata, 'status')
}

function contentOf(content: z.infer<typeof Message>['content']): unknown {
  // The result of a tool that returns an object is JSON in the message.
  return typeof content === 'string' && /^\s*\{/.test(content) ? (parsedJson(content) ?? content) : content
}

/** Examples: `human`, `ai`, `tool`. */
export function kindOf(message: unknown): unknown {
  if (hasMethods(message, '_getType')) return message['_getType']()
  return fieldOf(message, 'type')
}
