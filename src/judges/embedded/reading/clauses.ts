import { isNegation } from './negation.ts'
import { type ReadPassage, joinPassages, passageOf } from './passage.ts'

/** Splits a passage at commas and conjunctions, or only into its sentences if there would be too many clauses. */
export function clausesOf(passage: ReadPassage): readonly ReadPassage[] {
  const { parts = [passage] } = passage
  const clauses = parts.map(({ text }) => text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== '')).flat()
  return clauses.length > MOST_CLAUSES ? parts : clauses.map(passageOf)
}

/** Returns the shortest stretch of clauses that has nearly all words which the evidence shares with the claim. */
export function closestClause(claim: ReadPassage, evidence: ReadPassage, clauses: readonly ReadPassage[]): ReadPassage {
  return closestClauses(claim, evidence, clauses)[0] ?? evidence
}

/** Returns all stretches of clauses that share as much and are as short. */
export function closestClauses(
  claim: ReadPassage,
  evidence: ReadPassage,
  clauses: readonly ReadPassage[],
): readonly ReadPassage[] {
  const enough = 0.9 * sharedContent(claim, evidence)
  for (let length = 1; length < clauses.length; length += 1) {
    const stretches = clauses.slice(length - 1).map((_, first) => joinPassages(clauses.slice(first, first + length)))
    const fitting = stretches.filter((stretch) => sharedContent(claim, stretch) >= enough)
    if (fitting.length > 0) return fitting
  }
  return [evidence]
}

/** Returns the share of the claim's words in the evidence. Names and numbers only count if there are few words. */
export function sharedContent(claim: ReadPassage, evidence: ReadPassage): number {
  const content = claim.content.filter((term) => !isNegation(term.written))
  const words = content.filter((term) => term.kind === 'word')
  const counted = words.length >= 2 ? words : content
  if (content.length < 2) return 0
  return counted.filter((term) => evidence.keys.has(term.key)).length / counted.length
}

const MOST_CLAUSES = 12
const CLAUSE_ENDS =
  /[,;:、，；：](?!\d)|(?<=[.!?])\s+|(?<=[。！？])|\b(?:but|and|although|though|while|whereas|because|however|unless)\b|(?<=[すたいん])が、?|(?<=[すたい])(?:けれど|けど|ので(?![あしすは])|から、)/
