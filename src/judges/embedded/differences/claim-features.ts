import type { Alignment } from './alignment.ts'
import { align } from './alignment.ts'
import type { Evidence } from './evidence.ts'
import { bestEvidence, hasSynonym, recallIn } from './evidence.ts'
import type { Passage } from '../reading/passage.ts'
import { inUnitsOf } from '../reading/passage.ts'
import type { Quantities } from '../reading/quantities.ts'
import { quantitiesIn } from '../reading/quantities.ts'
import type { Idf } from '../reading/idf.ts'
import type { Term } from '../reading/terms.ts'
import { isOpposedMinor, oppositesOf } from '../reading/word-relations.ts'

/** Numbers by name that a head decides on. */
export type Features = Readonly<Record<string, number>>

/** How a claim compares with a text: what a person would see, and what a head is given. */
export type ClaimComparison = {
  /** In the units of the text. */
  readonly claim: Passage
  readonly evidence: Evidence
  readonly alignment: Alignment
  /** Content of the claim that is nowhere in the text. */
  readonly missing: readonly Term[]
  /** Pairs of opposite words, the claim's first. */
  readonly opposites: readonly (readonly [Term, Term])[]
  readonly negationDiffers: boolean
  readonly features: Features
}

/** A text in sentences, with the keys and the quantities of all of them. */
export type ComparedText = {
  readonly sentences: readonly Passage[]
  readonly keys: ReadonlySet<string>
  readonly quantities: Quantities
}

export function comparedText(sentences: readonly Passage[]): ComparedText {
  const terms = sentences.flatMap((sentence) => sentence.terms)
  return { sentences, keys: new Set(terms.map((term) => term.key)), quantities: quantitiesIn(terms) }
}

/** Undefined when the text is empty. */
export function compareClaim(stated: Passage, text: ComparedText, idf: Idf): ClaimComparison | undefined {
  const claim = inUnitsOf(stated, text.quantities)
  const evidence = bestEvidence(claim, text.sentences, idf)
  if (evidence === undefined) return undefined
  const alignment = align(claim, evidence.passage)
  const missing = claim.content.filter((term) => !text.keys.has(term.key) && !hasSynonym(term.key, text.keys))
  const opposites = oppositePairs(claim, evidence.passage)
  const negationDiffers = claim.negations % 2 !== evidence.passage.negations % 2
  const features = featuresOf({ claim, text, evidence, alignment, missing, opposites, negationDiffers, idf })
  return { claim, evidence, alignment, missing, opposites, negationDiffers, features }
}

/** Opposite words of two passages, each in one of them only; the claim's first. */
export function oppositePairs(claim: Passage, evidence: Passage): readonly (readonly [Term, Term])[] {
  return claim.terms.flatMap((term, index) => {
    if (evidence.keys.has(term.key) || (term.isStopWord && !isOpposedMinor(term.key))) return []
    const opposites = oppositesOf(term.key)
    const opposite = evidence.terms.find(
      (other, place) =>
        opposites.has(other.key) &&
        !claim.keys.has(other.key) &&
        (!(term.isStopWord || other.isStopWord) || besideTheSame([claim.terms, index], [evidence.terms, place])),
    )
    return opposite === undefined ? [] : [[term, opposite] as const]
  })
}

type Place = readonly [terms: readonly Term[], index: number]

/** Words of grammar are everywhere; they are opposed where they stand before, or in Japanese after, the same word. */
function besideTheSame([claim, index]: Place, [evidence, place]: Place): boolean {
  const next = claim.slice(index + 1).find(isContent)
  const last = claim.slice(0, index).findLast(isContent)
  return (
    (next !== undefined && next.key === evidence.slice(place + 1).find(isContent)?.key) ||
    (last !== undefined && last.key === evidence.slice(0, place).findLast(isContent)?.key)
  )
}

function isContent({ isStopWord }: Term): boolean {
  return !isStopWord
}

type Compared = Omit<ClaimComparison, 'features'> & {
  readonly text: ComparedText
  readonly idf: Idf
}

function featuresOf({
  claim,
  text,
  evidence,
  alignment,
  missing,
  opposites,
  negationDiffers,
  idf,
}: Compared): Features {
  const contentCount = Math.max(claim.content.length, 1)
  const absentHere = claim.content.filter((term) => !evidence.passage.keys.has(term.key))
  const rarities = missing.map(idf)
  return {
    recallBest: evidence.single,
    recallWindow: evidence.recall,
    recallAll: recallIn(claim, text.keys, idf),
    wordRecall: claim.terms.filter((term) => text.keys.has(term.key)).length / Math.max(claim.terms.length, 1),
    pairRecall: pairRecall(claim, text.sentences),
    alignedShare: alignment.common / Math.max(claim.terms.length, 1),
    runShare: alignment.longestRun / Math.max(claim.terms.length, 1),
    evidenceUsed: alignment.common / Math.max(evidence.passage.terms.length, 1),
    missing: Math.min(missing.length, 8),
    missingShare: missing.length / contentCount,
    missingRarest: Math.max(0, ...rarities),
    missingIdf: Math.min(
      rarities.reduce((sum, value) => sum + value, 0),
      60,
    ),
    missingNumbers: count('number', missing),
    missingNames: count('name', missing),
    absentNumbers: count('number', absentHere),
    absentNames: count('name', absentHere),
    numbers: count('number', claim.content),
    names: count('name', claim.content),
    replacements: Math.min(alignment.replacements.length, 5),
    inserted: Math.min(alignment.inserted.length, 5),
    opposites: opposites.length,
    negationDiffers: negationDiffers ? 1 : 0,
    claimTerms: Math.log1p(claim.terms.length),
    contentShare: claim.content.length / Math.max(claim.terms.length, 1),
    characterPairs: characterPairRecall(claim, evidence.passage),
  }
}

function count(kind: Term['kind'], terms: readonly Term[]): number {
  return terms.filter((term) => term.kind === kind).length
}

/** Share of the claim's neighbouring terms that are neighbours somewhere in the text too. */
function pairRecall(claim: Passage, sentences: readonly Passage[]): number {
  const wanted = new Set<string>()
  for (let index = 1; index < claim.terms.length; index += 1) wanted.add(pairAt(claim.terms, index))
  if (wanted.size === 0) return 0
  const found = new Set<string>()
  for (const { terms } of sentences) {
    for (let index = 1; index < terms.length; index += 1) {
      const pair = pairAt(terms, index)
      if (wanted.has(pair)) found.add(pair)
    }
  }
  return found.size / wanted.size
}

function pairAt(terms: readonly Term[], index: number): string {
  return `${terms[index - 1]?.key} ${terms[index]?.key}`
}

/** Share of the claim's pairs of characters that the evidence has: catches inflections, compounds and unsegmented Japanese. */
function characterPairRecall(claim: Passage, evidence: Passage): number {
  const wanted = characterPairs(claim)
  if (wanted.size === 0) return 0
  const there = characterPairs(evidence)
  let found = 0
  for (const pair of wanted) if (there.has(pair)) found += 1
  return found / wanted.size
}

function characterPairs(passage: Passage): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (const { written } of passage.content) {
    for (let index = 1; index < written.length; index += 1) pairs.add(written.slice(index - 1, index + 1))
  }
  return pairs
}
