import { EvalError, message } from '../../../core/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { otherLengths, unitVector } from './embed-sections.ts'
import type { RunbookPassage, RunbookSearch, SearchWeights } from './runbook-passage.ts'
import type { IndexedSection, SectionSearch } from './section-index.ts'

type SearchablePassage = IndexedSection['passage']
export type EmbeddedPassages = {
  readonly model: EmbeddingModel
  /** Of length 1 each, one after another in the order of the passages, a file's together. */
  readonly vectors: readonly Float32Array[]
}

type CalibratedSearch = {
  readonly search: SectionSearch
  /** What the best section gets for a question that is about this collection. */
  readonly typicalScore: number
}

/** How one way of searching sees a passage. */
type View = {
  /** How much it has of what was asked, 0–1. */
  readonly relevance: number
  /** Where that puts it among the passages of this search, 0–1. */
  readonly score: number
}
type Views = ReadonlyMap<SearchablePassage, View>

const defaultWeights: SearchWeights = { keywords: 0.6, vectors: 0.4 }

/** Searches by words and, where there are embeddings, by meaning, and orders by both. */
export function runbookSearch(
  indexed: readonly IndexedSection[],
  index: CalibratedSearch,
  embedded: EmbeddedPassages | undefined,
): RunbookSearch {
  const passages = indexed.map(({ passage }) => passage)
  const keywords = keywordSearch(index)
  const nearness = embedded && nearnessOf(passages, embedded)

  return async (question, { top = 4, weights = defaultWeights, signal = new AbortController().signal } = {}) => {
    const shares = embedded === undefined ? { keywords: 1, vectors: 0 } : sharesOf(weights)
    const byWords = shares.keywords === 0 ? new Map() : keywords(question)
    const byMeaning = shares.vectors === 0 || question.trim() === '' ? undefined : await nearness?.(question, signal)
    return blended(byWords, byMeaning ?? new Map(), shares)
      .filter(({ relevance }) => relevance > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, top)
  }
}

function sharesOf({ keywords, vectors }: SearchWeights): SearchWeights {
  const sum = keywords + vectors
  if (!(keywords >= 0 && vectors >= 0 && sum > 0 && Number.isFinite(sum))) {
    throw new EvalError('usage', message('weights of a search are 0 or more, and not both 0'))
  }
  return { keywords: keywords / sum, vectors: vectors / sum }
}

/** By words. What is relevant has much of the question, and gets about as much as questions on the collection's own titles do. */
function keywordSearch({ search, typicalScore }: CalibratedSearch): (question: string) => Views {
  return (question) => {
    const hits = search(question)
    const best = hits.reduce((highest, { score }) => Math.max(highest, score), 0)
    return new Map(
      hits.map(({ passage, score, coverage }) => {
        const strength = typicalScore === 0 ? 1 : Math.min(1, score / typicalScore)
        return [passage, { relevance: Math.sqrt(coverage * strength), score: score / best }]
      }),
    )
  }
}

function blended(byWords: Views, byMeaning: Views, shares: SearchWeights): readonly RunbookPassage[] {
  return [...new Set([...byWords.keys(), ...byMeaning.keys()])].map((passage) => {
    const words = byWords.get(passage) ?? unseen
    const meaning = byMeaning.get(passage) ?? unseen
    return {
      ...passage,
      relevance: shares.keywords * words.relevance + shares.vectors * meaning.relevance,
      score: shares.keywords * words.score + shares.vectors * meaning.score,
    }
  })
}

const unseen: View = { relevance: 0, score: 0 }

function nearnessOf(passages: readonly SearchablePassage[], { model, vectors }: EmbeddedPassages) {
  const size = vectors.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length)
  const each = vectors.flatMap((ofFile) =>
    Array.from({ length: size === 0 ? 0 : ofFile.length / size }, (_, index) =>
      ofFile.subarray(index * size, (index + 1) * size),
    ),
  )
  const defaultCosine = meanCosine(each, size)

  return async (question: string, signal: AbortSignal): Promise<Views> => {
    const {
      vectors: [asked = []],
    } = await model.generate({ texts: [question] }, signal)
    if (passages.length > 0 && asked.length !== size) throw otherLengths(model.id)
    const wanted = unitVector(asked)
    const cosines = each.map((vector) => product(vector, wanted))
    const [least, most] = [Math.min(...cosines), Math.max(...cosines)]
    return new Map(
      passages.map((passage, index) => {
        const cosine = cosines[index] ?? 0
        return [
          passage,
          {
            relevance: Math.max(0, (cosine - defaultCosine) / (1 - defaultCosine)),
            score: most === least ? 1 : (cosine - least) / (most - least),
          },
        ]
      }),
    )
  }
}

/**
 * How near two passages lie that may have nothing to do with each other: models differ much in it, from 0.1 to 0.8. From
 * the square of the sum of all, which has each pair twice and each passage with itself.
 */
function meanCosine(vectors: readonly Float32Array[], size: number): number {
  const count = vectors.length
  if (count < 2) return 0
  const sum = new Float64Array(size)
  for (const vector of vectors) for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value
  const square = sum.reduce((total, value) => total + value * value, 0)
  return Math.min(0.99, Math.max(0, (square - count) / (count * (count - 1))))
}

function product(one: Float32Array, other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
}
