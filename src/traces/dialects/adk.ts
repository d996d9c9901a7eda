import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import { toolCall, toolResponse } from '../../messages/tool-values.ts'
import type { Span } from '../span.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import { defined, hasPrefix, textIn } from './attributes.ts'
import { textOfAll } from './text-of-all.ts'

const own = 'gcp.vertex.agent'

/** Google's ADK, which writes Gemini's requests and responses in addition to the conventions. */
export const adkDialect: Dialect = {
  name: 'ADK',
  read(span) {
    const { name, attributes, scope } = span
    if (scope !== own && !hasPrefix(attributes, `${own}.`)) return undefined
    const conversationId = textIn(attributes, 'gen_ai.conversation.id', `${own}.session_id`)
    return defined({ ...whatHappened(name.split(' ')[0] ?? '', span), conversationId })
  },
}

function whatHappened(first: string, { name, attributes }: Span): Partial<SpanMeaning> {
  const agent = textIn(attributes, 'gen_ai.agent.name') ?? /^(?:agent_run|invoke_agent) \[?([^\]]+)\]?$/.exec(name)?.[1]
  if (first === 'invocation') return { operation: 'workflow' }
  if (first === 'agent_run' || first === 'invoke_agent') return defined({ operation: 'agent' as const, agent })
  if (first === 'execute_tool') return toolSpan(name, attributes)
  if (first === 'call_llm' || first === 'generate_content') return modelSpan(attributes)
  return {}
}

function toolSpan(name: string, attributes: JsonObject): SpanMeaning {
  const called = textIn(attributes, 'gen_ai.tool.name') ?? /^execute_tool \[?([^\]]+)\]?$/.exec(name)?.[1] ?? name
  // A merged span repeats the results of parallel tools for ADK's own page.
  if (called.startsWith('(merged')) return { operation: 'other' }
  const id = textIn(attributes, 'gen_ai.tool.call.id')
  const known = id === undefined || id.startsWith('<') ? undefined : id
  const contents = ['tool_call_args', 'tool_response'].map((key) => jsonIn(attributes[`${own}.${key}`]))
  // Where contents are not to be recorded, both are empty; what a tool answers is not.
  const areLeftOut = contents.every((content) => isObject(content) && Object.keys(content).length === 0)
  const [args, response] = areLeftOut ? [] : contents
  return {
    operation: 'tool',
    toolCalls: [toolCall(called, args, known)],
    toolResponses: [toolResponse(called, response, known)],
  }
}

function modelSpan(attributes: JsonObject): SpanMeaning {
  const request = jsonIn(attributes[`${own}.llm_request`])
  const config = firstField(request, 'config')
  const tools = firstField(config, 'tools')
  const input = readMessages(firstField(request, 'contents'), 'user')
  const response = jsonIn(attributes[`${own}.llm_response`])
  const output = readMessages(firstField(response, 'content'), 'model')
  return defined({
    operation: 'model' as const,
    instructions: textOfAll(readMessages(firstField(config, 'system_instruction', 'systemInstruction'), 'system')),
    toolDeclarations: Array.isArray(tools) ? tools.filter(isObject) : undefined,
    input: input.length === 0 ? undefined : input,
    output: output.length === 0 ? undefined : output,
    finishReason: finishReasonIn(response),
  })
}
