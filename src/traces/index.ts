export type { Span, SpanEvent } from './span.ts'
export type { Dialect, SpanMeaning } from './span-meaning.ts'
