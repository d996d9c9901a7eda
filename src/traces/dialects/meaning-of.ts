import type { Span } from '../span.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import { genAi } from './gen-ai.ts'

// Those with names of their own stand before the conventions that many write besides.
const dialects: readonly Dialect[] = [genAi]

/** What a span says in any of the dialects: what one leaves open, the next one may tell. */
export function meaningOf(span: Span): SpanMeaning {
  let told: SpanMeaning | undefined
  for (const dialect of dialects) {
    const read = dialect.read(span)
    if (read !== undefined) told = told === undefined ? read : merged(told, read)
  }
  return told ?? { operation: 'other' }
}

function merged(first: SpanMeaning, second: SpanMeaning): SpanMeaning {
  return { ...second, ...first, operation: first.operation === 'other' ? second.operation : first.operation }
}
