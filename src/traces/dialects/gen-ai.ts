import { some } from './observed.ts'
import type { Content, FinishReason, JsonObject, ToolCall, ToolResponse, Usage } from '../../core/index.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { finishReasonFrom, finishReasonIn } from '../../messages/finish-reason-in.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import { joinedJson, toolCallsIn } from '../../messages/joined-calls.ts'
import { toolResponse } from '../../messages/tool-values.ts'
import type { Span } from '../span.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import { countIn, defined, hasPrefix, textIn } from './attributes.ts'
import { givenArguments, withoutName } from './given-arguments.ts'
import { eventValues, hasLoggedBlocks, messagesInEvents, readPrompt, type EventMessages } from './gen-ai-events.ts'
import { nestedAttributes } from './nested-attributes.ts'
import { textOfAll } from './text-of-all.ts'
import { toolNameOf } from './tool-name.ts'

/** OpenTelemetry's semantic conventions for generative AI, with current and former names. */
export const genAi: Dialect = {
  name: 'OpenTelemetry',
  read(span) {
    const { attributes, events } = span
    const isTheirs =
      hasPrefix(attributes, 'gen_ai.') ||
      events.some(({ name, body }) => name.startsWith('gen_ai.') || body !== undefined)
    return isTheirs ? meaningOf(span) : undefined
  },
}

function meaningOf(span: Span): Partial<SpanMeaning> {
  const { attributes } = span
  const said = messagesInEvents(span)
  const operation = operationOf(span) ?? operationBy(span, said)
  const given = orElse(messages(attributes, 'input', 'user'), said.input)
  const system = given.filter(({ role }) => role === 'system')
  const instructions =
    textOfAll(readMessages(attributes['gen_ai.system_instructions'] ?? attributes['system_prompt'], 'system')) ??
    textOfAll(said.instructions) ??
    textOfAll(system)
  const input = given.filter(({ role }) => role !== 'system')
  const output = withAskedTools(attributes, orElse(messages(attributes, 'output', 'model'), said.output), operation)
  return defined({
    operation,
    agent: agentOf(span, operation),
    conversationId: textIn(attributes, 'gen_ai.conversation.id', 'session.id', 'gen_ai.session.id', 'gen_ai.thread.id'),
    instructions,
    toolDeclarations: declarationsOf(attributes) ?? said.toolDeclarations,
    ...(operation === 'tool' ? toolOf(span, input, output) : { input: some(input), output: some(output) }),
    model: textIn(attributes, 'gen_ai.response.model', 'gen_ai.request.model'),
    usage: usageOf(attributes) ?? usageOf(attributes, 'gen_ai.response.'),
    finishReason: finishReasonOfSpan(span),
  })
}

function finishReasonOfSpan({ attributes, events }: Span): FinishReason | undefined {
  const inMessages = ['gen_ai.output.messages', 'gen_ai.completion', 'gen_ai.output'].map(
    (name) => attributes[name] ?? nestedAttributes(attributes, name),
  )
  const told = reasonNames.map((name) => finishReasonFrom(attributes[name]))
  return [
    ...told,
    ...inMessages.map((value) => finishReasonIn(value)),
    ...events.toReversed().flatMap((event) => [...eventValues(event)].map((value) => finishReasonIn(value))),
  ].find((reason) => reason !== undefined)
}

const reasonNames = [
  'gen_ai.response.finish_reasons',
  'gen_ai.response.finish_reason',
  'gen_ai.response.stop_reason',
  'llm.finish_reason',
  'llm.response.finish_reason',
  'llm.response.stop_reason',
]

const modelOperations =
  /^((chat|text)\.(streaming_)?completions|chat([_.]completions?)?|completions?|text_completion|generate(_content|_text)?|generation|responses?(\.create)?|messages?(\.create)?|invoke_model|converse|call_(llm|model)|(llm|model)_(call|request)|llm|inference)$/

function operationOf({ name, attributes }: Span): SpanMeaning['operation'] | undefined {
  const said = textIn(attributes, 'gen_ai.operation.name') ?? name.split(' ')[0] ?? ''
  if (/^(execute|invoke|call)_tool$|^tool(_call|s\/call)$/.test(said)) return 'tool'
  if (/^(invoke|run)_agent$|^agent(_run)?$/.test(said)) return 'agent'
  if (/^invoke_(workflow|graph|swarm)$/.test(said)) return 'workflow'
  if (modelOperations.test(said)) return 'model'
  if (textIn(attributes, 'gen_ai.operation.name') !== undefined) return undefined
  if (textIn(attributes, 'gen_ai.tool.name', 'gen_ai.tool.call.id') !== undefined) return 'tool'
  const isAnswer = countIn(attributes, 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens') !== undefined
  const names = [
    'gen_ai.response.model',
    'gen_ai.completion',
    'gen_ai.completion.0.content',
    'gen_ai.completion.0.role',
  ]
  const isModel = textIn(attributes, 'gen_ai.request.model', ...names) !== undefined
  if (isModel && (isAnswer || hasPrefix(attributes, 'gen_ai.completion', 'gen_ai.output', 'gen_ai.response')))
    return 'model'
  return textIn(attributes, 'gen_ai.agent.name') !== undefined &&
    !isModel &&
    hasPrefix(attributes, 'gen_ai.usage', 'gen_ai.input')
    ? 'agent'
    : undefined
}

/**
 * Infers the operation from the events of a span without any attributes. Strands logs plain texts for its agents too.
 */
function operationBy(
  { name, scope = '', events }: Span,
  { input, output }: EventMessages,
): SpanMeaning['operation'] | undefined {
  if (name !== '' || output.length === 0) return undefined
  if (input.length > 0 && input.every(({ role }) => role === 'tool')) return 'tool'
  return scope.startsWith('strands') && !events.some(hasLoggedBlocks) ? undefined : 'model'
}

function agentOf({ name, attributes }: Span, operation: SpanMeaning['operation'] | undefined): string | undefined {
  const named = textIn(attributes, 'gen_ai.agent.name')
  if (named !== undefined || operation !== 'agent') return named
  return /^invoke_agent (.+)$/.exec(name)?.[1] ?? textIn(attributes, 'gen_ai.agent.id')
}

/** Reads `gen_ai.input.messages`, or the former `gen_ai.prompt` as JSON or as numbered attributes. */
function messages(attributes: JsonObject, side: 'input' | 'output', role: 'user' | 'model'): Content[] {
  const former = side === 'input' ? 'gen_ai.prompt' : 'gen_ai.completion'
  const value =
    attributes[`gen_ai.${side}.messages`] ??
    nestedAttributes(attributes, `gen_ai.${side}.messages`) ??
    attributes[former] ??
    nestedAttributes(attributes, former) ??
    attributes[`gen_ai.${side}`]
  return side === 'input' ? readPrompt(value) : readMessages(value, role)
}

const givenIn = [
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.arguments',
  'gen_ai.tool.args',
  'gen_ai.tool.input',
  'tool_arguments',
  'mcp.tool.arguments',
]
const answeredIn = [
  'gen_ai.tool.call.result',
  'gen_ai.tool.result',
  'gen_ai.tool.output',
  'tool_response',
  'gen_ai.output',
  'output.value',
]

function toolOf(
  { name, attributes }: Span,
  input: readonly Content[],
  output: readonly Content[],
): Pick<SpanMeaning, 'toolCalls' | 'toolResponses'> {
  const called = textIn(attributes, 'gen_ai.tool.name', 'tool.name', 'mcp.tool.name') ?? toolNameOf(name)
  const call = partsOf(input).find((part) => part.toolCall !== undefined)?.toolCall
  const id = textIn(attributes, 'gen_ai.tool.call.id') ?? call?.id ?? responsesIn(input)[0]?.id
  // Strands records a tool's input in the form that others use for tool results.
  const given =
    firstField(attributes, ...givenIn) ?? call?.args ?? call?.malformed ?? responseIn(input) ?? textOfAll(input)
  const answer = firstField(attributes, ...answeredIn) ?? responseIn(output) ?? textOfAll(output)
  const toolCalls = toolCallsIn(called, givenArguments(given, called), id)
  return { toolCalls, toolResponses: responsesTo(toolCalls, answer, called) }
}

/** One answer may hold the results of all calls. */
function responsesTo(calls: readonly ToolCall[], answer: unknown, name: string): readonly ToolResponse[] {
  if (calls.length === 1) return [toolResponse(name, withoutName(answer, name), calls[0]?.id)]
  const held = jsonIn(answer)
  const each = Array.isArray(held) ? held : typeof held === 'string' ? joinedJson(held) : []
  return calls.map((call, at) => toolResponse(call.name, each.length === calls.length ? each[at] : undefined, call.id))
}

/** OpenLIT lists a model's tool calls beside the messages, with one attribute each for names, ids and arguments. */
function withAskedTools(
  attributes: JsonObject,
  output: readonly Content[],
  operation: SpanMeaning['operation'] | undefined,
): readonly Content[] {
  const name = textIn(attributes, 'gen_ai.tool.name')
  if (operation !== 'model' || name === undefined || partsOf(output).some((part) => part.toolCall !== undefined))
    return output
  const calls = toolCallsIn(name, firstField(attributes, ...givenIn), textIn(attributes, 'gen_ai.tool.call.id'))
  return [...output, { role: 'model', parts: calls.map((toolCall) => ({ toolCall })) }]
}

function responseIn(contents: readonly Content[]): JsonObject | undefined {
  return responsesIn(contents)[0]?.response
}

function responsesIn(contents: readonly Content[]): readonly ToolResponse[] {
  return partsOf(contents).flatMap((part) => part.toolResponse ?? [])
}

function declarationsOf(attributes: JsonObject): readonly unknown[] | undefined {
  const found = attributes['gen_ai.tool.definitions'] ?? attributes['gen_ai.request.tools']
  const value =
    jsonIn(found) ?? nestedAttributes(attributes, 'llm.request.functions') ?? jsonIn(attributes['gen_ai.agent.tools'])
  return Array.isArray(value) ? value.map(jsonIn) : undefined
}

function usageOf(attributes: JsonObject, prefix = 'gen_ai.usage.'): Usage | undefined {
  const count = (...names: readonly string[]) => countIn(attributes, ...names.map((name) => `${prefix}${name}`))
  return countedTokens({
    input_tokens: count('input_tokens', 'prompt_tokens'),
    output_tokens: count('output_tokens', 'completion_tokens'),
    input_tokens_details: {
      cache_read: count(
        'cache_read.input_tokens',
        'cache_read_input_tokens',
        'details.cache_read_tokens',
        'input_tokens.cached',
        'prompt_tokens_details.cached_tokens',
        'prompt_tokens_details.cache_read',
      ),
      cache_write: count(
        'cache_creation.input_tokens',
        'cache_creation_input_tokens',
        'cache_write.input_tokens',
        'cache_write_input_tokens',
        'details.cache_write_tokens',
        'prompt_tokens_details.cache_write',
      ),
    },
    reasoning_tokens: count(
      'reasoning.output_tokens',
      'reasoning_tokens',
      'details.reasoning_tokens',
      'output_tokens.reasoning',
      'completion_tokens_details.reasoning_tokens',
      'completion_tokens_details.reasoning',
    ),
    total_tokens: count('total_tokens') ?? countIn(attributes, 'llm.usage.total_tokens'),
  })
}

function partsOf(contents: readonly Content[]) {
  return contents.flatMap(({ parts }) => parts ?? [])
}

/** Some libraries write the same in both places; AWS ADOT splits calls and texts between them. */
function orElse(told: readonly Content[], events: readonly Content[]): readonly Content[] {
  if (events.length === 0 || textOfAll(told) !== undefined) return told
  const calls = partsOf(told).filter(({ toolCall: call }) => call !== undefined)
  const [last] = events.slice(-1)
  if (last?.role !== 'model' || calls.length === 0) return events.length > 0 ? events : told
  return [...events.slice(0, -1), { ...last, parts: [...(last.parts ?? []), ...calls] }]
}
