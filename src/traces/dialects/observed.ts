import { isObject } from '../../core/basics/is-object.ts'
import { type Content, type JsonObject, stringifyJson } from '../../core/index.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { firstField, firstText } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import { toolCallsIn } from '../../messages/joined-calls.ts'
import { toolResponse } from '../../messages/tool-values.ts'
import type { SpanMeaning } from '../span-meaning.ts'
import { defined } from './attributes.ts'
import { givenArguments } from './given-arguments.ts'
import { textOfAll } from './text-of-all.ts'

/** The kind, input and output of a span, which many libraries record under different names. */
type Observed = {
  readonly kind: string
  readonly name: string
  readonly input: unknown
  readonly output: unknown
  readonly id?: string | undefined
  readonly parameters?: unknown
}

const kinds: readonly (readonly [SpanMeaning['operation'], RegExp])[] = [
  ['agent', /^(agent|agent_run|invoke_agent|sub_?agent)$/i],
  ['model', /^(llm|generation|chat|chat_model|completion|model|llm_call|model_generation|model_inference)$/i],
  ['tool', /^(tool|function|tool_call|mcp_tool_call|execute_tool)$/i],
  ['workflow', /^(chain|workflow|graph|crew|workflow_run|request)$/i],
]

function operationOf(kind: string): SpanMeaning['operation'] | undefined {
  return kinds.find(([, pattern]) => pattern.test(kind))?.[0]
}

/** Interprets a span whose input and output may be messages or anything else. */
export function observed({ kind, name, input, output, id, parameters }: Observed): Partial<SpanMeaning> {
  const operation = operationOf(kind)
  if (operation === 'tool') return { operation, ...observedTool(name, input, output, id, parameters) }
  const read = operation === 'model' ? modelWords : wordsOf
  const given = read(input, 'user')
  return defined({
    operation,
    documents: /^retriever$/i.test(kind) ? documentsIn(output) : undefined,
    agent: operation === 'agent' ? name : undefined,
    input: some(given.filter(({ role }) => role !== 'system')),
    output: some(read(output, 'model')),
    instructions: textOfAll(given.filter(({ role }) => role === 'system')),
    toolDeclarations: operation === 'model' ? declarationsIn(input) : undefined,
    finishReason: operation === 'model' ? finishReasonIn(output) : undefined,
  })
}

/** Undefined where a document's text is not told. */
function documentsIn(output: unknown): readonly string[] | undefined {
  const held = jsonIn(output)
  const found = firstField(held, 'documents') ?? held
  if (!Array.isArray(found)) return undefined
  const texts = found.flatMap(
    (one) => firstText(firstField(one, 'document') ?? one, 'content', 'page_content', 'text') ?? [],
  )
  return texts.length === found.length ? texts : undefined
}

/** A request of a client has them beside its messages. */
function declarationsIn(input: unknown): readonly unknown[] | undefined {
  const tools = firstField(jsonIn(input), 'tools')
  return Array.isArray(tools) ? tools.map(jsonIn) : undefined
}

function modelWords(value: unknown, role: 'user' | 'model'): Content[] {
  const messages = readMessages(jsonIn(value), role)
  return messages.length > 0 ? messages : wordsOf(value, role)
}

function observedTool(name: string, input: unknown, output: unknown, id: string | undefined, parameters: unknown) {
  const answers = readMessages(jsonIn(firstField(jsonIn(output), 'output', 'outputs') ?? output), 'tool')
  const answer = answers
    .flatMap(({ parts }) => parts ?? [])
    .find((part) => part.toolResponse !== undefined)?.toolResponse
  const known = id ?? answer?.id
  // When the span is named after a class, the answer names the tool.
  const called = answer?.name || name
  return {
    toolCalls: toolCallsIn(called, givenArguments(input, called, parameters), known),
    toolResponses: [
      answer?.response === undefined
        ? toolResponse(called, outputOf(output), known)
        : { ...answer, ...(known === undefined ? {} : { id: known }), name: called },
    ],
  }
}

function outputOf(output: unknown): unknown {
  const value = jsonIn(output)
  const isFrame =
    isObject(value) && Object.keys(value).every((key) => ['output', 'outputs', 'kwargs', 'tags'].includes(key))
  return (isFrame ? firstField(value, 'output', 'outputs') : undefined) ?? output
}

/** Words that name a question or an answer, as a whole name or at its end: `user_query`, `final_answer`. */
const named = {
  user: wordsIn('input question query prompt text message msg request task utterance content'),
  model: wordsIn('output answer response result text reply content message completion raw value'),
}

const around = {
  user: wordsIn('inputs kwargs input data values state message new_message user_input items args'),
  model: wordsIn(
    'outputs output data values state response result return_values agent_outcome message last_message chat_message replies kwargs',
  ),
}

function wordsIn(names: string): readonly string[] {
  return names.split(' ')
}

/**
 * Reads the words of a frame: its messages, its text, or the text field of an object that is a question or an answer.
 */
function wordsOf(value: unknown, role: 'user' | 'model'): Content[] {
  const held = jsonIn(value)
  if (typeof held === 'string') return readMessages(shownText(held), role)
  const messages = readMessages(held, role)
  if (messages.length > 0) return messages
  // The positional arguments of a function.
  if (Array.isArray(held)) return held.length === 0 || held.length > 2 ? [] : wordsOf(held[0], role)
  if (!isObject(held)) return []
  for (const name of around[role]) {
    const inner = typeof held[name] === 'object' && held[name] !== null ? wordsOf(held[name], role) : []
    if (inner.length > 0) return inner
  }
  const text = namedField(held, named[role])
  if (typeof text === 'string') return wordsOf(text, role)
  return role === 'model' && text !== undefined && text !== null && !isIdle(text, held)
    ? readMessages(stringifyJson(text), role)
    : []
}

/** A list or object without entries is no answer where other fields stand beside it. */
function isIdle(field: unknown, held: JsonObject): boolean {
  return typeof field === 'object' && Object.keys(field ?? {}).length === 0 && Object.keys(held).length > 1
}

function namedField(held: JsonObject, names: readonly string[]): unknown {
  const whole = firstField(held, ...names)
  if (whole !== undefined) return whole
  const words = Object.keys(held).map((key) => [key, key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()] as const)
  for (const name of names) {
    const [key] = words.find(([one, spelt]) => spelt.endsWith(`_${name}`) && typeof held[one] === 'string') ?? []
    if (key !== undefined) return held[key]
  }
  return undefined
}

/** Reads the text from LangChain's Python representation of a message. */
function shownText(text: string): string {
  return (
    /^content=(['"])([^]*?)\1 (?:additional_kwargs|response_metadata|name|id|tool_call_id)=/.exec(text)?.[2] ?? text
  )
}

export function some<Entry>(entries: readonly Entry[]): readonly Entry[] | undefined {
  return entries.length === 0 ? undefined : entries
}
