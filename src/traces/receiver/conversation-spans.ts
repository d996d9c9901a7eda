import { randomUUID } from 'node:crypto'
import type { LogRecord } from '../otlp.ts'
import type { Span } from '../span.ts'

/** One exchange with an agent, as its spans know it: the trace that they are part of, and the span that asked. */
export type TracedExchange = {
  readonly traceId: string
  readonly spanId: string
  /** W3C: what the agent goes on with. */
  readonly traceparent: string
}

/** When an exchange began and ended, in milliseconds: since 1970 for its spans, of the process's clock for who waits. */
type Times = { startedAt: number; answeredAt?: number }

/**
 * Keeps the spans of one conversation and says to which exchange each belongs: that with its trace id; else, where the agent
 * makes traces of its own, that in which it began. A program of one conversation may have the first one's trace id from its
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

  /** The spans of each exchange, by its span, with what was logged within them. */
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
      // One that is sent twice, or first while it goes on and then when it has ended, is one.
      if ('span' in arrived) spans.set(`${arrived.span.traceId}/${arrived.span.spanId}`, arrived.span)
      else records.push(arrived.record)
      bytes += size
      arrivedAt = performance.now()
    },
    byExchange,
    /** Until when those that were answered may get more spans, if each gets them within `waitMs`. */
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

/** How long nothing has to come behind a whole tree, for those that are sent one by one. */
const quietMs = 50

/** Whether there is a root, and a parent of each other one. Spans end, and are sent, before their parents are. */
function isWhole(spans: readonly Span[], { spanId: parent }: TracedExchange): boolean {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const isRoot = ({ parentSpanId }: Span) => parentSpanId === undefined || parentSpanId === parent
  return spans.some(isRoot) && spans.every((span) => isRoot(span) || known.has(span.parentSpanId ?? ''))
}

/** An exchange with a random trace id that nobody can guess. */
export function newExchange(): TracedExchange {
  // Random numbers are drawn in advance for identifiers; bytes cost a call of the system each time.
  const traceId = randomUUID().replaceAll('-', '')
  const spanId = randomUUID().replaceAll('-', '').slice(0, 16)
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}
