import type { JsonObject } from '../../core/index.ts'
import type { Span } from '../span.ts'
import type { Published } from './published.ts'
import { fieldsOf, textOrNone } from './fields-of.ts'
import { plainValue } from './plain-value.ts'
import { publishedSpan } from './published-span.ts'

export function openaiAgentsSpans(told: readonly Published[]): readonly Span[] {
  return told.map(({ what, id, at }) => {
    const { spanId, parentId, spanData, startedAt, endedAt, error } = what as JsonObject // a class with getters
    const { message, data } = fieldsOf(error)
    const attributes = attributesOf(fieldsOf(spanData))
    return publishedSpan({
      spanId: textOrNone(spanId) ?? id,
      parentSpanId: textOrNone(parentId),
      name: String(fieldsOf(spanData)['type']),
      // Their times are in whole milliseconds, ours are more precise.
      startedAt: typeof startedAt === 'string' ? Math.max(at, Date.parse(startedAt)) : at,
      endedAt: typeof endedAt === 'string' ? Math.max(at, Date.parse(endedAt)) : undefined,
      scope: 'openai-agents',
      attributes,
      error: textOrNone(fieldsOf(data)['error']) ?? textOrNone(message),
    })
  })
}

function attributesOf({ type, name, input, output, ...data }: JsonObject): JsonObject {
  if (type === 'agent') return { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name }
  if (type === 'function') {
    return {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.arguments': input,
      'gen_ai.tool.call.result': output,
    }
  }
  if (type !== 'response' && type !== 'generation') return {}
  const { output: said, usage, model, instructions, tools, status, incomplete_details } = fieldsOf(data['_response'])
  const reason = textOrNone(fieldsOf(incomplete_details)['reason']) ?? textOrNone(status)
  const tokens = fieldsOf(usage ?? data['usage'])
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system_instructions': plainValue(instructions),
    'gen_ai.tool.definitions': plainValue(tools),
    'gen_ai.input.messages': plainValue(data['_input'] ?? input),
    'gen_ai.output.messages': plainValue(said ?? output),
    'gen_ai.response.model': model ?? data['model'],
    'gen_ai.response.finish_reasons': reason === undefined ? undefined : [reason],
    'gen_ai.usage.input_tokens': tokens['input_tokens'],
    'gen_ai.usage.output_tokens': tokens['output_tokens'],
    'gen_ai.usage.total_tokens': tokens['total_tokens'],
    'gen_ai.usage.cache_read.input_tokens': fieldsOf(tokens['input_tokens_details'])['cached_tokens'],
    'gen_ai.usage.reasoning.output_tokens': fieldsOf(tokens['output_tokens_details'])['reasoning_tokens'],
  }
}
