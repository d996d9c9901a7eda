import type { JsonObject } from '../core/index.ts'

/** An event of a span, or a log record that was written within it. */
export type SpanEvent = {
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly attributes: JsonObject
  /** The body of a log record. */
  readonly body?: unknown
}

/** A span from any file or protocol. Ids are lower-case hexadecimal when their source has such ids. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number
  /** Absent while the span runs, and for spans that were never ended. */
  readonly endedAt?: number
  readonly scope?: string
  readonly attributes: JsonObject
  readonly resource: JsonObject
  readonly events: readonly SpanEvent[]
  /** The message of an error status, which may be empty; absent without an error. */
  readonly error?: string
}
