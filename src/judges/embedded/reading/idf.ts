import type { Term } from './terms.ts'

/** Returns how informative a term is, from 0 (in every text) to 10 (never seen): inverse document frequency. */
export type Idf = (term: Term) => number

export function idfFrom(table: ReadonlyMap<string, number>): Idf {
  return (term) => {
    if (term.isStopWord) return 0.3
    if (term.kind === 'number') return 6
    const known = table.get(term.key)
    if (known !== undefined) return known / 10
    // There is no table for Japanese. Kanji and katakana carry the content, hiragana mostly grammar.
    if (/\p{Script=Han}|\p{Script=Katakana}/u.test(term.key)) return 5
    return /\p{Script=Hiragana}/u.test(term.key) ? 2.5 : UNSEEN
  }
}

export const UNSEEN = 9
