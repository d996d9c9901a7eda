import { EvalError, message } from '../../../core/index.ts'
import { type WordIndex, wordSearch } from '../../../documents/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { questionLanguage } from './answer-words.ts'
import { unitVector } from './section-vectors.ts'

/** A section found by a search. */
export type RunbookPassage = {
  /** The file's path within the folder and a number: `malware.md#3`. */
  readonly id: string
  readonly text: string
  /** Path within the folder, separated by `/`. */
  readonly file: string
  /** Headings above it, highest first, joined by ` > `; empty before the first one. */
  readonly heading: string
  readonly headings: readonly string[]
  /** First and last page, counted from 1. */
  readonly pages: readonly [first: number, last: number]
  /** The file's modification time, ISO 8601. */
  readonly updatedAt: string
  /**
   * How much of the question the passage covers, 0–1: the mean relevance of the question's words, and with embeddings the cosine,
   * weighted. It is comparable between searches.
   */
  readonly relevance: number
  /** The score by which passages are ordered, 0–1; 1 for a passage that is best both by words and by meaning. */
  readonly score: number
}

export type RunbookSearchOptions = {
  /** The largest number of passages; 4 by default. */
  readonly top?: number | undefined
  /** Weights of words and meaning in the order, equal by default. Without embeddings only words count. */
  readonly weights?: { readonly keywords: number; readonly vectors: number } | undefined
  readonly signal?: AbortSignal
}

export type RunbookSearch = (question: string, options?: RunbookSearchOptions) => Promise<readonly RunbookPassage[]>

type SearchedSection = Omit<RunbookPassage, 'relevance' | 'score'>

export type SectionVectors = {
  readonly model: EmbeddingModel
  /** Unit vectors of the pieces of each section, in the order of the sections. */
  readonly vectors: readonly (readonly Float32Array[])[]
}

/** Searches sections by words (BM25) and, with vectors, by meaning; the scores of both are scaled to 0–1 within the search and added. */
export function sectionSearch(
  sectionAt: (index: number) => SearchedSection | undefined,
  words: WordIndex,
  embedded: SectionVectors | undefined,
): RunbookSearch {
  const byWords = wordSearch(words)
  return async (question, { top = 4, weights = equal, signal = new AbortController().signal } = {}) => {
    const sum = weights.keywords + weights.vectors
    if (!(weights.keywords >= 0 && weights.vectors >= 0 && sum > 0)) {
      throw new EvalError('usage', message('weights of a search are 0 or more, and not both 0'))
    }
    const cosines = embedded && weights.vectors > 0 ? await cosinesTo(question, embedded, signal) : undefined
    const meaning = cosines === undefined ? 0 : weights.vectors / sum
    const [least, most] = rangeOf(cosines ?? [])
    const hits = byWords(question)
    const hitAt = new Map(hits.map((hit) => [hit.at, hit]))
    return [...(cosines ?? hitAt).keys()]
      .map((at) => {
        const hit = hitAt.get(at) ?? { relevance: 0, score: 0 }
        const cosine = cosines?.[at] ?? 0
        // Scaled between the farthest and the nearest section, since the range of cosines differs between models.
        const nearness = most === least ? 1 : (cosine - least) / (most - least)
        return {
          at,
          relevance: (1 - meaning) * hit.relevance + (meaning && meaning * Math.max(0, cosine)),
          score: (1 - meaning) * (hit.score / (hits[0]?.score ?? 1)) + (meaning && meaning * nearness),
        }
      })
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, top)
      .flatMap(({ at, ...found }) => {
        const section = sectionAt(at)
        return section === undefined ? [] : [{ ...section, ...found }]
      })
  }
}

const equal = { keywords: 0.5, vectors: 0.5 }

/** The cosine of each section's nearest piece with the question; undefined where the model does not know its language. */
async function cosinesTo(
  question: string,
  { model, vectors }: SectionVectors,
  signal: AbortSignal,
): Promise<readonly number[] | undefined> {
  if (question.trim() === '' || (model.language !== undefined && model.language !== questionLanguage(question))) {
    return undefined
  }
  const reply = await model.generate({ texts: [question] }, signal)
  const asked = unitVector(reply.vectors[0] ?? [])
  if (vectors.some((pieces) => pieces.some(({ length }) => length !== asked.length))) {
    // Detects a server that was given another model under the same name.
    throw new EvalError('store', message('the embeddings of {model} are not all of one length', { model: model.id }), {
      hint: message('Another model answers under this name now. Delete the index and build it again.'),
    })
  }
  const cosine = (vector: Float32Array) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0)
  return vectors.map((pieces) => Math.max(...pieces.map(cosine)))
}

/** Does not spread arguments, of which there may be too many. */
function rangeOf(values: readonly number[]): readonly [least: number, most: number] {
  return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity])
}
