import { type ReadPassage, joinPassages } from '../reading/passage.ts'
import type { Idf } from '../reading/idf.ts'
import { synonymsOf } from '../reading/word-relations.ts'

/** The best match for a claim in a text. `recall` is the matched share of its terms, 0–1, weighted by rarity. */
export type ClaimEvidence = {
  readonly passage: ReadPassage
  /** Index of the first sentence and number of sentences. */
  readonly first: number
  readonly length: number
  readonly recall: number
  readonly single: number
}

/** Returns the one or two adjacent sentences that share most with the claim; an empty passage for an empty text. */
export function bestEvidence(claim: ReadPassage, sentences: readonly ReadPassage[], idf: Idf): ClaimEvidence {
  const scores = sentences.map((sentence) => recallIn(claim, sentence.keys, idf))
  const single = scores.reduce((most, score) => Math.max(most, score), 0)
  const best = scores.indexOf(single)
  const alone = { passage: sentences[best] ?? joinPassages([]), first: best, length: 1, recall: single, single }
  const pairs = [best - 1, best]
    .filter((first) => first >= 0 && first + 1 < sentences.length)
    .map((first) => {
      const passage = joinPassages(sentences.slice(first, first + 2))
      return { passage, first, length: 2, recall: recallIn(claim, passage.keys, idf), single }
    })
  const pair = pairs.toSorted((a, b) => b.recall - a.recall)[0]
  return pair !== undefined && pair.recall > single + 0.05 ? pair : alone
}

/** Returns the share of the claim, weighted by rarity, that is among `keys`; 1 if the claim is empty. */
export function recallIn(claim: ReadPassage, keys: ReadonlySet<string>, idf: Idf): number {
  let found = 0
  let all = 0
  for (const term of claim.terms) {
    const weight = idf(term)
    all += weight
    if (keys.has(term.key)) found += weight
    else if (!term.isStopWord && hasSynonym(term.key, keys)) found += 0.8 * weight
  }
  return all === 0 ? 1 : found / all
}

export function hasSynonym(key: string, keys: ReadonlySet<string>): boolean {
  return !synonymsOf(key).isDisjointFrom(keys)
}
