import type { Passage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'

/** A stretch of the claim that stands where the evidence says something else, between terms that both share. */
type Replacement = { readonly claim: readonly Term[]; readonly evidence: readonly Term[] }

export type Alignment = {
  /** Terms that both have in the same order. */
  readonly common: number
  readonly longestRun: number
  readonly replacements: readonly Replacement[]
  /** Content terms that the claim adds between neighbours of the evidence. */
  readonly inserted: readonly Term[]
}

/** Lines a claim up with its evidence by their longest common subsequence of terms. Beyond 300 terms the rest is left out. */
export function align(claim: Passage, evidence: Passage): Alignment {
  const claimTerms = claim.terms.slice(0, LIMIT)
  const evidenceTerms = evidence.terms.slice(0, LIMIT)
  const pairs = commonPairs(claimTerms, evidenceTerms)
  const replacements: Replacement[] = []
  const inserted: Term[] = []
  pairs.forEach(([claimIndex, evidenceIndex], index) => {
    const next = pairs[index + 1] ?? [claimTerms.length, evidenceTerms.length]
    const closed = index + 1 < pairs.length
    const ours = content(claimTerms.slice(claimIndex + 1, next[0]))
    const theirs = content(evidenceTerms.slice(evidenceIndex + 1, closed ? next[1] : evidenceIndex + 1 + ours.length))
    if (ours.length === 0 || ours.length > 4) return
    if (theirs.length > 0 && theirs.length <= 4) replacements.push({ claim: ours, evidence: theirs })
    else if (theirs.length === 0 && closed) inserted.push(...ours)
  })
  return { common: pairs.length, longestRun: longestRun(pairs), replacements, inserted }
}

const LIMIT = 300

function content(terms: readonly Term[]): readonly Term[] {
  return terms.filter((term) => !term.isStopWord)
}

/** Index pairs of the longest common subsequence, by dynamic programming. */
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

function longestRun(pairs: readonly (readonly [number, number])[]): number {
  let longest = 0
  let run = 0
  pairs.forEach(([row, column], index) => {
    const before = pairs[index - 1]
    run = before !== undefined && before[0] === row - 1 && before[1] === column - 1 ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}
