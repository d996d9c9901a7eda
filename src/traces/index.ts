export type { Span, SpanEvent } from './span.ts'
export type { Dialect, SpanMeaning } from './span-meaning.ts'
export { readOtlp } from './otlp.ts'
export type { LogRecord, Otlp } from './otlp.ts'
