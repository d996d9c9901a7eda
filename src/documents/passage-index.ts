import type { Passage } from './passages.ts'
import { type PassageTerm, passageTerms } from './passage-terms.ts'

/** A passage with its terms counted: plain values that can be kept in a file, one by one. */
export type IndexedPassage<Found = Passage> = {
  readonly passage: Found
  /** Each term once, with how often it stands in the passage and its headings, times its weight. */
  readonly terms: readonly (readonly [term: string, count: number])[]
}

export type PassageIndex<Found = Passage> = {
  readonly size: number
  search(query: string, options?: SearchOptions<Found>): readonly PassageHit<Found>[]
}

export type SearchOptions<Found = Passage> = {
  /** Most hits; 4 unless told. */
  readonly top?: number
  /** Only passages that this is true of. */
  readonly where?: (passage: Found) => boolean
}

export type IndexOptions = {
  /** How much a term counts for more in a short passage, 0 to 1: BM25's b, 0.75 unless told. */
  readonly lengthWeight?: number
}

export type PassageHit<Found = Passage> = {
  readonly passage: Found
  /**
   * How much of what the query asks about the passage has, 0 to 1: the share of the query's terms, each as heavy as it is
   * rare. A term that no passage has is the heaviest, so that 1 needs all of them. It does not depend on what else was
   * found, and hardly on how much else there is.
   */
  readonly relevance: number
  /** BM25, from 0 without an upper bound: the order of the hits, of no meaning beyond one search. */
  readonly score: number
}

/** The slow part of indexing, which depends on one passage alone. */
export function indexPassage<Found extends Pick<Passage, 'headings' | 'text'>>(passage: Found): IndexedPassage<Found> {
  const counts = new Map<string, number>()
  for (const { term, weight } of passageTerms([...passage.headings, passage.text].join('\n'))) {
    counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  return { passage, terms: [...counts] }
}

/** Makes passages searchable, whatever else is known of them. */
export function passageIndex<Found = Passage>(
  passages: readonly IndexedPassage<Found>[],
  { lengthWeight = B }: IndexOptions = {},
): PassageIndex<Found> {
  const lengths = passages.map(({ terms }) => terms.reduce((sum, [, count]) => sum + count, 0))
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, passages.length)
  const postings = postingsOf(passages)
  const having = (term: string) => postings.get(term)?.length ?? 0

  return {
    size: passages.length,
    search(query, { top = 4, where = () => true } = {}) {
      const wanted = distinct(passageTerms(query)).map(({ term, weight }) => ({
        term,
        rarity: weight * rarityOf(having(term), passages.length),
        weight: weight * rarityOf(having(term), passages.length + ELSEWHERE),
      }))
      const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
      const found = new Map<number, { score: number; covered: number }>()
      for (const { term, rarity, weight } of wanted) {
        for (const { index, count } of postings.get(term) ?? []) {
          const sum = found.get(index) ?? { score: 0, covered: 0 }
          sum.score += rarity * saturation(count, (lengths[index] ?? 0) / meanLength, lengthWeight)
          sum.covered += weight
          found.set(index, sum)
        }
      }
      return [...found]
        .flatMap(([index, { score, covered }]) => {
          const passage = passages[index]?.passage
          return passage !== undefined && where(passage)
            ? { passage, relevance: Math.min(1, covered / total), score }
            : []
        })
        .toSorted((one, other) => other.score - one.score)
        .slice(0, top)
    },
  }
}

type Posting = { readonly index: number; readonly count: number }

function postingsOf(passages: readonly Pick<IndexedPassage, 'terms'>[]): ReadonlyMap<string, readonly Posting[]> {
  const postings = new Map<string, Posting[]>()
  for (const [index, { terms }] of passages.entries()) {
    for (const [term, count] of terms) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [{ index, count }])
      else list.push({ index, count })
    }
  }
  return postings
}

/** BM25 (Robertson and Zaragoza 2009) with the logarithm's argument raised by one, so that no term counts against. */
function rarityOf(having: number, size: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5))
}

/**
 * Passages that the relevance supposes elsewhere, with none of the terms. In a few pages about one thing its name is in
 * all of them, and still says more of a question than "the".
 */
const ELSEWHERE = 1000

const K = 1.2
const B = 0.75

function saturation(count: number, relativeLength: number, lengthWeight: number): number {
  return (count * (K + 1)) / (count + K * (1 - lengthWeight + lengthWeight * relativeLength))
}

function distinct(terms: readonly PassageTerm[]): readonly PassageTerm[] {
  return [...new Map(terms.map((term) => [term.term, term])).values()]
}
