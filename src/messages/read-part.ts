import { isObject } from '../core/basics/is-object.ts'
import type { Part } from '../core/index.ts'
import { firstField, firstText } from './first-field.ts'
import { jsonIn } from './json-in.ts'
import { toolCallsIn } from './joined-calls.ts'
import { isBase64, ordinaryMedia } from './media.ts'
import { readToolCall, readToolResponse } from './tool-values.ts'

const called = /^(tool[-_]?call|tool[-_]?use|function[-_]?call|tool[-_]?invocation)(Block)?$/i
const answered =
  /^(tool[-_]?call[-_]?(response|result)|tool[-_]?(result|response|return)|function[-_]?(call[-_]?output|response|result))(Block)?$/i
const thought = /^(reasoning|thinking|thought)(Block|Content)?$/i
const written = /^((input|output)?_?text)(Block)?$/i
// Gemini's hosted tools, which have a type and no name.
const onTheirSide = /^(server_|builtin_|web_search|code_interpreter|file_search|redacted)/

/** Reads one part of a message in the formats of GenAI, OpenAI, Anthropic, Bedrock, Gemini, AI SDK, LangChain or LlamaIndex. */
export function readParts(value: unknown): Part[] {
  if (typeof value === 'string') return value === '' ? [] : [{ text: value }]
  if (!isObject(value)) return []
  const type = firstText(value, 'type', 'part_kind', 'block_type', 'kind')?.replaceAll('-', '_')
  return [...(type === undefined ? keyedPart(value) : typedPart(type, value))]
}

function typedPart(type: string, value: Record<string, unknown>): readonly Part[] {
  if (called.test(type))
    return callPart(firstField(value, 'tool_call', 'toolInvocation', 'toolUse', 'functionCall') ?? value)
  const named = value['function']
  // Calls and declarations share this type; only a call has arguments.
  if (type === 'function' && isObject(named) && 'arguments' in named) return callPart(value)
  if (answered.test(type)) return responsePart(firstField(value, 'toolResult', 'functionResponse') ?? value)
  if (thought.test(type)) return textPart(value, { thought: true })
  if (written.test(type)) return textPart(value)
  if (onTheirSide.test(type)) return [{ extra: { [type]: value } }]
  const keyed = keyedPart(value)
  return keyed.length > 0 ? keyed : mediaPart(value)
}

function keyedPart(value: Record<string, unknown>): readonly Part[] {
  const call = firstField(value, 'toolUse', 'functionCall', 'function_call', 'tool_call', 'toolCall')
  if (isObject(call)) return callPart(call)
  if (isBareCall(value)) return callPart(value)
  if ('call_id' in value && 'content' in value) return responsePart(value)
  const response = firstField(
    value,
    'toolResult',
    'functionResponse',
    'function_response',
    'tool_call_result',
    'toolResponse',
  )
  if (isObject(response)) return responsePart(response)
  const reasoning = firstField(value, 'reasoningContent', 'reasoning', 'thinking')
  if (reasoning !== undefined) return textPart({ text: reasoning }, { thought: true })
  if (typeof value['text'] === 'string') return textPart(value, value['thought'] === true ? { thought: true } : {})
  const message = firstField(value, 'message_content')
  if (isObject(message)) return readParts(message)
  return mediaPart(value)
}

function isBareCall(value: Record<string, unknown>): boolean {
  if (firstText(value, 'name') !== undefined && 'arguments' in value && !Array.isArray(value['arguments'])) return true
  const isNamed = firstText(value, 'tool.name', 'tool_name', 'toolName') !== undefined
  return isNamed && ['arguments', 'args', 'tool.args', 'tool_input', 'toolInput'].some((name) => name in value)
}

function callPart(value: unknown): readonly Part[] {
  const toolCall = readToolCall(value)
  if (toolCall === undefined) return isObject(value) ? [{ extra: { tool_call: value } }] : []
  // A UI message of the AI SDK holds a call and its result in one part.
  const isDone = firstText(value, 'state') === 'result' && firstField(value, 'result') !== undefined
  const toolResponse = isDone ? readToolResponse({ ...(value as object), content: undefined }) : undefined
  // Wrongly assembled streams join parallel calls into one.
  const calls =
    toolCall.malformed === undefined ? [toolCall] : toolCallsIn(toolCall.name, toolCall.malformed, toolCall.id)
  return [...calls.map((one) => ({ toolCall: one })), ...(toolResponse === undefined ? [] : [{ toolResponse }])]
}

function responsePart(value: unknown): readonly Part[] {
  const toolResponse = readToolResponse(value)
  return toolResponse === undefined ? [] : [{ toolResponse }]
}

function textPart(value: unknown, how: { readonly thought?: true } = {}): readonly Part[] {
  const found = firstField(value, 'text', 'content', 'thinking', 'reasoning', 'summary', 'value')
  const text = plainText(isQuotedParts(found) ? jsonIn(found) : found)
  return text === '' ? [] : [{ text, ...how }]
}

// Recognizes parts that were taken for a text and serialized as one.
function isQuotedParts(value: unknown): boolean {
  return typeof value === 'string' && /^\[\{"type": ?"text", ?"text": ?"/.test(value)
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('\n')
  return isObject(value) ? plainText(firstField(value, 'text', 'content', 'reasoningText', 'value')) : ''
}

function mediaPart(value: Record<string, unknown>): readonly Part[] {
  const inline = firstField(value, 'inlineData', 'inline_data', 'source', 'file', 'image') ?? value
  const mimeType = firstText(inline, 'mime_type', 'mimeType', 'media_type', 'mediaType')
  const data = firstText(inline, 'data', 'content', 'base64', 'image')
  const media = data === undefined ? undefined : ordinaryMedia({ mimeType: mimeType ?? '', data })
  if (media !== undefined && media.mimeType !== '' && isBase64(media.data)) return [{ media }]
  const url = firstField(value, 'image_url', 'url', 'uri')
  const address = firstText({ url }, 'url') ?? firstText(url, 'url') ?? ''
  if (/^data:[^;,]+;base64,./.test(address)) return [{ media: ordinaryMedia({ mimeType: '', data: address }) }]
  return Object.keys(value).length === 0 ? [] : [{ extra: value }]
}
