import type { Tokenizer } from './tokenize.ts'

/** Each is 0–1; 0 when its divisor is 0. */
export type RougeScore = { readonly precision: number; readonly recall: number; readonly fmeasure: number }

/** ROUGE-1 (C.-Y. Lin, 2004): overlap of words with clipped counts, in any order. Two empty texts score 0. */
export function rouge1(candidate: string, reference: string, tokenize: Tokenizer): RougeScore {
  const candidateTokens = tokenize(candidate)
  const referenceTokens = tokenize(reference)
  return scoreOf(countCommon(candidateTokens, referenceTokens), candidateTokens.length, referenceTokens.length)
}

/** ROUGE-L (C.-Y. Lin, 2004): the longest common subsequence of words, as F1. Two empty texts score 0. */
export function rougeLOf(candidate: string, reference: string, tokenize: Tokenizer): RougeScore {
  const candidateTokens = tokenize(candidate)
  const referenceTokens = tokenize(reference)
  const common = longestCommonSubsequence(candidateTokens, referenceTokens)
  return scoreOf(common, candidateTokens.length, referenceTokens.length)
}

function scoreOf(common: number, candidateLength: number, referenceLength: number): RougeScore {
  const precision = common / Math.max(candidateLength, 1)
  const recall = common / Math.max(referenceLength, 1)
  const fmeasure = common === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { precision, recall, fmeasure }
}

function countCommon(candidate: readonly string[], reference: readonly string[]): number {
  const unmatched = new Map<string, number>()
  for (const token of reference) unmatched.set(token, (unmatched.get(token) ?? 0) + 1)
  let common = 0
  for (const token of candidate) {
    const left = unmatched.get(token)
    if (left === undefined || left === 0) continue
    unmatched.set(token, left - 1)
    common += 1
  }
  return common
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const ids = new Map<string, number>()
  const shorter = numbered(a.length < b.length ? a : b, ids)
  const longer = numbered(a.length < b.length ? b : a, ids)
  const row = new Uint32Array(shorter.length + 1)
  for (const token of longer) {
    let diagonal = 0
    for (let column = 1; column < row.length; column += 1) {
      const above = row[column] ?? 0
      row[column] = shorter[column - 1] === token ? diagonal + 1 : Math.max(above, row[column - 1] ?? 0)
      diagonal = above
    }
  }
  return row.at(-1) ?? 0
}

function numbered(tokens: readonly string[], ids: Map<string, number>): Uint32Array {
  return Uint32Array.from(tokens, (token) => {
    const known = ids.get(token)
    if (known !== undefined) return known
    ids.set(token, ids.size)
    return ids.size - 1
  })
}
