import { oppositePairs } from './claim-features.ts'
import { countNegations } from '../reading/negation.ts'
import type { Passage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'

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
