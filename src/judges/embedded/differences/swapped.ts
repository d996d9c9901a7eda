import { foldCharacters } from '../reading/plain-text.ts'
import type { ReadPassage } from '../reading/passage.ts'
import { isJapanese } from '../reading/terms.ts'

/**
 * Whether a claim has the words of its evidence in another order that may change who does what: "Ann beat Bob" and "Bob beat
 * Ann", 3-2 and 2-3, or one of the two in the passive. Both may say the same after all, so this is a doubt and no verdict.
 */
export function isSwapped(claim: ReadPassage, evidence: ReadPassage): boolean {
  if (claim.terms.length > LONGEST) return false
  const [ours, theirs, entries] = [placesOf(claim), placesOf(evidence), entriesIn(claim)]
  const shared = [...ours].flatMap(([key, { place: own, written, isPart }]) => {
    const place = theirs.get(key)?.place
    return place === undefined ? [] : [{ key, own, place, isEntry: entries.has(written), isPart }]
  })
  const verbs = [claim, evidence].flatMap(passiveVerbOf)
  const isOtherVoice = verbs.length === 1 && (verbs[0] === '' || shared.some(({ key }) => key === verbs[0]))
  return isOtherVoice && shared.length > 2 ? !isTurned(shared, claim) : isTurned(shared, claim)
}

type SharedWord = {
  readonly key: string
  /** In the claim, and in the evidence. */
  readonly own: number
  readonly place: number
  readonly isEntry: boolean
  readonly isPart: boolean
}

/** One word that moves, or all that stand before it ("In 2021 …", "… in 2021"), is told of the same; entries of a list are free. */
function isTurned(shared: readonly SharedWord[], { text }: ReadPassage): boolean {
  if (isJapanese(text)) {
    const parts = shared.filter(({ isPart }) => isPart)
    return parts.some((part, at) => part.place > (parts[at + 1]?.place ?? Infinity) && !part.isEntry)
  }
  return shared.some((word, at) => {
    const before = shared.slice(0, at).filter(({ place }) => place > word.place)
    const after = shared.slice(at + 1).filter(({ place }) => place < word.place)
    const [last, next] = [shared[at - 1], shared[at + 1]]
    // 3-2 and 2-3; two chairs and a table, two tables and a chair.
    const isMoved = next !== undefined && next.place < word.place
    const isCount = isMoved && last !== undefined && last.place < next.place && last.key.startsWith('#')
    const isScore = isMoved && next.own === word.own + 1 && [word, next].every(({ key }) => key.startsWith('#'))
    const isListed = [word, ...before, ...after].every(({ isEntry }) => isEntry)
    return isCount || isScore || (before.length > 0 && after.length > 0 && !isListed)
  })
}

/** Terms. Longer sentences have words in any order anyway. */
const LONGEST = 60

type WordPlace = {
  readonly place: number
  readonly written: string
  /** Of a sentence of Japanese: a particle follows that says what it does in it. */
  readonly isPart: boolean
}

/** Words that the order counts of, each where it stands once; a date may be written either way. */
function placesOf({ terms }: ReadPassage): ReadonlyMap<string, WordPlace> {
  const places = new Map<string, WordPlace>()
  const again = new Set<string>()
  terms.forEach(({ key, written, isStopWord }, place) => {
    if ((isStopWord && !LINKS.has(written)) || /^(?:@|clock)/.test(key)) return
    if (places.has(key)) again.add(key)
    const after = terms.slice(place + 1).find((term) => term.isStopWord && !/^(?:さん|様|君)$/.test(term.key))
    places.set(key, { place, written, isPart: /^(?:[はがをにへ]|から|まで|より)$/.test(after?.key ?? '') })
  })
  for (const key of again) places.delete(key)
  return places
}

const LINKS: ReadonlySet<string> = new Set('to from than before after then から まで 次 次に'.split(' '))

/** What is done by somebody; empty for any verb of Japanese. */
function passiveVerbOf({ text, terms }: ReadPassage): readonly string[] {
  if (/[かがさたなばまらわ]れ(?:た|て|る|ま)|られ/.test(foldCharacters(text))) return ['']
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
