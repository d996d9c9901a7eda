import { withoutReferences } from '../../../text/index.ts'

/** Returns whether a text contains the claim word for word as whole sentences, ignoring layout. */
export function saysWordForWord(letters: string, claim: string): boolean {
  const part = withoutLayout(claim).replace(/(?<![。.!:])[。.!:]+$/, '')
  if (part === '') return false
  for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + part.length)) {
    if (!goesOn(letters[at - 1]) && !goesOn(letters[at + part.length])) return true
  }
  return false
}

/** A line that was wrapped at a fixed width does not end a sentence. */
function goesOn(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N},、，?？]/u.test(sign)
}

export function withoutLayout(text: string): string {
  return withoutReferences(text)
    .normalize('NFKC')
    .replaceAll(BLOCK_ENDS, '¶')
    .replaceAll(/[\s*_`]/g, '')
}

/** Line breaks before an empty line, a list item, a heading, a table row or a block of code. */
const BLOCK_ENDS = /\n(?=\s{0,12}(?:\n|[-*+•・#|>~`]|\d{1,3}[.)]\s|$))/g
