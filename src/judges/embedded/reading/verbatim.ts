import { splitSentences, withoutReferences } from '../../../text/index.ts'

/** The sentences of a text, to be found whatever their layout: its letters and signs, and where sentences begin and end in them. */
export type Statements = {
  readonly letters: string
  readonly starts: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
}

export function statementsIn(text: string): Statements {
  const letters = lettersOf(text)
  const [starts, ends] = [new Set<number>(), new Set<number>()]
  let at = 0
  for (const sentence of splitSentences(text)) {
    const wanted = bareLettersOf(sentence)
    const start = letters.indexOf(wanted, at)
    if (start < 0) continue
    at = start + wanted.length
    if (!goesOn(letters[start - 1])) starts.add(start)
    if (!goesOn(letters[at])) ends.add(at)
  }
  return { letters, starts, ends }
}

/** Whether a text has a claim as a sentence of its own, or as several in a row. A part of a sentence may say something else. */
export function saysWordForWord({ letters, starts, ends }: Statements, claim: string): boolean {
  const wanted = bareLettersOf(claim)
  if (wanted === '') return false
  let looked = 0
  for (let at = letters.indexOf(wanted); at >= 0 && looked < MOST_LOOKED_AT; at = letters.indexOf(wanted, at + 1)) {
    if (starts.has(at) && ends.has(at + wanted.length)) return true
    looked += 1
  }
  return false
}

const MOST_LOOKED_AT = 1000

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
  return lettersOf(sentence).replace(/[。.!:]+$/, '')
}
