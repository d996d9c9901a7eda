import type { Conversation, Invocation } from '../core/index.ts'
import type { ConversationTraces } from '../traces/receiver/trace-receiver.ts'
import type { Span } from '../traces/span.ts'

/**
 * Completes exchanges with the received spans.
 *
 * @param spanIds of the exchanges answered here, which follow `earlier` other ones
 */
export function completedBySpans(
  traces: ConversationTraces,
  { spanIds, earlier }: { readonly spanIds: readonly string[]; readonly earlier: number },
): Conversation['completion'] {
  return {
    pending: () => traces.pending(),
    async complete(invocations, wait, signal) {
      const received = await traces.finish({ signal, wait })
      if (received.size === 0) return invocations
      const { completeInvocation } = await import('../traces/complete-invocation.ts')
      return invocations.map((invocation, index) => {
        const spanId = spanIds[index - earlier] ?? ''
        const spans = received.get(spanId)
        if (spans === undefined) return invocation
        return { ...traceOf(spans, spanId), ...completeInvocation(invocation, spans) }
      })
    },
  }
}

function traceOf(spans: readonly Span[], asking: string): Pick<Invocation, 'trace'> {
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === asking)
  const [first] = (roots.length > 0 ? roots : spans).toSorted((one, other) => one.startedAt - other.startedAt)
  return first === undefined ? {} : { trace: { traceId: first.traceId, spanId: first.spanId } }
}
