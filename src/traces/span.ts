import type { JsonObject } from '../core/index.ts'

/** Something that happened within a span, or a log record that was written within it. */
export type SpanEvent = {
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly attributes: JsonObject
  /** What a log record says beside its attributes. */
  readonly body?: unknown
}

/** One span, whatever file or wire it came in. Ids are hexadecimal, in small letters, where their source has such. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number
  /** Absent while it goes on, and for spans that nobody ended. */
  readonly endedAt?: number
  /** The library that made it. */
  readonly scope?: string
  readonly attributes: JsonObject
  readonly resource: JsonObject
  readonly events: readonly SpanEvent[]
  /** What its status says where that is an error; empty where it says nothing. */
  readonly error?: string
}
