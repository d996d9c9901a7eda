import { defined } from '../dialects/attributes.ts'
import { spanMeaning } from '../dialects/meaning-of.ts'
import type { Span } from '../span.ts'
import { aiSdkSpans } from './ai-sdk-spans.ts'
import type { PublishedPlace, Published } from './published.ts'
import { langchainSpans } from './langchain-spans.ts'
import { liveSpan } from './live-span.ts'
import { openaiAgentsSpans } from './openai-agents-spans.ts'

export function spansOf(published: readonly Published[]): readonly Span[] {
  const by = (source: Published['by']) => published.filter((one) => one.by === source)
  const own = [
    ...aiSdkSpans(by('ai-sdk'), by('ai-sdk-answer')),
    ...langchainSpans(by('langchain')),
    ...openaiAgentsSpans(by('openai-agents')),
  ]
  const traced = by('open-telemetry')
    .flatMap(({ what }) => liveSpan(what as object) ?? []) // OpenTelemetry publishes only spans
    .filter((span) => !isToldTwice(span, own))
  const kept = new Map([...own, ...traced].map((span) => [span.spanId, span]))
  const places = new Map(published.toReversed().flatMap(({ id, place }) => (kept.has(id) ? [[id, place]] : [])))
  return [...kept.values()].map((span) => {
    const parent = parentOf(span, places)
    const says = kept.get(parent ?? '') ?? frame
    // A frame that the user put around the calls does not say which agent made them.
    const isFramed = !own.includes(span) && spanMeaning(says).operation === 'other'
    const { parentSpanId: _, ...told } = span
    return { ...told, ...defined({ parentSpanId: (isFramed ? modelAround(span, own) : undefined) ?? parent }), traceId }
  })
}

const traceId = 'exchange'
const frame: Span = { traceId, spanId: '', name: '', startedAt: 0, attributes: {}, resource: {}, events: [] }

// Tracers that also trace calls which the framework publishes itself.
const tracers: Readonly<Record<string, RegExp>> = {
  ai: /^(ai|gen_ai|@ai-sdk\/.*|ai-sdk.*)$/,
  langchain: /langchain|langsmith|langgraph/,
  'openai-agents': /openai[-_.]agents/,
}

function isToldTwice({ scope }: Span, own: readonly Span[]): boolean {
  return scope !== undefined && own.some((span) => tracers[span.scope ?? '']?.test(scope))
}

/** Returns the innermost parent: the one that the span names, the active span, or the framework's call around it. */
function parentOf({ spanId, parentSpanId }: Span, places: ReadonlyMap<string, PublishedPlace>): string | undefined {
  const { call, active } = places.get(spanId) ?? {}
  const parent = parentSpanId ?? active
  const around = parent === undefined ? undefined : places.get(parent)
  return around !== undefined && (call === undefined || around.call === call) ? parent : call
}

/** A library that traces a model's client reports the same call as the framework that made it. */
function modelAround(span: Span, own: readonly Span[]): string | undefined {
  if (spanMeaning(span).operation !== 'model') return undefined
  const end = span.endedAt ?? span.startedAt
  const isAround = ({ startedAt, endedAt = Infinity }: Span) => startedAt <= span.startedAt && end <= endedAt
  return own.findLast((other) => other.attributes['gen_ai.operation.name'] === 'chat' && isAround(other))?.spanId
}
