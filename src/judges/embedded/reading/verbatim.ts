import { withoutReferences } from '../../../text/index.ts'

/** Whether the letters of a text have a claim word for word, whatever the layout of both, as whole sentences: a part may say something else. */
export function saysWordForWord(letters: string, claim: string): boolean {
  const part = withoutLayout(claim).replace(/(?<![。.!:])[。.!:]+$/, '')
  if (part === '') return false
  for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + part.length)) {
    if (!goesOn(letters[at - 1]) && !goesOn(letters[at + part.length])) return true
  }
  return false
}

/** A line that is broken at a width is no end of a sentence. */
function goesOn(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N},、，?？]/u.test(sign)
}

export function withoutLayout(text: string): string {
  return withoutReferences(text)
    .normalize('NFKC')
    .replaceAll(BLOCK_ENDS, '¶')
    .replaceAll(/[\s*_`]/g, '')
}

/** Before an empty line, an item of a list, a heading, a row of a table or a block of code. */
const BLOCK_ENDS = /\n(?=\s{0,12}(?:\n|[-*+•・#|>~`]|\d{1,3}[.)]\s|$))/g
