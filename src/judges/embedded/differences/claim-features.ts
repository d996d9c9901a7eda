import { align } from './alignment.ts'
import { type ClaimEvidence, bestEvidence, hasSynonym, recallIn } from './evidence.ts'
import { type ReadPassage, inUnitsOf } from '../reading/passage.ts'
import type { Quantities } from '../reading/quantities.ts'
import type { Idf } from '../reading/idf.ts'
import type { Term } from '../reading/terms.ts'
import { isOpposedMinor, oppositesOf } from '../reading/word-relations.ts'

export type Features = Readonly<Record<string, number>>

export type ClaimComparison = {
  /** The claim with its quantities converted to the units of the text. */
  readonly claim: ReadPassage
  readonly evidence: ClaimEvidence
  readonly missing: readonly Term[]
  readonly features: Features
}

/** A text split into sentences, with the term keys and quantities of the whole. */
export type ComparedText = {
  readonly sentences: readonly ReadPassage[]
  readonly keys: ReadonlySet<string>
  readonly quantities: Quantities
}

export function compareClaim(stated: ReadPassage, text: ComparedText, idf: Idf): ClaimComparison {
  const claim = inUnitsOf(stated, text.quantities)
  const evidence = bestEvidence(claim, text.sentences, idf)
  const missing = claim.content.filter((term) => !text.keys.has(term.key) && !hasSynonym(term.key, text.keys))
  return { claim, evidence, missing, features: featuresOf({ claim, evidence, missing }, text, idf) }
}

/** Returns pairs of opposite words of which each occurs in one passage only. */
export function oppositePairs(claim: ReadPassage, evidence: ReadPassage): readonly OppositeWords[] {
  return claim.terms.flatMap((term, index) => {
    if (evidence.keys.has(term.key) || (term.isStopWord && !isOpposedMinor(term.key))) return []
    const opposites = oppositesOf(term.key)
    const opposite = evidence.terms.find(
      (other, place) =>
        opposites.has(other.key) &&
        !claim.keys.has(other.key) &&
        (!(term.isStopWord || other.isStopWord) || besideTheSame([claim.terms, index], [evidence.terms, place])),
    )
    return opposite === undefined ? [] : [{ claim: term, evidence: opposite }]
  })
}

export type OppositeWords = { readonly claim: Term; readonly evidence: Term }
type ClaimFeaturesPlace = readonly [terms: readonly Term[], index: number]

/** Returns whether the same content word stands before or behind two words, or none behind both. */
export function besideTheSame([claim, index]: ClaimFeaturesPlace, [evidence, place]: ClaimFeaturesPlace): boolean {
  const next = [claim.slice(index + 1), evidence.slice(place + 1)].map((terms) => terms.find(isContent)?.key)
  const last = [claim.slice(0, index), evidence.slice(0, place)].map((terms) => terms.findLast(isContent)?.key)
  return next[0] === next[1] || (last[0] !== undefined && last[0] === last[1])
}

function isContent({ isStopWord }: Term): boolean {
  return !isStopWord
}

function featuresOf(
  { claim, evidence, missing }: Omit<ClaimComparison, 'features'>,
  text: ComparedText,
  idf: Idf,
): Features {
  const alignment = align(claim, evidence.passage)
  const absentHere = claim.content.filter((term) => !evidence.passage.keys.has(term.key))
  return {
    recallBest: evidence.single,
    recallWindow: evidence.recall,
    recallAll: recallIn(claim, text.keys, idf),
    wordRecall: claim.terms.filter((term) => text.keys.has(term.key)).length / Math.max(claim.terms.length, 1),
    alignedShare: alignment.common / Math.max(claim.terms.length, 1),
    evidenceUsed: alignment.common / Math.max(evidence.passage.terms.length, 1),
    missingShare: missing.length / Math.max(claim.content.length, 1),
    missingNumbers: count('number', missing),
    missingNames: count('name', missing),
    absentNumbers: count('number', absentHere),
    absentNames: count('name', absentHere),
    numbers: count('number', claim.content),
    names: count('name', claim.content),
    replacements: Math.min(alignment.replacements.length, 5),
    opposites: oppositePairs(claim, evidence.passage).length,
    negationDiffers: claim.negations % 2 === evidence.passage.negations % 2 ? 0 : 1,
    claimTerms: Math.log1p(claim.terms.length),
    contentShare: claim.content.length / Math.max(claim.terms.length, 1),
    characterPairs: sharedCharacters(claim, evidence.passage),
  }
}

function count(kind: Term['kind'], terms: readonly Term[]): number {
  return terms.filter((term) => term.kind === kind).length
}

/** Pairs of characters also match inflections, compounds and Japanese without spaces. */
function sharedCharacters(claim: ReadPassage, evidence: ReadPassage): number {
  const [ours, theirs] = [characterPairsOf(claim), characterPairsOf(evidence)]
  return ours.size === 0 ? 0 : ours.intersection(theirs).size / ours.size
}

function characterPairsOf({ content }: ReadPassage): ReadonlySet<string> {
  return new Set(content.flatMap(({ written }) => Array.from(written.slice(1), (_, at) => written.slice(at, at + 2))))
}
