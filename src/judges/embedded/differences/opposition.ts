import { oppositePairs } from './claim-features.ts'
import { countNegations } from '../reading/negation.ts'
import type { Passage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'
import { oppositesOf } from '../reading/word-relations.ts'

/** Two words that exclude each other, the claim's first. `negated` where a negation beside them makes them say the same again. */
export type Opposition = { readonly words: readonly [claim: Term, evidence: Term]; readonly negated: boolean }

export function oppositionOf(claim: Passage, evidence: Passage): Opposition | undefined {
  const [words] = oppositePairs(claim, evidence)
  if (words === undefined) return undefined
  const beside = negationsBeside(claim, words[0]) + negationsBeside(evidence, words[1])
  return { words, negated: beside % 2 === 1 }
}

/** The negation in an opposite word itself (`never`, 不要) is the opposition, not one more. */
function negationsBeside(passage: Passage, { written }: Term): number {
  return passage.negations - countNegations(written)
}

/**
 * A word or a number of the claim where the evidence, which has it too, says the opposite or another number: "imports rose" of
 * "exports rose while imports fell". What else they share decides, by the clauses in which it stands.
 */
export function exchangedWords(
  claim: Passage,
  evidence: Passage,
  clauses: readonly Passage[],
): Opposition['words'] | undefined {
  if (clauses.length < 2 || claim.terms.length > LONGEST) return undefined
  for (const [index, term] of claim.terms.entries()) {
    if (term.isStopWord || !evidence.keys.has(term.key)) continue
    const excluded = excludedBy(term, claim.terms[index + 1], evidence)
    const other = evidence.content.find(({ key }) => excluded.has(key) && !claim.keys.has(key))
    if (other === undefined) continue
    const telling = tellingClauses(claim, evidence, clauses, [term.key, other.key])
    if (telling.length > 0 && telling.every(({ keys }) => keys.has(other.key) && !keys.has(term.key))) {
      return [term, other]
    }
  }
  return undefined
}

/** Terms. Longer claims say too much to be told by one word. */
const LONGEST = 100

/** The opposites of a word; of a number, as in 3 euros, the other numbers of euros where 3 euros are among them. */
function excludedBy(term: Term, next: Term | undefined, evidence: Passage): ReadonlySet<string> {
  if (!term.key.startsWith('#')) return oppositesOf(term.key)
  if (next === undefined || next.isStopWord) return new Set()
  const alike = evidence.terms.filter((_term, index) => evidence.terms[index + 1]?.key === next.key)
  const numbers = new Set(alike.filter(({ key }) => key.startsWith('#')).map(({ key }) => key))
  return numbers.has(term.key) ? numbers : new Set()
}

/** The clauses of what claim and evidence share beside two such terms. A subject before both tells nothing. */
function tellingClauses(
  claim: Passage,
  evidence: Passage,
  clauses: readonly Passage[],
  pair: readonly [string, string],
): readonly Passage[] {
  const place = (key: string): number => evidence.terms.findIndex((term) => term.key === key)
  const start = Math.min(...pair.map(place))
  const shared = claim.content.map(({ key }) => key).filter((key) => !pair.includes(key) && evidence.keys.has(key))
  const later = shared.filter((key) => place(key) > start)
  const last = clauses.findLast(({ keys }) => pair.some((key) => keys.has(key)))
  const ownSubject = !pair.includes(last?.content[0]?.key ?? '')
  const telling = later.length > 0 || !ownSubject ? later : shared
  const holding = (key: string): readonly Passage[] => clauses.filter(({ keys }) => keys.has(key))
  return telling.flatMap((key) => (holding(key).length === 1 ? holding(key) : []))
}
