import type { InstructionLanguage } from '../../../core/index.ts'
import { type TermAlignment, align } from './alignment.ts'
import { clausesOf, closestClause, closestClauses, sharedContent } from '../reading/clauses.ts'
import { countNegations, isNegation } from '../reading/negation.ts'
import { oppositePairs } from './claim-features.ts'
import { type ReadPassage, inUnitsOf } from '../reading/passage.ts'
import { otherUnit, quantitiesIn } from '../reading/quantities.ts'
import { reason } from '../reasons.ts'
import { type Term, isJapanese } from '../reading/terms.ts'

/** How a claim contradicts the evidence that is closest to it: the terms that exclude each other, or a negation. */
export type Conflict =
  | { readonly kind: 'negation' }
  | { readonly kind: 'number' | 'opposite' | 'name'; readonly claim: Term; readonly evidence: Term }

/**
 * What contradicts the claim in the evidence, by rules and without training: another number or unit, a negation, an opposite
 * word or another name where the rest is the same. Undefined where nothing does.
 */
export function conflictOf(stated: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const claim = inUnitsOf(stated, quantitiesIn(evidence.terms))
  const clauses = clausesOf(evidence)
  const clause = closestClause(claim, evidence, clauses)
  const shared = sharedContent(claim, clause)
  if (shared < SAME_SUBJECT) return undefined
  const alignment = align(claim, clause)
  const number = replaced(alignment, evidence, 'number') ?? unitConflict(claim, evidence)
  if (number !== undefined) return number
  const opposition = oppositionOf(claim, clause)
  if (opposition?.negated === false) return { kind: 'opposite', ...opposition.words }
  if (opposition !== undefined || shared < SAME_STATEMENT) return undefined
  return negatesDifferently(claim, evidence, clauses) ? { kind: 'negation' } : replaced(alignment, evidence, 'name')
}

/** The same for a claim of so few words that sharing them says nothing: only another unit or an opposite word counts. */
export function conflictOfFew(claim: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const opposition = oppositionOf(claim, evidence)
  const unit = unitConflict(claim, evidence)
  return unit ?? (opposition?.negated === false ? { kind: 'opposite', ...opposition.words } : undefined)
}

/** "Closed" of what is "not open": heads and words see too little in common there. */
export function saysOppositeNegated(claim: ReadPassage, evidence: ReadPassage): boolean {
  const opposition = oppositionOf(claim, evidence)
  if (opposition?.negated !== true) return false
  const opposed = opposition.words.claim.key
  const others = claim.content.filter(({ key, written }) => key !== opposed && countNegations(written) === 0)
  return others.filter(({ key }) => evidence.keys.has(key)).length * 2 >= Math.max(others.length, 2)
}

/** Says it with the claim, or the evidence, in the place of what was expected. */
export function conflictReason(
  conflict: Conflict,
  expected: 'claim' | 'evidence',
  language: InstructionLanguage,
): string {
  if (conflict.kind === 'negation') return reason(language, 'negation-differs')
  const [right, wrong] =
    expected === 'claim' ? [conflict.claim, conflict.evidence] : [conflict.evidence, conflict.claim]
  const names = { number: 'number-differs', opposite: 'opposite-words', name: 'other-words' } as const
  return reason(language, names[conflict.kind], { expected: right.written, actual: wrong.written })
}

/** Two words that exclude each other. `negated` where a negation beside them makes them say the same again. */
function oppositionOf(claim: ReadPassage, evidence: ReadPassage) {
  const [words] = oppositePairs(claim, evidence)
  if (words === undefined) return undefined
  const beside = negationsBeside(claim, words.claim) + negationsBeside(evidence, words.evidence)
  return { words, negated: beside % 2 === 1 }
}

/** The negation in an opposite word itself (`never`, 不要) is the opposition, not one more. */
function negationsBeside(passage: ReadPassage, { written }: Term): number {
  return passage.negations - countNegations(written)
}

/**
 * Whether a clause of the claim is negated where the evidence says it without, or the other way round. Clause by clause: what
 * is negated in another clause has no part in it, and two negations of two things do not cancel each other.
 */
function negatesDifferently(claim: ReadPassage, evidence: ReadPassage, clauses: readonly ReadPassage[]): boolean {
  const own = clausesOf(claim)
  return (own.length < 2 ? [claim] : own).some((part) => {
    const same = closestClauses(part, evidence, clauses).filter((clause) => saysTheSame(part, clause))
    return same.length > 0 && same.every((clause) => part.negations % 2 !== clause.negations % 2)
  })
}

/**
 * Whether a clause says what the claim says, of the same subject, but for a negation: nothing stands in the place of another
 * word ("residents" for "visitors", "excluded" for "cannot"), or behind all of it in Japanese, where the predicate is last.
 */
function saysTheSame(claim: ReadPassage, clause: ReadPassage): boolean {
  if (sharedContent(claim, clause) < SAME_STATEMENT) return false
  const [ours, theirs] = [claim, clause].map(({ content }) => content.filter(({ written }) => !isNegation(written)))
  if (ours === undefined || theirs === undefined || theirs.length > ours.length + MOST_MORE) return false
  const begins = claim.keys.has(theirs[0]?.key ?? '') || clause.keys.has(ours[0]?.key ?? '')
  const ends = !isJapanese(clause.text) || claim.keys.has(theirs.at(-1)?.key ?? '')
  const isReplaced = align(claim, clause).replacements.some(({ evidence }) =>
    evidence.some(({ written }) => !isNegation(written)),
  )
  return begins && ends && !isReplaced
}

/** The number of the claim with another unit: 90 minutes, 90 hours. */
function unitConflict(claim: ReadPassage, evidence: ReadPassage): Conflict | undefined {
  const [ours, theirs] = otherUnit(claim.terms, evidence.terms) ?? []
  return ours && theirs && { kind: 'number', claim: ours, evidence: theirs }
}

// Shares of the claim's words in the evidence. Below the first the two speak of different things, and a difference is no
// contradiction; a lone negation or name needs more.
const SAME_SUBJECT = 0.5
const SAME_STATEMENT = 0.66
// Words that what is denied may have beside those of the claim. In a long list or a table anything may be negated.
const MOST_MORE = 12

/** A term of one kind in the place of another of that kind that the claim does not have elsewhere. */
function replaced(alignment: TermAlignment, evidence: ReadPassage, kind: 'number' | 'name'): Conflict | undefined {
  for (const replacement of alignment.replacements) {
    const claimed = replacement.claim.find((term) => term.kind === kind && !evidence.keys.has(term.key))
    const there = replacement.evidence.find(
      (term) => term.kind === kind && replacement.claim.every((other) => other.key !== term.key),
    )
    const isOneName = kind === 'name' && mayAbbreviate(joined(replacement.claim), joined(replacement.evidence))
    if (claimed !== undefined && there !== undefined && !isOneName) return { kind, claim: claimed, evidence: there }
  }
  return undefined
}

function joined(terms: readonly Term[]): string {
  return terms.map(({ key }) => key).join('')
}

/** US may be the USA, LA Los Angeles, TN Tennessee; of more letters Kent would be Kentucky, and Bern Berlin. */
function mayAbbreviate(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let at = 0
  return (
    short.length <= 2 && long[0] === short[0] && [...short].every((letter) => (at = long.indexOf(letter, at) + 1) > 0)
  )
}
