import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { finishReasonFrom } from '../../messages/finish-reason-in.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import { toolCall, toolResponse } from '../../messages/tool-values.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import { countIn, defined, textIn } from './attributes.ts'
import { textOfAll } from './text-of-all.ts'

const sessions = ['sessionId', 'session_id', 'threadId', 'thread_id', 'conversationId', 'chatId']

/** The attributes of Vercel's AI SDK up to version 6, and of its `LegacyOpenTelemetry`. */
export const aiSdkDialect: Dialect = {
  name: 'AI SDK',
  read({ name, attributes }) {
    const operation = textIn(attributes, 'ai.operationId', 'operation.name')?.split(' ')[0] ?? name
    if (!/^ai\.\w/.test(operation)) return undefined
    const conversationId = textIn(attributes, 'session.id', ...sessions.map((id) => `ai.telemetry.metadata.${id}`))
    return defined({ ...whatHappened(operation, attributes), conversationId })
  },
}

function whatHappened(operation: string, attributes: JsonObject): SpanMeaning {
  if (operation === 'ai.toolCall') return toolSpan(attributes)
  if (/\.do(Generate|Stream)$/.test(operation))
    return { operation: 'model', ...spoken(attributes), ...counted(attributes) }
  if (!/^ai\.(generate|stream)(Text|Object)$/.test(operation)) return { operation: 'other' }
  return defined({
    operation: 'agent' as const,
    agent: textIn(attributes, 'ai.telemetry.functionId', 'resource.name'),
    ...spoken(attributes),
  })
}

function toolSpan(attributes: JsonObject): SpanMeaning {
  const name = textIn(attributes, 'ai.toolCall.name') ?? ''
  const id = textIn(attributes, 'ai.toolCall.id')
  return {
    operation: 'tool',
    toolCalls: [toolCall(name, attributes['ai.toolCall.args'] ?? attributes['ai.toolCall.input'], id)],
    toolResponses: [toolResponse(name, attributes['ai.toolCall.result'] ?? attributes['ai.toolCall.output'], id)],
  }
}

function spoken(attributes: JsonObject): Omit<SpanMeaning, 'operation'> {
  const prompt = jsonIn(attributes['ai.prompt'])
  const { system, messages, prompt: asked } = isObject(prompt) ? prompt : {}
  const given = readMessages(attributes['ai.prompt.messages'] ?? messages ?? asked ?? attributes['ai.prompt'], 'user')
  const input = given.filter(({ role }) => role !== 'system')
  const calls = jsonIn(attributes['ai.response.toolCalls'])
  const [text, thought] = [
    textIn(attributes, 'ai.response.text', 'ai.response.object'),
    textIn(attributes, 'ai.response.reasoning'),
  ]
  const parts = [
    ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...(Array.isArray(calls) ? calls : [])
      .flatMap((call) => readMessages([{ type: 'tool-call', ...call }], 'model'))
      .flatMap((content) => content.parts ?? []),
  ]
  const tools = attributes['ai.prompt.tools']
  return defined({
    instructions: textOfAll([...readMessages(system, 'system'), ...given.filter(({ role }) => role === 'system')]),
    toolDeclarations: Array.isArray(jsonIn(tools)) ? (jsonIn(tools) as unknown[]).map(jsonIn) : undefined,
    input: input.length === 0 ? undefined : input,
    output: parts.length === 0 ? undefined : [{ role: 'model', parts }],
    model: textIn(attributes, 'ai.response.model', 'ai.model.id'),
    finishReason: finishReasonFrom(attributes['ai.response.finishReason']),
  })
}

function counted(attributes: JsonObject): Pick<SpanMeaning, 'usage'> {
  const count = (...names: readonly string[]) => countIn(attributes, ...names.map((name) => `ai.usage.${name}`))
  const usage = countedTokens({
    prompt_tokens: count('inputTokens', 'promptTokens') ?? countIn(attributes, 'gen_ai.usage.input_tokens'),
    completion_tokens: count('outputTokens', 'completionTokens') ?? countIn(attributes, 'gen_ai.usage.output_tokens'),
    prompt_tokens_details: {
      cache_read: count('inputTokenDetails.cacheReadTokens', 'cachedInputTokens'),
      cache_write: count('inputTokenDetails.cacheWriteTokens'),
    },
    reasoning_tokens: count('outputTokenDetails.reasoningTokens', 'reasoningTokens'),
    total_tokens: count('totalTokens', 'tokens'),
  })
  return usage === undefined ? {} : { usage }
}
