import { commonSubsequence } from '../../../core/index.ts'
import type { ReadPassage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'

/** A stretch of the claim where the evidence has other terms, between terms that both share. */
type Replacement = { readonly claim: readonly Term[]; readonly evidence: readonly Term[] }

export type TermAlignment = {
  /** Number of terms that both have in the same order. */
  readonly common: number
  readonly replacements: readonly Replacement[]
}

/** Aligns a claim with its evidence by their longest common subsequence of terms. Only the first 300 terms count. */
export function align(claim: ReadPassage, evidence: ReadPassage): TermAlignment {
  const claimTerms = claim.terms.slice(0, LIMIT)
  const evidenceTerms = evidence.terms.slice(0, LIMIT)
  const pairs = commonSubsequence(claimTerms.map(keyOf), evidenceTerms.map(keyOf))
  const replacements = pairs.flatMap(([claimIndex, evidenceIndex], index) => {
    const next = pairs[index + 1]
    const ours = content(claimTerms.slice(claimIndex + 1, next?.[0]))
    const theirs = content(evidenceTerms.slice(evidenceIndex + 1, next?.[1] ?? evidenceIndex + 1 + ours.length))
    const isShort = [ours, theirs].every(({ length }) => length > 0 && length <= 4)
    return isShort ? [{ claim: ours, evidence: theirs }] : []
  })
  return { common: pairs.length, replacements }
}

const LIMIT = 300

function content(terms: readonly Term[]): readonly Term[] {
  return terms.filter((term) => !term.isStopWord)
}

function keyOf({ key }: Term): string {
  return key
}
