import { messageOf } from '../../core/basics/message-of.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Span } from '../span.ts'
import type { Published } from './published.ts'
import { fieldsOf, textOrNone } from './fields-of.ts'
import { plainValue } from './plain-value.ts'
import { publishedSpan } from './published-span.ts'

/** Converts the calls published by AI SDK 7 to spans. `answers` are those of streaming models. */
export function aiSdkSpans(calls: readonly Published[], answers: readonly Published[]): readonly Span[] {
  const streamed = answers.map(({ what }) => what)
  return calls.map((call) => {
    const { type, event, result, error } = call.what as AiSdkSpansCall // fields as AI SDK documents them
    const read = { event: fieldsOf(event), result: fieldsOf(result) }
    return publishedSpan({
      spanId: call.id,
      name: type,
      startedAt: call.at,
      endedAt: call.endedAt,
      scope: 'ai',
      attributes: attributesOf(type, read, streamed),
      error: error === undefined ? undefined : messageOf(error),
    })
  })
}

type AiSdkSpansCall = {
  readonly type: string
  readonly event: unknown
  readonly result?: unknown
  readonly error?: unknown
}
type AiSdkSpansReading = { readonly event: JsonObject; readonly result: JsonObject }

function attributesOf(type: string, { event, result }: AiSdkSpansReading, streamed: unknown[]): JsonObject {
  if (type === 'generateText' || type === 'streamText') {
    return { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': event['functionId'] }
  }
  if (type === 'executeTool') return toolAttributes(fieldsOf(event['toolCall']), fieldsOf(result['output']))
  if (type !== 'languageModelCall') return {}
  // A streamed answer is published after its last chunk, in the order of the calls.
  const index =
    result['content'] === undefined ? streamed.findIndex((one) => fieldsOf(one)['callId'] === event['callId']) : -1
  const answer = index < 0 ? result : fieldsOf(streamed.splice(index, 1)[0])
  const { content, usage } = answer
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system_instructions': plainValue(event['instructions']),
    'gen_ai.tool.definitions': plainValue(event['tools']),
    'gen_ai.input.messages': plainValue(event['messages']),
    'gen_ai.output.messages': content === undefined ? undefined : plainValue([{ role: 'assistant', content }]),
    'gen_ai.request.model': event['modelId'],
    'gen_ai.response.model': fieldsOf(answer['response'])['modelId'],
    'gen_ai.response.finish_reasons': reasonsOf(answer['finishReason']),
    ...usageAttributes(fieldsOf(usage)),
  }
}

function reasonsOf(finishReason: unknown): readonly string[] | undefined {
  const said = textOrNone(finishReason) ?? textOrNone(fieldsOf(finishReason)['unified'])
  return said === undefined ? undefined : [said]
}

function toolAttributes(call: JsonObject, { output, error }: JsonObject): JsonObject {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call['toolName'],
    'gen_ai.tool.call.id': call['toolCallId'],
    'gen_ai.tool.call.arguments': plainValue(call['input']),
    'gen_ai.tool.call.result': error === undefined ? plainValue(output) : { error: messageOf(error) },
  }
}

function usageAttributes({ inputTokens, outputTokens, ...usage }: JsonObject): JsonObject {
  const input = fieldsOf(inputTokens)
  const output = fieldsOf(outputTokens)
  return {
    'gen_ai.usage.input_tokens': input['total'] ?? inputTokens,
    'gen_ai.usage.output_tokens': output['total'] ?? outputTokens,
    'gen_ai.usage.cache_read.input_tokens':
      input['cacheRead'] ?? fieldsOf(usage['inputTokenDetails'])['cacheReadTokens'],
    'gen_ai.usage.reasoning.output_tokens':
      output['reasoning'] ?? fieldsOf(usage['outputTokenDetails'])['reasoningTokens'],
    'gen_ai.usage.total_tokens': usage['totalTokens'] ?? sumOf(input['total'], output['total']),
  }
}

function sumOf(one: unknown, other: unknown): number | undefined {
  return typeof one === 'number' && typeof other === 'number' ? one + other : undefined
}
