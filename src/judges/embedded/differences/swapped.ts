import { foldCharacters } from '../reading/plain-text.ts'
import type { ReadPassage } from '../reading/passage.ts'

/**
 * Whether a claim has the words of its evidence with two of them in exchanged parts: "Ann beat Bob" and "Bob beat Ann", 3-2 and
 * 2-3, 「東京から大阪まで」 and 「大阪から東京まで」. Two ways of saying it may be the same after all, so this is a doubt and no verdict.
 */
export function isSwapped(claim: ReadPassage, evidence: ReadPassage): boolean {
  if (claim.terms.length > LONGEST) return false
  const theirs = numberPairsOf(evidence)
  return (
    numberPairsOf(claim).some(([one, other]) => theirs.some(([two, another]) => one === another && other === two)) ||
    isReversed(claim, evidence) ||
    swapsCounts(claim, evidence) ||
    exchange(partsOf(claim), partsOf(evidence))
  )
}

/** Terms. Longer sentences have words in any order anyway. */
const LONGEST = 60

/** Numbers next to each other. Months are no counts: `15 January` and `January 15` are one date. */
function numberPairsOf({ terms }: ReadPassage): readonly (readonly [string, string])[] {
  const keys = terms.map(({ key }) => key)
  return keys.slice(1).flatMap((key, index) => {
    const before = keys[index] ?? ''
    return before.startsWith('#') && key.startsWith('#') ? [[before, key] as const] : []
  })
}

/**
 * Whether two words stand the other way round, with one between them that is no entry of a list; where only one of the two
 * texts is in the passive, whether they do not.
 */
function isReversed(claim: ReadPassage, evidence: ReadPassage): boolean {
  const [ours, theirs] = [placesOf(claim), placesOf(evidence)]
  const entries = entriesIn(claim)
  const shared = claim.terms
    .filter(({ key, written, isStopWord }, index) => {
      // A date may be written either way, and so may the analysis of data.
      const isFree = /^(?:@|clock)/.test(key) || claim.terms[index - 1]?.written === 'of'
      return (!isStopWord || LINKS.has(written)) && ours.has(key) && theirs.has(key) && !isFree
    })
    .map(({ key, written }) => ({ place: theirs.get(key) ?? 0, isEntry: entries.has(written) }))
  const reversed = shared.some((one, at) => {
    const before = shared.slice(0, at).filter(({ place }) => place > one.place)
    const after = shared.slice(at + 1).filter(({ place }) => place < one.place)
    const listed = [one, ...before, ...after].every(({ isEntry }) => isEntry)
    return before.length > 0 && after.length > 0 && !listed
  })
  const [verb, ...more] = [claim, evidence].flatMap(passiveVerbOf)
  const isOtherVoice = more.length === 0 && verb !== undefined && ours.has(verb) && theirs.has(verb)
  return isOtherVoice ? !reversed && shared.length > 2 : reversed
}

const LINKS: ReadonlySet<string> = new Set('to from than before after then から 次 次に'.split(' '))

/** What is done by somebody. */
function passiveVerbOf({ terms }: ReadPassage): readonly string[] {
  const by = terms.findIndex(({ written }, index) => written === 'by' && BE.has(terms[index - 2]?.key ?? ''))
  return terms.slice(Math.max(0, by - 1), Math.max(0, by)).map(({ key }) => key)
}

const BE: ReadonlySet<string> = new Set('is are was were be been being got'.split(' '))

/** Words next to a comma or a conjunction. */
function entriesIn({ text }: ReadPassage): ReadonlySet<string> {
  const found = foldCharacters(text).toLowerCase().matchAll(ENTRY)
  return new Set(Array.from(found, ([, after, before]) => after ?? before ?? ''))
}

const ENTRY =
  /(?:[,、・] ?|\b(?:and|or) )([\p{L}\p{N}']+)|(?<![\p{L}\p{N}'])([\p{L}\p{N}']+)(?=[,、・]| (?:and|or)\b)/gu

/** Places of the keys that occur once. */
function placesOf({ terms }: ReadPassage): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const again = new Set<string>()
  terms.forEach(({ key }, index) => (places.has(key) ? again.add(key) : places.set(key, index)))
  for (const key of again) places.delete(key)
  return places
}

/** Whether two keys have exchanged what belongs to them. */
function exchange(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): boolean {
  return [...ours].some(([one, its]) =>
    [...ours].some(([other, others]) => its !== others && theirs.get(one) === others && theirs.get(other) === its),
  )
}

/** Two tables and a chair for two chairs and a table, 12 rooms on 3 floors for 3 rooms on 12 floors. */
function swapsCounts(claim: ReadPassage, evidence: ReadPassage): boolean {
  const theirs = countsIn(evidence)
  return [...countsIn(claim)].some(([number, thing]) => {
    const other = theirs.get(number) ?? thing
    return other !== thing && claim.keys.has(other) && evidence.keys.has(thing)
  })
}

/** Each number with what is counted by it first. */
function countsIn({ terms }: ReadPassage): ReadonlyMap<string, string> {
  const counts = terms.flatMap(({ key }, index) => {
    const next = terms[index + 1]
    return key.startsWith('#') && next?.kind === 'word' && !next.isStopWord ? [[key, next.key] as const] : []
  })
  return new Map(counts.toReversed())
}

/** Words of Japanese with the particle that follows; of a topic it is said who acts, and in the passive who is acted on. */
function partsOf(passage: ReadPassage): ReadonlyMap<string, string> {
  const { text, terms } = passage
  const [acting, receiving] = PASSIVE.test(foldCharacters(text)) ? ['を', 'が'] : ['が', 'に']
  const places = [...placesOf(passage)].filter(([, index]) => terms[index]?.isStopWord === false)
  return new Map(
    places.flatMap(([key, index]) => {
      const after = terms
        .slice(index + 1)
        .find((term) => term.isStopWord && !/^(?:さん|様|君|くん|ちゃん)$/.test(term.key))
      const particle = after?.key ?? ''
      const part = /^[はが]$/.test(particle) ? acting : /^[にへ]$/.test(particle) ? receiving : particle
      return /^(?:[がをに]|から|まで|より)$/.test(part) ? [[key, part] as const] : []
    }),
  )
}

const PASSIVE = /[かがさたなばまらわ]れ(?:た|て|る|ま)|られ/
