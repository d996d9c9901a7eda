import { foldCharacters } from '../reading/plain-text.ts'
import type { ReadPassage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'

/**
 * Returns whether a claim has the words of its evidence in another order that may change who does what: "Ann beat Bob"
 * and "Bob beat Ann", 3-2 and 2-3, or the same order with one of them in the passive. Both may still mean the same.
 */
export function isSwapped(claim: ReadPassage, evidence: ReadPassage): boolean {
  if (claim.terms.length > LONGEST) return false
  const [ours, theirs, entries] = [placesOf(claim), placesOf(evidence), entriesIn(claim.text)]
  const shared = [...ours].flatMap(([key, index]) => {
    // The chairs of `two chairs and three tables` may be told last, but with their number.
    const isEntry = entries.has(claim.terms[index]?.written ?? '') && !isCount(claim.terms, index)
    const isPart = claim.terms.slice(index + 1, index + 3).some((term) => PARTICLE.test(term.key))
    const place = theirs.get(key)
    return place === undefined ? [] : [{ key, index, place, isNumber: key.startsWith('#'), isEntry, isPart }]
  })
  const isReversed = shared.some((one, at) => {
    const before = shared.slice(0, at).filter(({ place }) => place > one.place)
    const after = shared.slice(at + 1).filter(({ place }) => place < one.place)
    if ([one, ...before, ...after].every(({ isEntry }) => isEntry)) return false
    const [last, next] = [shared[at - 1], shared[at + 1]]
    if (before.length > 0 && after.length > 0) return true
    if (next === undefined || next.place > one.place) return false
    // A lone swap counts for scores (3-2), counts and Japanese parts, because in Japanese the verb comes last.
    const isScore = one.isNumber && next.isNumber && next.index === one.index + 1
    return isScore || (last?.isNumber === true && last.place < next.place) || (one.isPart && next.isPart)
  })
  const [passive, ...both] = [claim, evidence].flatMap(({ text }) => PASSIVE.exec(text) ?? [])
  const isOtherVoice = both.length === 0 && shared.length > 2 && shared.some(({ key }) => passive?.includes(key))
  return isReversed !== isOtherVoice
}

/** In terms. The order of words in longer sentences says little. */
const LONGEST = 60
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) \w+ (?=by\b)|(?<=に)\p{Script=Han}{1,4}\p{Script=Hiragana}{1,2}れ(?=た|て|る|ま)/u
const PARTICLE = /^(?:[がはをにへ]|から|まで|より)$/
const LINKS: ReadonlySet<string> = new Set('to from than before after then から 次 次に のち'.split(' '))

function isCount(terms: readonly Term[], index: number): boolean {
  const next = terms[index + 1]
  return terms[index]?.key.startsWith('#') === true && next?.kind === 'word' && !next.isStopWord
}

/** Returns the positions of words that occur once, except in free positions: dates, a time and words after "of". */
function placesOf({ terms }: ReadPassage): ReadonlyMap<string, number> {
  const places = Map.groupBy(terms.keys(), (index) => terms[index]?.key ?? '')
  const clocks = [...places.keys()].filter((key) => key.startsWith('clock')).length
  return new Map(
    [...places].flatMap(([key, [index = 0, ...more]]) => {
      const isFree =
        key.startsWith('@') || (key.startsWith('clock') && clocks === 1) || terms[index - 1]?.written === 'of'
      const counts = terms[index]?.isStopWord === false || LINKS.has(terms[index]?.written ?? '')
      return more.length > 0 || isFree || !counts ? [] : [[key, index] as const]
    }),
  )
}

function entriesIn(text: string): ReadonlySet<string> {
  const found = foldCharacters(text).toLowerCase().matchAll(ENTRY)
  return new Set(Array.from(found, ([, after, before]) => after ?? before ?? ''))
}

const ENTRY =
  /(?:[,、・] ?|\b(?:and|or) )([\p{L}\p{N}']+)|(?<![\p{L}\p{N}'])([\p{L}\p{N}']+)(?=[,、・]| (?:and|or)\b)/gu
