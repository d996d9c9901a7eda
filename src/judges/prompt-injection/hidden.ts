import type { TextRange } from './segments.ts'

/** Where characters hide a text or its direction: nobody writes them like that who wants to be read. */
export function hiddenIn(text: string): readonly TextRange[] {
  if (/^[\0-\xac\xae-\u1fff\u3000-\u9fff]*$/.test(text)) return []
  return hiding.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length })),
  )
}

const hiding: readonly RegExp[] = [
  // tag characters, but for the flags of England, Scotland and Wales
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]{3,}/gu,
  // text whose direction is forced, up to where that ends
  /[\u202d\u202e][^\u202c\n]{0,2000}/gu,
  // bytes as variation selectors
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu,
  // a word with something invisible after each of its letters, or much of that between two
  /(?:\p{L}[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+){6,}\p{L}?|[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/gu,
]
