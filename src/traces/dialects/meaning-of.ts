import { withThoughtsApart } from '../../core/index.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import type { Span, SpanEvent } from '../span.ts'
import { adkDialect } from './adk.ts'
import { aiSdkDialect } from './ai-sdk.ts'
import { textIn } from './attributes.ts'
import { genAi } from './gen-ai.ts'
import { observations } from './observations.ts'
import { openInference } from './open-inference.ts'
import { pydanticAi } from './pydantic-ai.ts'

// Specific dialects come before the conventions, which many libraries write in addition.
const dialects: readonly Dialect[] = [adkDialect, aiSdkDialect, pydanticAi, openInference, ...observations, genAi]

/** Merges what a span says in all dialects; an earlier dialect takes precedence. */
export function spanMeaning(written: Span): SpanMeaning {
  const span = withLoggedContents(written)
  let told: Partial<SpanMeaning> = {}
  for (const dialect of dialects) {
    const read = dialect.read(span)
    if (read === undefined) continue
    const isFirst = told.listener === undefined && read.operation !== undefined
    told = { ...read, ...told, ...(isFirst && { listener: dialect.name }) }
  }
  const output = told.output?.map((content) => (content.role === 'model' ? withThoughtsApart(content) : content))
  return {
    operation: 'other',
    ...conversationOf(span),
    ...costOf(span),
    ...told,
    ...(output !== undefined && { output }),
  }
}

// Attributes with the conversation's id, which may be on any span, such as that of a request.
const conversations = [
  'gen_ai.conversation.id',
  'session.id',
  'conversation.id',
  'conversation_id',
  'thread_id',
  'session_id',
]

function conversationOf({ attributes }: Span): Pick<SpanMeaning, 'conversationId'> {
  const conversationId = textIn(attributes, ...conversations)
  return conversationId === undefined ? {} : { conversationId }
}

// Langfuse and MLflow write an object with a total, OpenInference and others a number.
const costs = [
  'gen_ai.usage.cost',
  'gen_ai.usage.total_cost',
  'llm.cost.total',
  'langfuse.observation.cost_details',
  'mlflow.llm.cost',
]

function costOf({ attributes }: Span): Pick<SpanMeaning, 'dollars'> {
  const told = costs.map((name) => {
    const cost = jsonIn(attributes[name])
    return typeof cost === 'object' ? firstField(cost, 'total', 'total_cost') : cost
  })
  // Libraries that do not know the price of a model write 0.
  const dollars = told
    .map((cost) => (typeof cost === 'boolean' ? 0 : Number(cost)))
    .find((cost) => cost > 0 && cost < Infinity)
  return dollars === undefined ? {} : { dollars }
}

/** The attributes for kind, input and output in each dialect, and the libraries that write it. */
const places = [
  ['openinference.span.kind', 'input.value', 'output.value', /openinference/],
  [
    'traceloop.span.kind',
    'traceloop.entity.input',
    'traceloop.entity.output',
    /opentelemetry\.instrumentation\.\w*chain/,
  ],
] as const

/** Restores the contents that AWS ADOT moved from a span's attributes to its log records. */
function withLoggedContents(span: Span): Span {
  const bodies = span.events.flatMap(({ body }: SpanEvent) => jsonIn(body) ?? [])
  if (bodies.length === 0) return span
  const place =
    places.find(([kind]) => span.attributes[kind] !== undefined) ??
    places.find(([, , , scope]) => scope.test(scopeOf(span)))
  if (place === undefined) return span
  const [kind, input, output] = place
  const isModel = span.attributes[kind] === 'LLM'
  const logged = { [input]: wholeText(bodies, 'input', isModel), [output]: wholeText(bodies, 'output', isModel) }
  const isUntold = span.attributes[kind] === undefined
  const found = Object.entries({ ...(isUntold && { [kind]: kindBy(logged[output]) }), ...logged })
  const attributes = Object.fromEntries(found.filter(([, value]) => value !== undefined))
  return { ...span, attributes: { ...attributes, ...span.attributes } }
}

// When the span itself is in another file, its log records name the library.
function scopeOf({ scope, events }: Span): string {
  return scope ?? String(events.find(({ body }) => body !== undefined)?.name ?? '')
}

function kindBy(output: unknown): 'LLM' | 'TOOL' | 'CHAIN' {
  const held = jsonIn(output)
  if (firstField(held, 'generations', 'choices', 'candidates', 'replies') !== undefined) return 'LLM'
  const said = readMessages(held, 'model')
  return said.length > 0 && said.every(({ role }) => role === 'tool') ? 'TOOL' : 'CHAIN'
}

/** Returns the most complete logged text: JSON is preferred to single messages. */
function wholeText(bodies: readonly unknown[], side: 'input' | 'output', isModel: boolean): unknown {
  const messages = bodies.flatMap((body) => firstField(firstField(body, side), 'messages') ?? [])
  const texts = messages
    .map((message) => firstField(message, 'content'))
    .filter((content) => typeof content === 'string')
  return texts.find((text) => typeof jsonIn(text) === 'object') ?? (isModel ? undefined : texts[0])
}
