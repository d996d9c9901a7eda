import type { Span, SpanEvent } from '../span.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readMessages } from '../../messages/read-messages.ts'

/** Where a dialect has what went in and what came out, by the attribute that says what the span is, and by its libraries. */
const places = [
  ['openinference.span.kind', 'input.value', 'output.value', /openinference/],
  [
    'traceloop.span.kind',
    'traceloop.entity.input',
    'traceloop.entity.output',
    /opentelemetry\.instrumentation\.\w*chain/,
  ],
] as const

/** A span with the contents that AWS ADOT took out of its attributes and logged, put back in their place. */
export function withLoggedContents(span: Span): Span {
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

// Where the span itself is elsewhere, its logs have the name of the library.
function scopeOf({ scope, events }: Span): string {
  return scope ?? String(events.find(({ body }) => body !== undefined)?.name ?? '')
}

/** What a span must be that gave back such an output, where nothing says what it is. */
function kindBy(output: unknown): 'LLM' | 'TOOL' | 'CHAIN' {
  const held = jsonIn(output)
  if (firstField(held, 'generations', 'choices', 'candidates', 'replies') !== undefined) return 'LLM'
  const said = readMessages(held, 'model')
  return said.length > 0 && said.every(({ role }) => role === 'tool') ? 'TOOL' : 'CHAIN'
}

/** The text among the logged ones that has all of it: JSON, before that of single messages. */
function wholeText(bodies: readonly unknown[], side: 'input' | 'output', isModel: boolean): unknown {
  const messages = bodies.flatMap((body) => firstField(firstField(body, side), 'messages') ?? [])
  const texts = messages
    .map((message) => firstField(message, 'content'))
    .filter((content) => typeof content === 'string')
  return texts.find((text) => typeof jsonIn(text) === 'object') ?? (isModel ? undefined : texts[0])
}
