import { isNegation } from './negation.ts'
import { type ReadPassage, joinPassages, passageOf } from './passage.ts'

/** A passage in its clauses, between commas and conjunctions; its sentences where there are too many to look at. */
export function clausesOf(passage: ReadPassage): readonly ReadPassage[] {
  const { parts = [passage] } = passage
  const clauses = parts.map(({ text }) => text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== '')).flat()
  return clauses.length > MOST_CLAUSES ? parts : clauses.map(passageOf)
}

/** The shortest stretch of the evidence, between commas and conjunctions, that has nearly all that the claim shares with it. */
export function closestClause(claim: ReadPassage, evidence: ReadPassage, clauses: readonly ReadPassage[]): ReadPassage {
  return closestClauses(claim, evidence, clauses)[0] ?? evidence
}

/** The same with all others of that length that have as much. */
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

/** Share of the claim's words, numbers, names and negations left out, that the evidence has; 0 where there is too little to tell. */
export function sharedContent(claim: ReadPassage, evidence: ReadPassage): number {
  const content = claim.content.filter((term) => !isNegation(term.written))
  const words = content.filter((term) => term.kind === 'word')
  const counted = words.length >= 2 ? words : content
  if (content.length < 2) return 0
  return counted.filter((term) => evidence.keys.has(term.key)).length / counted.length
}

const MOST_CLAUSES = 12
const CLAUSE_ENDS =
  /[,;:、，；：](?!\d)|(?<=[.!?])\s+|(?<=[。！？])|\b(?:but|and|although|though|while|whereas|because|however|unless)\b|(?<=[すたいん])が、?|(?<=[すたい])(?:けれど|けど|ので|から、)/
