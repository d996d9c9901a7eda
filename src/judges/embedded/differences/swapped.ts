import { foldCharacters } from '../reading/plain-text.ts'
import type { Passage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'

/**
 * Whether a claim has the words of its evidence with two of them in exchanged parts: "Ann beat Bob" and "Bob beat Ann", 3-2 and
 * 2-3, 「東京から大阪まで」 and 「大阪から東京まで」. Two ways of saying it may be the same after all, so this is a doubt and no verdict.
 */
export function isSwapped(claim: Passage, evidence: Passage): boolean {
  if (claim.terms.length > LONGEST) return false
  const entries = entriesIn(claim)
  const triples = triplesOf(claim).filter((run) => run[1] !== undefined && isLink(run[1], entries))
  return (
    isTurned(numberPairsOf(claim), numberPairsOf(evidence)) ||
    isTurned(triples, triplesOf(evidence)) ||
    isTurned(sequencesOf(claim), sequencesOf(evidence)) ||
    swapsCounts(claim, evidence) ||
    swapsNames(claim, evidence, entries) ||
    exchange(partsOf(claim), partsOf(evidence)) ||
    exchange(companionsOf(claim), companionsOf(evidence))
  )
}

/** Terms. Longer sentences have words in any order anyway. */
const LONGEST = 60

/** Whether a run of terms stands in the evidence the other way round only. */
function isTurned(ours: readonly Run[], theirs: readonly Run[]): boolean {
  const written = (run: Run): string => run.map(({ key }) => key).join(' ')
  const there = new Set(theirs.map(written))
  return ours.some((run) => !there.has(written(run)) && there.has(written(run.toReversed())))
}

type Run = readonly Term[]

/** Neighbours that all fit. */
function runsOf(terms: readonly Term[], length: number, fits: (term: Term) => boolean): readonly Run[] {
  const runs = terms.map((_term, index) => terms.slice(index, index + length))
  return runs.filter((run) => run.length === length && run.every(fits))
}

/** Months are no counts: `15 January` and `January 15` are one date. */
function numberPairsOf({ terms }: Passage): readonly Run[] {
  return runsOf(terms, 2, ({ key }) => key.startsWith('#'))
}

/** Content words next to each other, articles aside, with what leads from one to another: "the dog bit the man", "euros to dollars". */
function triplesOf({ terms }: Passage): readonly Run[] {
  const linked = terms.filter(({ key }) => !/^(?:the|an?)$/.test(key))
  return runsOf(linked, 3, ({ key, isStopWord }) => !isStopWord || DIRECTED.has(key))
}

/** What is done before or after what: "stop it before you restart it", 「止めてから動かす」. */
function sequencesOf({ terms }: Passage): readonly Run[] {
  const start = terms.findIndex(isContent)
  const end = terms.findLast(isContent)
  return terms.flatMap((term, index) => {
    const isJapanese = term.key === 'から' && /[てで]$/.test(terms[index - 1]?.written ?? '')
    if (!isJapanese && !/^(?:before|after)$/.test(term.written)) return []
    const [before, after] = besides(terms, index)
    const one = isJapanese ? before : start < index ? terms[start] : undefined
    const other = isJapanese ? end : after
    return one === undefined || other === undefined ? [] : [[one, term, other]]
  })
}

/** Two names around the same word in another order, unless one of the two texts is in the passive. */
function swapsNames(claim: Passage, evidence: Passage, entries: ReadonlySet<string>): boolean {
  const [ours, theirs] = [placesOf(claim), placesOf(evidence)]
  const nameKeys = new Set([claim, evidence].flatMap((passage) => namesIn(passage).map(({ key }) => key)))
  const isName = ({ key }: Term): boolean => nameKeys.has(key) || key.startsWith('#')
  const shared = claim.terms.filter(({ key }) => ours.has(key) && theirs.has(key))
  const names = shared.filter(isName)
  if (names.length < 2) return false
  const between = shared.filter((term) => !isName(term) && isLink(term, entries))
  return names.some((one, index) =>
    names.slice(index + 1).some((other) =>
      between.some(({ key, isStopWord }) => {
        if (!isStopWord && (one.kind === 'number' || other.kind === 'number')) return false
        const here = orderOf(claim, ours, [one.key, key, other.key])
        const there = orderOf(evidence, theirs, [one.key, key, other.key])
        return here !== undefined && there !== undefined && here !== there
      }),
    ),
  )
}

/** Names, and a capital word at the start, which may be one. */
function namesIn({ text, terms }: Passage): readonly Term[] {
  const capital = /^\P{L}*\p{Lu}/u.test(text)
  return terms.filter(
    ({ kind, isStopWord }, index) => kind === 'name' || (index === 0 && capital && kind === 'word' && !isStopWord),
  )
}

/** A word that may say what one does to the other; entries of a list do not. */
function isLink({ kind, isStopWord, key, written }: Term, entries: ReadonlySet<string>): boolean {
  return kind === 'word' && (isStopWord ? DIRECTED.has(key) : !entries.has(written))
}

/** Words next to a comma or a conjunction. */
function entriesIn({ text }: Passage): ReadonlySet<string> {
  const found = foldCharacters(text).toLowerCase().matchAll(ENTRY)
  return new Set(Array.from(found, ([, after, before]) => after ?? before ?? ''))
}

const ENTRY = /(?:[,、・] ?|\b(?:and|or) )([\p{L}\p{N}']+)|([\p{L}\p{N}']+)(?=[,、・]| (?:and|or)\b)/gu
const DIRECTED: ReadonlySet<string> = new Set(['to', 'from', 'than'])

/** Places of the keys that occur once. */
function placesOf({ terms }: Passage): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const again = new Set<string>()
  terms.forEach(({ key }, index) => (places.has(key) ? again.add(key) : places.set(key, index)))
  for (const key of again) places.delete(key)
  return places
}

/** Whether the first acts on the third through the second, or the third on the first; undefined for another order. */
function orderOf(
  { terms }: Passage,
  places: ReadonlyMap<string, number>,
  [one, middle, other]: readonly [string, string, string],
): 'forward' | 'backward' | undefined {
  const [first = 0, between = 0, last = 0] = [one, middle, other].map((key) => places.get(key))
  const backward = last < between && between < first
  if (!backward && !(first < between && between < last)) return undefined
  const passive =
    BE.has(terms[between - 1]?.key ?? '') &&
    terms.slice(between + 1, Math.max(first, last)).some(({ key }) => key === 'by')
  return backward === passive ? 'forward' : 'backward'
}

const BE: ReadonlySet<string> = new Set('is are was were be been being got'.split(' '))

/** Whether two keys have exchanged what belongs to them. */
function exchange(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): boolean {
  return [...ours].some(([one, its]) =>
    [...ours].some(([other, others]) => its !== others && theirs.get(one) === others && theirs.get(other) === its),
  )
}

/** Two tables and a chair for two chairs and a table, 12 rooms on 3 floors for 3 rooms on 12 floors. */
function swapsCounts(claim: Passage, evidence: Passage): boolean {
  const theirs = countsIn(evidence)
  return [...countsIn(claim)].some(([number, thing]) => {
    const other = theirs.get(number) ?? thing
    return other !== thing && claim.keys.has(other) && evidence.keys.has(thing)
  })
}

/** Each number with what is counted by it first. */
function countsIn({ terms }: Passage): ReadonlyMap<string, string> {
  const counts = terms.flatMap(({ key }, index) => {
    const next = terms[index + 1]
    return key.startsWith('#') && next?.kind === 'word' && !next.isStopWord ? [[key, next.key] as const] : []
  })
  return new Map(counts.toReversed())
}

/** Who something is done by, what is done with what, and what comes first or next. */
function companionsOf({ terms }: Passage): ReadonlyMap<string, string> {
  const companions = terms.flatMap(({ written }, index) => {
    const [before, after] = besides(terms, index)
    if (after === undefined) return []
    if (ORDER.has(written)) return [[written, after.key] as const]
    if (before === undefined) return []
    if (written === 'by') return [[after.key, before.key] as const]
    return ['が', 'は', 'を'].includes(written) ? [[before.key, after.key] as const] : []
  })
  return new Map(companions)
}

const ORDER: ReadonlySet<string> = new Set(['first', 'then', 'まず', '次', '次に'])

/** The nearest word of content before and after a place. */
function besides(terms: readonly Term[], index: number): readonly [Term | undefined, Term | undefined] {
  return [
    terms.slice(Math.max(0, index - NEARBY), index).findLast(isContent),
    terms.slice(index + 1, index + 1 + NEARBY).find(isContent),
  ]
}

/** Terms. */
const NEARBY = 4

function isContent({ isStopWord, key }: Term): boolean {
  return !isStopWord && !HONORIFICS.has(key)
}

/** Words of Japanese, with what their particles make of them. */
function partsOf(passage: Passage): ReadonlyMap<string, string> {
  const passive = PASSIVE.test(foldCharacters(passage.text))
  const parts = new Map<string, string>()
  for (const [key, index] of placesOf(passage)) {
    if (passage.terms[index]?.isStopWord === true) continue
    const particle =
      passage.terms.slice(index + 1).find(({ isStopWord, key: next }) => isStopWord && !HONORIFICS.has(next))?.key ?? ''
    const part = PARTS[particle]
    if (part !== undefined) parts.set(key, passive ? (PASSIVE_PARTS[part] ?? part) : part)
  }
  return parts
}

const HONORIFICS: ReadonlySet<string> = new Set(['さん', '様', '君', 'くん', 'ちゃん'])
const PARTS: Readonly<Record<string, string>> = {
  は: 'subject',
  が: 'subject',
  を: 'object',
  に: 'receiver',
  へ: 'receiver',
  から: 'origin',
  まで: 'end',
  より: 'measure',
}
// In 「AはBに買収された」 B acts, and A is what is acted on.
const PASSIVE_PARTS: Readonly<Record<string, string>> = { subject: 'object', receiver: 'subject' }
const PASSIVE = /[かがさたなばまらわ]れ(?:た|て|る|ま)|られ/
