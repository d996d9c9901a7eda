import type { JsonObject } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import type { Span } from '../span.ts'

/** What is known of a call that was published; fields without a value are as good as absent. */
type PublishedCall = {
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly startedAt: number
  readonly endedAt?: number | undefined
  readonly scope: string
  readonly attributes: JsonObject
  readonly error?: string | undefined
}

/** A call that a framework published, as a span. */
export function publishedSpan({ attributes, ...call }: PublishedCall): Span {
  return { ...defined(call), traceId: '', attributes: defined(attributes), resource: {}, events: [] }
}
