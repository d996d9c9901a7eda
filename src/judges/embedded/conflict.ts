import type { InstructionLanguage } from '../../core/index.ts'
import type { Alignment } from './alignment.ts'
import { align } from './alignment.ts'
import { oppositePairs } from './claim-features.ts'
import type { Passage } from './passage.ts'
import { joinPassages, passageOf } from './passage.ts'
import { reason } from './reasons.ts'
import type { Term } from './terms.ts'

/** How a claim contradicts the evidence that is closest to it: the terms that exclude each other, or a negation. */
export type Conflict =
  | { readonly kind: 'negation' }
  | { readonly kind: 'number' | 'opposite' | 'name'; readonly claim: Term; readonly evidence: Term }

/**
 * What contradicts the claim in the evidence, by rules and without training: another number, a negation, an opposite word or
 * another name where the rest is the same. Undefined where nothing does.
 */
export function conflictOf(claim: Passage, evidence: Passage): Conflict | undefined {
  const clause = closestClause(claim, evidence)
  const shared = sharedContent(claim, clause)
  if (shared < SAME_SUBJECT) return undefined
  const alignment = align(claim, clause)
  const number = replaced(alignment, evidence, 'number')
  if (number !== undefined) return number
  const negated = claim.negations % 2 !== clause.negations % 2
  const [opposite] = oppositePairs(claim, clause)
  // A negation and an opposite word together say the same again.
  if (opposite !== undefined && !negated) return { kind: 'opposite', claim: opposite[0], evidence: opposite[1] }
  if (negated && opposite === undefined && shared >= SAME_STATEMENT) return { kind: 'negation' }
  return shared >= SAME_STATEMENT ? replaced(alignment, evidence, 'name') : undefined
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

// Shares of the claim's words in the evidence. Below the first the two speak of different things, and a difference is no
// contradiction; a lone negation or name needs more.
const SAME_SUBJECT = 0.5
const SAME_STATEMENT = 0.66

/** The shortest stretch of the evidence, between commas and conjunctions, that has nearly all that the claim shares with it. */
function closestClause(claim: Passage, evidence: Passage): Passage {
  const clauses = evidence.text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== '')
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return evidence
  const passages = clauses.map(passageOf)
  const enough = 0.9 * sharedContent(claim, evidence)
  for (let length = 1; length < passages.length; length += 1) {
    const stretches = passages.slice(length - 1).map((_, first) => joinPassages(passages.slice(first, first + length)))
    const fitting = stretches.find((stretch) => sharedContent(claim, stretch) >= enough)
    if (fitting !== undefined) return fitting
  }
  return evidence
}

const MOST_CLAUSES = 12
const CLAUSE_ENDS =
  /[,;:、;:](?!\d)|(?<=[.!?。!?])\s*|\b(?:but|and|although|though|while|whereas|because|however|unless)\b|(?<=[すたいん])が、?|(?<=[すたい])(?:けれど|けど|ので|から、)/

/** Share of the claim's words, numbers and names left out, that the evidence has; 0 where there is too little to tell. */
function sharedContent(claim: Passage, evidence: Passage): number {
  const words = claim.content.filter((term) => term.kind === 'word')
  const counted = words.length >= 2 ? words : claim.content
  if (claim.content.length < 2) return 0
  return counted.filter((term) => evidence.keys.has(term.key)).length / counted.length
}

/** A term of one kind in the place of another of that kind that the claim does not have elsewhere. */
function replaced(alignment: Alignment, evidence: Passage, kind: 'number' | 'name'): Conflict | undefined {
  for (const replacement of alignment.replacements) {
    const claimed = replacement.claim.find((term) => term.kind === kind && !evidence.keys.has(term.key))
    const there = replacement.evidence.find(
      (term) => term.kind === kind && replacement.claim.every((other) => other.key !== term.key),
    )
    if (claimed !== undefined && there !== undefined) return { kind, claim: claimed, evidence: there }
  }
  return undefined
}
