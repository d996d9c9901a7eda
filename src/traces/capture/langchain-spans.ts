import { messageOf } from '../../core/basics/message-of.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Span } from '../span.ts'
import type { Published } from './published.ts'
import { fieldsOf, textOrNone } from './fields-of.ts'
import { plainValue } from './plain-value.ts'
import { publishedSpan } from './published-span.ts'

type LangchainSpansMoment = { readonly at: number; readonly said: readonly unknown[] }
type Run = {
  readonly kind: string
  readonly start: LangchainSpansMoment
  end?: LangchainSpansMoment
  error?: LangchainSpansMoment
}

export function langchainSpans(told: readonly Published[]): readonly Span[] {
  const runs = new Map<unknown, Run>()
  for (const { what, at } of told) {
    const { moment, said } = what as { readonly moment: string; readonly said: readonly unknown[] } // as it was published
    const [, kind = '', step] = /^(.*)(Start|End|Error)$/.exec(moment) ?? []
    if (step === 'Start') runs.set(said[2], { kind, start: { at, said } })
    const run = runs.get(said[1])
    if (step === 'End' && run !== undefined) run.end = { at, said }
    if (step === 'Error' && run !== undefined) run.error = { at, said }
  }
  return [...runs].map(([id, run]) => spanOf(String(id), run))
}

function spanOf(spanId: string, { kind, start, end, error }: Run): Span {
  return publishedSpan({
    spanId,
    parentSpanId: textOrNone(start.said[3]),
    name: textOrNone(start.said[7]) ?? kind,
    startedAt: start.at,
    endedAt: end?.at ?? error?.at,
    scope: 'langchain',
    attributes: attributesOf(kind, start.said, end?.said[0]),
    error: error === undefined ? undefined : messageOf(error.said[0]),
  })
}

function attributesOf(kind: string, said: readonly unknown[], output: unknown): JsonObject {
  if (kind === 'ChatModel' || kind === 'LLM') return modelAttributes(said, output)
  if (kind === 'Tool') {
    return {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': textOrNone(said[6]) ?? textOrNone(fieldsOf(said[0])['name']),
      'gen_ai.tool.call.id': textOrNone(said[7]) ?? textOrNone(fieldsOf(output)['tool_call_id']),
      'gen_ai.tool.call.arguments': said[1],
      'gen_ai.tool.call.result': output === undefined ? undefined : plainValue(answerOf(output)),
    }
  }
  const [serialized, , , , , metadata] = said
  const kinds = fieldsOf(serialized)['id']
  if (!Array.isArray(kinds) || !/^(Compiled\w*Graph|AgentExecutor)$/.test(String(kinds.at(-1)))) return {}
  // A graph without a name of its own has the framework's default name.
  const names = [fieldsOf(metadata)['lc_agent_name'], said[7]].map(textOrNone)
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': names.find((name) => name !== undefined && !/^(LangGraph|AgentExecutor)$/.test(name)),
  }
}

function modelAttributes([, messages, , , extra, , metadata]: readonly unknown[], output: unknown): JsonObject {
  const { invocation_params: asked, options } = fieldsOf(extra)
  const { message, text } = fieldsOf([fieldsOf(output)['generations']].flat(2)[0])
  const { usage_metadata: usage, response_metadata: response } = fieldsOf(message)
  const tokens = fieldsOf(usage)
  const answer =
    message === undefined ? (text === undefined ? undefined : { role: 'assistant', content: text }) : message
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.tool.definitions': plainValue(fieldsOf(asked)['tools'] ?? fieldsOf(options)['tools']),
    'gen_ai.input.messages': plainValue([messages].flat()[0]),
    'gen_ai.output.messages': answer === undefined ? undefined : plainValue([answer]),
    'gen_ai.request.model': textOrNone(fieldsOf(metadata)['ls_model_name']) ?? textOrNone(fieldsOf(asked)['model']),
    'gen_ai.response.model': textOrNone(fieldsOf(response)['model_name']),
    'gen_ai.response.finish_reasons': reasonsIn(fieldsOf(response)),
    'gen_ai.usage.input_tokens': tokens['input_tokens'],
    'gen_ai.usage.output_tokens': tokens['output_tokens'],
    'gen_ai.usage.total_tokens': tokens['total_tokens'],
    'gen_ai.usage.cache_read.input_tokens': fieldsOf(tokens['input_token_details'])['cache_read'],
    'gen_ai.usage.reasoning.output_tokens': fieldsOf(tokens['output_token_details'])['reasoning'],
  }
}

/** Reads the finish reason; each integration of LangChain names it as its provider does. */
function reasonsIn(response: JsonObject): readonly string[] | undefined {
  const names = ['finish_reason', 'finishReason', 'stop_reason', 'stopReason', 'done_reason']
  const said = [...names.map((name) => response[name]), fieldsOf(response['incomplete_details'])['reason']]
  const known = [...said, response['status']].flatMap((one) => textOrNone(one) ?? [])
  return known.length === 0 ? undefined : known.slice(0, 1)
}

/** Reads a tool's answer: a message, a command with messages, or a value. */
function answerOf(output: unknown): unknown {
  const { content, update } = fieldsOf(output)
  const { messages } = fieldsOf(update)
  return content ?? (Array.isArray(messages) ? fieldsOf(messages.at(-1))['content'] : output)
}
