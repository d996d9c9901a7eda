import { type Idf, UNSEEN } from './idf.ts'
import type { ReadPassage } from './passage.ts'
import { unitOf } from './quantities.ts'
import type { Term } from './terms.ts'

/**
 * Returns whether negation cannot be recognized because the texts are neither English nor Japanese: most of their words
 * are in another script or unknown in English, or they are Chinese and one of the last two has a negating character.
 */
export function isOfUnknownLanguage(texts: readonly ReadPassage[], idf: Idf): boolean {
  const all = texts.map(({ text }) => text)
  const [expected, actual] = all.slice(-2).map((text) => text.match(HAN_NEGATION)?.length ?? 0)
  if (!/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all.join('')) && expected !== actual) return true
  const words = texts
    .flatMap(({ terms }) => terms)
    .filter(({ key, kind }) => /^[\p{L}\p{M}]+$/u.test(key) && (kind === 'word' || !/^\p{Script=Latin}/u.test(key)))
  const isKnown = (term: Term): boolean =>
    JAPANESE.test(term.key) ||
    (/^\p{Script=Latin}/u.test(term.key) && (idf(term) < UNSEEN || unitOf(term.key) !== undefined))
  const known = new Set(words.filter(isKnown).map(({ key }) => key))
  const keys = new Set(words.map(({ key }) => key))
  return keys.size - known.size > Math.max(1, known.size)
}

const HAN_NEGATION = /[不没沒無无非未别勿]/g
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u
