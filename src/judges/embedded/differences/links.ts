import type { ReadPassage } from '../reading/passage.ts'
import { type Term, isJapanese } from '../reading/terms.ts'

/**
 * Returns whether a word of the claim hangs on another grammatical word than in the evidence: "ships to Berlin" and "from
 * Berlin", 部長が and 部長を; or whether what the claim is about only hangs on something there, as the case does of which "the phone
 * with the case is new" says nothing. Both may still mean the same.
 */
export function linksOtherwise(claim: ReadPassage, evidence: ReadPassage): boolean {
  const theirs = linksIn(evidence)
  const subject = isJapanese(claim.text) ? undefined : claim.content[0]?.key
  return [...linksIn(claim)].some(([key, own]) => {
    const there = theirs.get(key) ?? own
    // A passive sentence names last who does it.
    const isSubject = key === subject && own.has(FREE) && !there.has('by')
    return (
      own.isDisjointFrom(there) && (isSubject || [own, there].every((links) => !links.has(FREE) && !links.has('of')))
    )
  })
}

const FREE = ''

/** The grammatical words that each content word hangs on: the one before it in English, the one after it in Japanese. */
function linksIn({ terms }: ReadPassage): ReadonlyMap<string, ReadonlySet<string>> {
  const content = Map.groupBy(
    [...terms.entries()].filter(([, { isStopWord }]) => !isStopWord),
    ([, { key }]) => key,
  )
  return new Map([...content].map(([key, places]) => [key, new Set(places.map(([index]) => linkOf(terms, index)))]))
}

function linkOf(terms: readonly Term[], index: number): string {
  const after = terms[index + 1]?.written ?? ''
  if (PARTICLE.test(after)) return after
  const before = terms
    .slice(Math.max(0, index - NEAR), index)
    .findLast(({ isStopWord, written }) => !isStopWord || !LINKLESS.test(written))
  if (before === undefined || !(before.isStopWord || PREPOSITION.test(before.written))) return FREE
  return terms[index]?.kind === 'number' && BOUND.test(before.written) ? FREE : before.written
}

/** In terms; more grammatical words in a row are rare, and hostile texts long. */
const NEAR = 8
const PARTICLE = /^(?:[がをにへとでか]|から|まで|より|だけ)$/
/** Stop words that tell nothing of how a word hangs together with others. */
const LINKLESS =
  /^(?:an?|the|is|are|was|were|be|been|being|am|do|does|did|done|has|have|had|having|s?he|it|they|his|her|its|their|them|him|we|us|our|i|me|my|you|your|this|that|these|those|which|who|and|but|so|also|just|very|really|quite|rather|as|such|some|one|other|own|same|there|here|will|would|shall|should|can|could|may|might|[^a-z].*)$/
/** Prepositions that are no stop words. */
const PREPOSITION = /^(?:since|behind|near|beside|towards?|beyond|beneath|inside|outside)$/
/** Words of bounds, which are compared with their numbers. */
const BOUND = /^(?:than|over|under|above|below|about|around|least|most)$/

/**
 * Returns whether the predicate of a Japanese claim stands in a clause of the evidence that says it of another noun: 泣いている男の子 is
 * not about whoever looks at him.
 */
export function saysOfAnother({ text, content }: ReadPassage, evidence: ReadPassage): boolean {
  const predicate = content.at(-1)
  if (predicate === undefined || !isJapanese(text)) return false
  const behind = evidence.text.split(predicate.key).slice(1)
  const nouns = behind.filter((after) => !PARTICLE.test(after.slice(0, 1))).map((after) => MODIFIED.exec(after)?.[0])
  return nouns.length > 0 && nouns.every((noun) => noun !== undefined && !text.includes(noun))
}

/** The first characters of a noun behind the verb or adjective that qualifies it. */
const MODIFIED = /(?<=^\p{Script=Hiragana}{0,8}[いうくぐすたつぬぶむるだ])[\p{Script=Han}\p{Script=Katakana}ー]{1,2}/u
