import { splitSentences, withoutReferences } from '../../../text/index.ts'

/** The sentences of a text, to be found whatever their layout. */
export function statementsIn(text: string): ReadonlySet<string> {
  return new Set(splitSentences(text).map(lettersOf))
}

/** Whether a text has a claim as a sentence of its own. A part of a sentence may say something else. */
export function saysWordForWord(statements: ReadonlySet<string>, claim: string): boolean {
  return statements.has(lettersOf(claim)) && lettersOf(claim) !== ''
}

function lettersOf(sentence: string): string {
  return withoutReferences(sentence)
    .normalize('NFKC')
    .replaceAll(/[\s*_`]/g, '')
    .replace(/[。.!:]+$/, '')
}
