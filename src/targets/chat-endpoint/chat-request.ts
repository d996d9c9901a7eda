import { JsonObject, stringifyJson } from '../../core/index.ts'
import type { ModelTool, ModelToolCall } from '../../models/language-model.ts'
import { contentWords } from '../http/content-words.ts'
import type { AgentMessage } from '../model-agent/agent-model.ts'

/** A conversation in the words of OpenAI's chat API. */
export function wireMessages(instructions: string | undefined, messages: readonly AgentMessage[]): readonly object[] {
  const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }]
  return [...system, ...messages.map(wireMessage)]
}

export function wireTool({ name, description, parameters }: ModelTool): object {
  return { type: 'function', function: { name, description, parameters } }
}

function wireMessage(said: AgentMessage): object {
  if (said.role === 'user') return { role: 'user', content: contentWords.openai(said.content) }
  if (said.role === 'tool') return { role: 'tool', tool_call_id: said.call.id, content: said.text }
  const { text, toolCalls = [] } = said
  if (toolCalls.length === 0) return { role: 'assistant', content: text }
  return { role: 'assistant', content: text === '' ? null : text, tool_calls: toolCalls.map(wireCall) }
}

function wireCall({ id, name, args }: ModelToolCall): object {
  // Servers parse what they are sent back: what the model wrote that is no object stands in the error that it gets.
  const object = JsonObject.safeParse(args)
  return { id, type: 'function', function: { name, arguments: stringifyJson(object.success ? object.data : {}) } }
}
