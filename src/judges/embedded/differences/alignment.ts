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
  const pairs = commonPairs(claimTerms, evidenceTerms)
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

function commonPairs(a: readonly Term[], b: readonly Term[]): readonly (readonly [number, number])[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        a[row]?.key === b[column]?.key
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0)
    }
  }
  const pairs: (readonly [number, number])[] = []
  let row = 0
  let column = 0
  while (row < a.length && column < b.length) {
    if (a[row]?.key === b[column]?.key) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row += 1
    else column += 1
  }
  return pairs
}
