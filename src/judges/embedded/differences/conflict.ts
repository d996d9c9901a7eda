import type { InstructionLanguage } from '../../../core/index.ts'
import { align } from './alignment.ts'
import { hasSynonym } from './evidence.ts'
import { clausesOf, closestClause, closestClauses, sharedContent } from '../reading/clauses.ts'
import { countNegations, isNegation } from '../reading/negation.ts'
import { type OppositeWords, besideTheSame, oppositePairs } from './claim-features.ts'
import { type ReadPassage, inUnitsOf } from '../reading/passage.ts'
import { otherUnit, quantitiesIn } from '../reading/quantities.ts'
import { reason } from '../reasons.ts'
import { type Term, isJapanese } from '../reading/terms.ts'

export type Conflict =
  | { readonly kind: 'negation' }
  | { readonly kind: 'number' | 'opposite'; readonly claim: Term; readonly evidence: Term }

/**
 * Returns how the evidence contradicts the claim: by another number or unit, an opposite word, or a negation, while the rest is the
 * same. Another name does not: Lisbon is in Portugal. These are fixed rules, not trained.
 */
export function conflictOf(stated: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const claim = inUnitsOf(stated, quantitiesIn(evidence.terms))
  const clauses = clausesOf(evidence)
  const clause = closestClause(claim, evidence, clauses)
  const shared = sharedContent(claim, clause)
  if (shared < SAME_SUBJECT) return undefined
  const isSame = shared >= SAME_STATEMENT
  const number = (isSame ? otherNumber(claim, clause, evidence) : undefined) ?? unitConflict(claim, evidence)
  if (number !== undefined) return number
  const opposition = oppositionOf(claim, clause)
  if (opposition !== undefined) {
    const isOpposed = !opposition.negated && isInPlaceOf(opposition.words, claim, clause)
    return isOpposed ? { kind: 'opposite', ...opposition.words } : undefined
  }
  return isSame && negatesDifferently(claim, evidence, clauses) ? { kind: 'negation' } : undefined
}

/** Shared words prove little in a short claim, so only another unit or an opposite word is a conflict. */
export function conflictOfFew(claim: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const opposition = oppositionOf(claim, evidence)
  const unit = unitConflict(claim, evidence)
  return unit ?? (opposition?.negated === false ? { kind: 'opposite', ...opposition.words } : undefined)
}

/** Recognizes claims like "closed" for "not open", which share too few words for the other rules and the classifier. */
export function saysOppositeNegated(claim: ReadPassage, evidence: ReadPassage): boolean {
  const opposition = oppositionOf(claim, evidence)
  if (opposition?.negated !== true) return false
  const opposed = opposition.words.claim.key
  const others = claim.content.filter(({ key, written }) => key !== opposed && countNegations(written) === 0)
  return others.filter(({ key }) => evidence.keys.has(key)).length * 2 >= Math.max(others.length, 2)
}

/** Explains a conflict. `expected` says which side's term is the right one. */
export function conflictReason(
  conflict: Conflict,
  expected: 'claim' | 'evidence',
  language: InstructionLanguage,
): string {
  if (conflict.kind === 'negation') return reason(language, 'negation-differs')
  const [right, wrong] =
    expected === 'claim' ? [conflict.claim, conflict.evidence] : [conflict.evidence, conflict.claim]
  const kind = conflict.kind === 'number' ? 'number-differs' : 'opposite-words'
  return reason(language, kind, { expected: right.written, actual: wrong.written })
}

/** Returns two opposite words. `negated` means that a negation beside one of them makes both sides agree again. */
function oppositionOf(claim: ReadPassage, evidence: ReadPassage) {
  const [words] = oppositePairs(claim, evidence)
  if (words === undefined) return undefined
  const beside = negationsBeside(claim, words.claim) + negationsBeside(evidence, words.evidence)
  return { words, negated: beside % 2 === 1 }
}

/** Leaves out the negation inside an opposite word (`never`, 不要), which is the opposition itself. */
function negationsBeside(passage: ReadPassage, { written }: Term): number {
  return passage.negations - countNegations(written)
}

/**
 * Returns whether a clause of the claim is negated and the same clause of the evidence is not, or the reverse.
 * Negations of other clauses do not count, and two negations of two things do not cancel out.
 */
function negatesDifferently(claim: ReadPassage, evidence: ReadPassage, clauses: readonly ReadPassage[]): boolean {
  const own = clausesOf(claim)
  return (own.length < 2 ? [claim] : own).some((part) => {
    const same = closestClauses(part, evidence, clauses).filter((clause) => saysTheSame(part, clause))
    return (
      same.length > 0 &&
      same.every((clause) => part.negations % 2 !== clause.negations % 2 && deniesWhatIsSaid(part, clause))
    )
  })
}

/**
 * Returns whether the word that an English negation stands before is in the other clause too: "not solely" denies nothing that is said
 * without "solely". In Japanese the negation ends the predicate.
 */
function deniesWhatIsSaid(one: ReadPassage, other: ReadPassage): boolean {
  const [denying, said] = one.negations % 2 === 1 ? [one, other] : [other, one]
  const denied = denying.terms.flatMap(({ written }, index) => {
    const next = denying.terms.slice(index + 1).find(({ isStopWord }) => !isStopWord)
    return isNegation(written) && next !== undefined ? [next.key] : []
  })
  return (
    isJapanese(denying.text) ||
    denied.length === 0 ||
    denied.some((key) => said.keys.has(key) || hasSynonym(key, said.keys))
  )
}

/**
 * Returns whether two clauses of one sentence are the same except for a negation: no word is replaced by another ("residents" for
 * "visitors"), and in Japanese, where the predicate comes last, both end alike.
 */
function saysTheSame(claim: ReadPassage, clause: ReadPassage): boolean {
  if (sharedContent(claim, clause) < SAME_STATEMENT || ENDS_WITHIN.test(clause.text)) return false
  const [ours, theirs] = [claim, clause].map(({ content }) => content.filter(({ written }) => !isNegation(written)))
  if (ours === undefined || theirs === undefined || theirs.length > ours.length + MOST_MORE) return false
  const begins = claim.keys.has(theirs[0]?.key ?? '') || clause.keys.has(ours[0]?.key ?? '')
  const ends = !isJapanese(clause.text) || claim.keys.has(theirs.at(-1)?.key ?? '')
  const isReplaced = align(claim, clause).replacements.some(({ evidence }) =>
    evidence.some(({ written }) => !isNegation(written)),
  )
  return begins && ends && !isReplaced
}

/** An English sentence has a subject of its own; in Japanese that of the one before goes on. */
const ENDS_WITHIN = /[.!?] +\S/

function unitConflict(claim: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const [ours, theirs] = otherUnit(claim.terms, evidence.terms) ?? []
  return ours && theirs && { kind: 'number', claim: ours, evidence: theirs }
}

// Minimum shares of the claim's words in the evidence. Below SAME_SUBJECT the two are about different things. A
// conflict by a number or a negation needs SAME_STATEMENT.
const SAME_SUBJECT = 0.5
const SAME_STATEMENT = 0.66
// Maximum number of extra words in a negated clause, because in a long list or table anything may be negated.
const MOST_MORE = 12

/** Returns a number of the claim that has another one in its place in the evidence, or a month another month. */
function otherNumber(claim: ReadPassage, clause: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  for (const replacement of align(claim, clause).replacements) {
    const own = replacement.claim.find(({ kind, key }) => kind === 'number' && !evidence.keys.has(key))
    const there = replacement.evidence.find(
      ({ kind, key }) =>
        kind === 'number' && key[0] === own?.key[0] && replacement.claim.every((other) => other.key !== key),
    )
    const words = own && there && { claim: own, evidence: there }
    if (words !== undefined && isInPlaceOf(words, claim, clause)) return { kind: 'number', ...words }
  }
  return undefined
}

/** Returns whether two words stand beside the same word: what stands elsewhere may be about something else. */
function isInPlaceOf(words: OppositeWords, claim: ReadPassage, clause: ReadPassage): boolean {
  return besideTheSame(
    [claim.terms, claim.terms.indexOf(words.claim)],
    [clause.terms, clause.terms.indexOf(words.evidence)],
  )
}
