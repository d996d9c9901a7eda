import { defined } from '../dialects/attributes.ts'
import { meaningOf } from '../dialects/meaning-of.ts'
import type { Span } from '../span.ts'
import { aiSdkSpans } from './ai-sdk-spans.ts'
import type { Place, Published } from './published.ts'
import { langchainSpans } from './langchain-spans.ts'
import { liveSpan } from './live-span.ts'
import { openaiAgentsSpans } from './openai-agents-spans.ts'

/** What was published while an exchange went on, as the spans of one trace. */
export function spansOf(published: readonly Published[]): readonly Span[] {
  const by = (source: Published['by']) => published.filter((one) => one.by === source)
  const own = [
    ...aiSdkSpans(by('ai-sdk'), by('ai-sdk-answer')),
    ...langchainSpans(by('langchain')),
    ...openaiAgentsSpans(by('openai-agents')),
  ]
  const traced = by('open-telemetry')
    .flatMap(({ what }) => liveSpan(what as object) ?? []) // only spans are published so
    .filter((span) => !isToldTwice(span, own))
  const places = new Map(published.toReversed().map(({ id, place }) => [id, place]))
  return [...own, ...traced].map(({ parentSpanId, ...span }) => ({
    ...span,
    ...defined({ parentSpanId: parentOf(span.spanId, parentSpanId, places) ?? modelAround(span, own) }),
    traceId: 'exchange',
  }))
}

// By whom else the calls that a framework publishes itself are traced.
const tracers: Readonly<Record<string, RegExp>> = {
  ai: /^(ai|gen_ai|@ai-sdk\/.*|ai-sdk.*)$/,
  langchain: /langchain|langsmith|langgraph/,
  'openai-agents': /openai[-_.]agents/,
}

function isToldTwice({ scope }: Span, own: readonly Span[]): boolean {
  return scope !== undefined && own.some((span) => tracers[span.scope ?? '']?.test(scope))
}

/** The innermost of what was going on: the span that it names, or that was active, or the framework's call around it. */
function parentOf(id: string, named: string | undefined, places: ReadonlyMap<string, Place>): string | undefined {
  const { call, active } = places.get(id) ?? {}
  const parent = named ?? active
  const around = parent === undefined ? undefined : places.get(parent)
  return around !== undefined && (call === undefined || around.call === call) ? parent : call
}

/** A library that traces a model's client tells of the same call as the framework that asked. */
function modelAround(span: Omit<Span, 'parentSpanId'>, own: readonly Span[]): string | undefined {
  if (own.includes(span) || meaningOf(span).operation !== 'model') return undefined
  const end = span.endedAt ?? span.startedAt
  const isAround = ({ startedAt, endedAt = Infinity }: Span) => startedAt <= span.startedAt && end <= endedAt
  return own.findLast((other) => other.attributes['gen_ai.operation.name'] === 'chat' && isAround(other))?.spanId
}
