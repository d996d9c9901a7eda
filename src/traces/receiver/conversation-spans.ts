import { randomUUID } from 'node:crypto'
import type { LogRecord } from '../otlp.ts'
import type { Span } from '../span.ts'

/** One exchange with an agent: its trace and the span of the request. */
export type TracedExchange = {
  readonly traceId: string
  readonly spanId: string
  /** The W3C header that the agent continues. */
  readonly traceparent: string
}

/** `startedAt` is in milliseconds since 1970, as in spans; `answeredAt` is on the process's monotonic clock. */
type Times = { startedAt: number; answeredAt?: number }

/**
 * Assigns the spans of one conversation to exchanges: by trace id, or else, when the agent creates its own traces, by
 * the exchange during which the trace began. A program with one conversation may take the first trace id from its
 * environment and use it in all exchanges.
 */
export function conversationSpans({ isOwnProgram }: { readonly isOwnProgram: boolean }) {
  const exchanges: (TracedExchange & Times)[] = []
  const spans = new Map<string, Span>()
  const records: LogRecord[] = []
  let arrivedAt = 0
  let bytes = 0

  function exchangeOf(span: Span): string | undefined {
    const own = exchanges.findIndex(({ traceId }) => traceId === span.traceId)
    if (own !== -1 && !isOwnProgram) return exchanges[own]?.spanId
    const inTime = exchanges.findLastIndex(({ startedAt }) => startedAt <= span.startedAt)
    return exchanges[Math.max(own, inTime, 0)]?.spanId
  }

  function byExchange(): ReadonlyMap<string | undefined, readonly Span[]> {
    const logged = Map.groupBy(records, ({ traceId, spanId }) => `${traceId}/${spanId}`)
    const whole = [...spans].map(([key, span]) => {
      const events = logged.get(key)?.map(({ event }) => event) ?? []
      return events.length === 0 ? span : { ...span, events: [...span.events, ...events] }
    })
    return Map.groupBy(whole, exchangeOf)
  }

  return {
    begin(exchange: TracedExchange, startedAt: number): void {
      exchanges.push({ ...exchange, startedAt })
    },
    answered({ spanId }: TracedExchange): void {
      const exchange = exchanges.find((one) => one.spanId === spanId)
      if (exchange !== undefined) exchange.answeredAt = performance.now()
    },
    add(arrived: { readonly span: Span } | { readonly record: LogRecord }, size: number): void {
      // A span that is sent twice, or while it runs and again after its end, is kept once.
      if ('span' in arrived) spans.set(`${arrived.span.traceId}/${arrived.span.spanId}`, arrived.span)
      else records.push(arrived.record)
      bytes += size
      arrivedAt = performance.now()
    },
    byExchange,
    /** Returns until when to wait for spans of answered exchanges; a complete tree ends the wait early. */
    waitsUntil(waitMs: number): number {
      const known = byExchange()
      return Math.max(
        0,
        ...exchanges.map((exchange) => {
          if (exchange.answeredAt === undefined) return 0
          const latest = exchange.answeredAt + waitMs
          return isWhole(known.get(exchange.spanId) ?? [], exchange) ? Math.min(latest, arrivedAt + quietMs) : latest
        }),
      )
    },
    hasSpans: () => spans.size > 0 || records.length > 0,
    bytes: () => bytes,
    traceIds: () => exchanges.map(({ traceId }) => traceId),
  }
}

/** Time without new spans after which a complete tree counts as final, for exporters that send spans singly. */
const quietMs = 50

/** Returns whether there is a root and all parents are known. Spans end, and are sent, before their parents. */
function isWhole(spans: readonly Span[], { spanId: parent }: TracedExchange): boolean {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const isRoot = ({ parentSpanId }: Span) => parentSpanId === undefined || parentSpanId === parent
  return spans.some(isRoot) && spans.every((span) => isRoot(span) || known.has(span.parentSpanId ?? ''))
}

/** Creates an exchange with a random, unguessable trace id. */
export function newExchange(): TracedExchange {
  // randomUUID uses a cache of random numbers; randomBytes costs a system call each time.
  const traceId = randomUUID().replaceAll('-', '')
  const spanId = randomUUID().replaceAll('-', '').slice(0, 16)
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}
