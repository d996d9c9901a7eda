import { isObject } from '../../core/basics/is-object.ts'
import type { Content } from '../../core/index.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn, unquoted } from '../../messages/json-in.ts'
import { readMessages, type Role } from '../../messages/read-messages.ts'
import type { Span, SpanEvent } from '../span.ts'

export type EventMessages = ReturnType<typeof messagesInEvents>

const spoken: Readonly<Record<string, Role>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.developer.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'model',
  'gen_ai.tool.message': 'tool',
}

/** Reads messages from span events in all forms of the conventions: one event per message, or one for all. */
export function messagesInEvents({ events }: Span) {
  const inOrder = events.toSorted((one, other) => one.at - other.at)
  const details = inOrder.filter(({ name }) => name === 'gen_ai.client.inference.operation.details')
  return {
    instructions: details.flatMap((event) => readMessages(field(event, 'gen_ai.system_instructions'), 'system')),
    input: inOrder.flatMap(inputOf),
    output: inOrder.flatMap(outputOf),
    toolDeclarations: details
      .map((event) => jsonIn(field(event, 'gen_ai.tool.definitions')))
      .find((value) => Array.isArray(value)),
  }
}

/** Returns the values of an event that may hold the finish reason. */
export function eventValues({ name, attributes, body }: SpanEvent): readonly unknown[] {
  if (name === 'gen_ai.choice') return [attributes, attributes['gen_ai.event.content'], body]
  const logged = firstField(firstField(jsonIn(body), 'output'), 'messages')
  const contents = (Array.isArray(logged) ? logged : []).map((one) => jsonIn(firstField(one, 'content')))
  return [
    attributes['gen_ai.output.messages'],
    attributes['gen_ai.completion'],
    firstField(jsonIn(body), 'gen_ai.output.messages'),
    contents,
  ]
}

function inputOf(event: SpanEvent): Content[] {
  const role = spoken[event.name]
  if (role !== undefined) return said(event, role)
  const given = field(event, 'gen_ai.input.messages') ?? field(event, 'gen_ai.prompt')
  return given === undefined ? adotMessages(event, 'input', 'user') : readPrompt(given)
}

/** Reads a model's input; OpenLIT writes each message as a line that begins with its role, such as `user: …`. */
export function readPrompt(given: unknown): Content[] {
  if (typeof given !== 'string' || !spokenLine.test(given)) return readMessages(given, 'user')
  const begins = [...given.matchAll(new RegExp(spokenLine, 'gm'))]
  return begins.flatMap((begin, at) => {
    const words = given.slice(begin.index + begin[0].length, begins[at + 1]?.index).trim()
    return readMessages([{ role: begin[1], content: words.replace(/^text: /, '') }], 'user')
  })
}

const spokenLine = /^(system|developer|user|assistant|model|tool): ?/

function outputOf(event: SpanEvent): Content[] {
  if (event.name === 'gen_ai.choice') return said(event, 'model')
  const given = field(event, 'gen_ai.output.messages') ?? field(event, 'gen_ai.completion')
  return given === undefined ? adotMessages(event, 'output', 'model') : readMessages(given, 'model')
}

/**
 * AWS ADOT moves contents from spans to the bodies of log records: texts, and events with their attributes. Earlier
 * model messages appear among the output.
 */
function adotMessages({ body }: SpanEvent, side: 'input' | 'output', role: Role): Content[] {
  const messages = firstField(firstField(jsonIn(body), side), 'messages')
  if (!Array.isArray(messages)) return []
  const choices = messages.filter((message) => firstField(firstField(message, 'content'), 'message') !== undefined)
  return (choices.length > 0 ? choices : messages).filter(isObject).flatMap((message) => {
    const spokenBy = roles[String(message['role'])] ?? role
    const content = unquoted(message['content'])
    if (isObject(content)) return said({ name: '', at: 0, attributes: { ...content, role: spokenBy } }, spokenBy)
    const listed = jsonIn(content)
    const isWhole = Array.isArray(listed) && listed.every((one) => firstField(one, 'role') !== undefined)
    return readMessages(isWhole ? listed : [{ role: spokenBy, content }], spokenBy)
  })
}

/** Returns whether the logged output consists of content blocks instead of plain text. */
export function hasLoggedBlocks({ body }: SpanEvent): boolean {
  const messages = firstField(firstField(jsonIn(body), 'output'), 'messages')
  const contents = (Array.isArray(messages) ? messages : []).map((one) => firstField(one, 'content'))
  return contents.some((content) => Array.isArray(jsonIn(firstField(jsonIn(content), 'message') ?? content)))
}

const roles: Readonly<Record<string, Role>> = {
  system: 'system',
  user: 'user',
  assistant: 'model',
  tool: 'tool',
}

function said({ attributes, body }: SpanEvent, role: Role): Content[] {
  const whole = jsonIn(attributes['gen_ai.event.content'])
  const inner = jsonIn(body)
  const message: Record<string, unknown> = {
    ...attributes,
    ...(isObject(whole) ? whole : {}),
    ...(isObject(inner) ? inner : inner === undefined ? {} : { content: inner }),
  }
  const told = jsonIn(firstField(message, 'message'))
  if (isObject(told)) return readMessages([{ role, ...message, message: undefined, ...told }], role)
  const content = told ?? firstField(message, 'content')
  // Google's libraries write this where contents are not to be recorded.
  if (content === '<elided>') return []
  const name = role === 'tool' ? firstField(message, 'name') : undefined
  return readMessages(
    [{ ...message, role: firstField(message, 'role') ?? role, content, name, message: undefined }],
    role,
  )
}

function field({ attributes, body }: SpanEvent, name: string): unknown {
  return attributes[name] ?? firstField(jsonIn(body), name)
}
