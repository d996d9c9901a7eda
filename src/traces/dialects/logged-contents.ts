import type { Span, SpanEvent } from '../span.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'

/** Where a dialect has what went in and what came out, by the attribute that says what the span is. */
const places = [
  ['openinference.span.kind', 'input.value', 'output.value'],
  ['traceloop.span.kind', 'traceloop.entity.input', 'traceloop.entity.output'],
] as const

/** A span with the contents that AWS ADOT took out of its attributes and logged, put back in their place. */
export function withLoggedContents(span: Span): Span {
  const place = places.find(([kind]) => span.attributes[kind] !== undefined)
  const bodies = place === undefined ? [] : span.events.flatMap(({ body }: SpanEvent) => jsonIn(body) ?? [])
  if (place === undefined || bodies.length === 0) return span
  const [kind, input, output] = place
  const isModel = span.attributes[kind] === 'LLM'
  const logged = { [input]: wholeText(bodies, 'input', isModel), [output]: wholeText(bodies, 'output', isModel) }
  const found = Object.entries(logged).filter(([, value]) => value !== undefined)
  return { ...span, attributes: { ...Object.fromEntries(found), ...span.attributes } }
}

/** The text among the logged ones that has all of it: JSON, before that of single messages. */
function wholeText(bodies: readonly unknown[], side: 'input' | 'output', isModel: boolean): unknown {
  const messages = bodies.flatMap((body) => firstField(firstField(body, side), 'messages') ?? [])
  const texts = messages
    .map((message) => firstField(message, 'content'))
    .filter((content) => typeof content === 'string')
  return texts.find((text) => typeof jsonIn(text) === 'object') ?? (isModel ? undefined : texts[0])
}
