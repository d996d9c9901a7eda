import { type ReadPassage, joinPassages } from '../reading/passage.ts'
import type { Idf } from '../reading/idf.ts'
import { synonymsOf } from '../reading/word-relations.ts'

/** Where in a text a claim is best met. `recall` is the share of the claim's rarity that is found there, 0–1. */
export type ClaimEvidence = {
  readonly passage: ReadPassage
  /** Index of the first sentence and how many sentences it takes. */
  readonly first: number
  readonly length: number
  readonly recall: number
  /** Recall of the best single sentence. */
  readonly single: number
}

/** The one or two neighbouring sentences that share most with the claim; an empty passage for an empty text. */
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
  // A second sentence must bring something: at least a twentieth of the claim.
  return pair !== undefined && pair.recall > single + 0.05 ? pair : alone
}

/** Share of the claim's rarity whose terms are among `keys`; synonyms count nearly whole. 1 for a claim without content. */
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
