import { splitSentences, withoutReferences } from '../../../text/index.ts'

/** The sentences of a text by their letters and signs, whatever their layout. A part of a sentence may say something else. */
export function statementsIn(text: string): ReadonlySet<string> {
  const letters = lettersOf(text)
  const statements = new Set<string>()
  let at = 0
  for (const sentence of splitSentences(text).map(bareLettersOf)) {
    const start = letters.indexOf(sentence, at)
    if (start < 0) continue
    at = start + sentence.length
    if (!goesOn(letters[start - 1]) && !goesOn(letters[at])) statements.add(sentence)
  }
  return statements
}

export function saysWordForWord(statements: ReadonlySet<string>, claim: string): boolean {
  const parts = splitSentences(claim).map(bareLettersOf)
  return parts.length > 0 && parts.every((part) => statements.has(part))
}

/** A line that is broken at a width is no end of a sentence. */
function goesOn(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N},、，]/u.test(sign)
}

function lettersOf(text: string): string {
  return withoutReferences(text)
    .normalize('NFKC')
    .replaceAll(BLOCK_ENDS, '¶')
    .replaceAll(/[\s*_`]/g, '')
}

/** Before an empty line, an item of a list, a heading, a row of a table or a block of code. */
const BLOCK_ENDS = /\n(?=\s{0,12}(?:\n|[-*+•・#|>~`]|\d{1,3}[.)]\s|$))/g

function bareLettersOf(sentence: string): string {
  return lettersOf(sentence).replace(/(?<![。.!:])[。.!:]+$/, '')
}
