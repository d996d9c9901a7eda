import { isObject } from '../../core/basics/is-object.ts'
import type { Content, JsonObject } from '../../core/index.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { finishReasonFrom } from '../../messages/finish-reason-in.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import type { Dialect } from '../span-meaning.ts'
import { countIn, defined, hasPrefix, textIn } from './attributes.ts'
import { nestedAttributes } from './nested-attributes.ts'
import { observed } from './observed.ts'
import { textOfAll } from './text-of-all.ts'
import { toolNameOf } from './tool-name.ts'

/** OpenInference, which Phoenix, Arize and many instrumentations write. */
export const openInference: Dialect = {
  name: 'OpenInference',
  read({ name, attributes }) {
    const kind =
      textIn(attributes, 'openinference.span.kind') ?? (hasPrefix(attributes, 'llm.input_messages') ? 'LLM' : undefined)
    if (kind === undefined) return undefined
    if (isPassing(attributes)) return { operation: 'other' }
    // The tool's own spans stand within the one in which BeeAI's agent starts it; the agent tells the result in another.
    if (textIn(attributes, 'target')?.endsWith('.toolStart')) return { operation: 'tool', toolCalls: [] }
    // OpenAI Agents write such a span beside the tool call that hands over.
    if (kind.toUpperCase() === 'TOOL' && name.startsWith('handoff')) return { operation: 'other' }
    const meaning = observed({
      kind,
      name: nameOf(kind, name, attributes),
      input:
        kind.toUpperCase() === 'TOOL'
          ? (attributes['input.value'] ?? argumentsIn(attributes['tool.parameters']))
          : attributes['input.value'],
      output: outputIn(attributes),
      id: textIn(attributes, 'tool_call.id', 'tool.id'),
      parameters: attributes['tool.parameters'] ?? attributes['tool.json_schema'],
    })
    if (meaning.operation === 'tool') return meaning
    const given = messagesIn(attributes, 'llm.input_messages', 'user')
    const output = messagesIn(attributes, 'llm.output_messages', 'model')
    const input = given.filter(({ role }) => role !== 'system')
    const told = {
      ...meaning,
      ...defined({
        input: input.some(saysSomething) ? input : undefined,
        output: output.some(saysSomething) ? output : undefined,
        instructions:
          textOfAll(given.filter(({ role }) => role === 'system')) ?? textIn(attributes, 'llm.system_prompt'),
        conversationId: textIn(attributes, 'session.id') ?? threadOf(attributes['metadata']),
        toolDeclarations: toolsIn(attributes),
        model: textIn(attributes, 'llm.model_name'),
        usage: usageOf(attributes),
        finishReason: finishReasonFrom(attributes['llm.finish_reason']) ?? meaning.finishReason,
      }),
    }
    // BeeAI's first event of a model call has its input, and the final one the rest.
    const isBegun = /^backend\..+\.start$/.test(textIn(attributes, 'target') ?? '')
    return isBegun ? { ...told, operation: 'agent' } : told
  },
}

/** BeeAI writes a span for each event of a call; only the final one says what was done. */
function isPassing(attributes: JsonObject): boolean {
  return /^((agent|tool)\..+\.start|(agent|backend|tool)\..+\.(update|partial_?update|finish))$/i.test(
    textIn(attributes, 'target') ?? '',
  )
}

function outputIn(attributes: JsonObject): unknown {
  return nestedAttributes(attributes, 'retrieval.documents') ?? attributes['output.value']
}

// When contents are omitted, only roles remain.
function saysSomething({ parts }: Content): boolean {
  return (
    parts?.some(({ text, toolCall, media }) => Boolean(text) || toolCall !== undefined || media !== undefined) === true
  )
}

// Some libraries write a tool's arguments there, others its parameter schema.
function argumentsIn(parameters: unknown): unknown {
  return firstField(jsonIn(parameters), 'properties', '$schema') === undefined ? parameters : undefined
}

function nameOf(kind: string, name: string, attributes: JsonObject): string {
  const [, beeTool] = /^tool\.(.+)\.\w+$/.exec(textIn(attributes, 'target') ?? '') ?? []
  if (kind.toUpperCase() === 'TOOL')
    return textIn(attributes, 'tool.name', 'tool_call.function.name') ?? beeTool ?? toolNameOf(name)
  return textIn(attributes, 'agent.name', 'graph.node.display_name', 'graph.node.id') ?? name
}

function messagesIn(attributes: JsonObject, name: string, role: 'user' | 'model'): Content[] {
  const entries = nestedAttributes(attributes, name) ?? jsonIn(attributes[name])
  if (!Array.isArray(entries)) return []
  return readMessages(
    entries.map((entry) => plainMessage(firstField(entry, 'message') ?? entry)),
    role,
  )
}

/** Removes a nesting level that OpenInference adds around each part of a message. */
function plainMessage(message: unknown): unknown {
  if (!isObject(message)) return message
  const { contents, tool_calls: calls, function_call_name: name, function_call_arguments_json: args } = message
  return {
    ...message,
    ...(Array.isArray(contents) && {
      content: contents.map((piece) => plainPiece(firstField(piece, 'message_content') ?? piece)),
    }),
    contents: undefined,
    ...(Array.isArray(calls) && { tool_calls: calls.map((call) => firstField(call, 'tool_call') ?? call) }),
    ...(typeof name === 'string' && { function_call: { name, arguments: args } }),
  }
}

function plainPiece(piece: unknown): unknown {
  const image = firstField(firstField(piece, 'image'), 'image')
  return image === undefined ? piece : { type: 'image', image_url: image }
}

function toolsIn(attributes: JsonObject): readonly unknown[] | undefined {
  const tools = nestedAttributes(attributes, 'llm.tools')
  return Array.isArray(tools)
    ? tools.map((tool) => jsonIn(firstField(firstField(tool, 'tool'), 'json_schema')))
    : undefined
}

function threadOf(metadata: unknown): string | undefined {
  return textIn(
    { ...(isObject(jsonIn(metadata)) ? (jsonIn(metadata) as JsonObject) : {}) },
    'thread_id',
    'session_id',
    'conversation_id',
  )
}

function usageOf(attributes: JsonObject) {
  const count = (name: string) => countIn(attributes, `llm.token_count.${name}`)
  return countedTokens({
    prompt_tokens: count('prompt'),
    completion_tokens: count('completion'),
    prompt_tokens_details: {
      cache_read: count('prompt_details.cache_read'),
      cache_write: count('prompt_details.cache_write'),
    },
    reasoning_tokens: count('completion_details.reasoning'),
    total_tokens: count('total'),
  })
}
