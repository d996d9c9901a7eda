import type { JsonObject } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import type { Span } from '../span.ts'

/** A published call; fields that are undefined count as absent. */
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

export function publishedSpan({ attributes, ...call }: PublishedCall): Span {
  return { ...defined(call), traceId: '', attributes: defined(attributes), resource: {}, events: [] }
}
