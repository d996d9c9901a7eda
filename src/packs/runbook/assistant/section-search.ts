import { EvalError, message } from '../../../core/index.ts'
import { type WordIndex, wordSearch } from '../../../documents/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { questionLanguage } from './answer-words.ts'
import type { RunbookPassage, RunbookSearch, SearchWeights } from './runbook-passage.ts'
import { otherLengths, unitVector } from './section-vectors.ts'

export type SearchedSection = Omit<RunbookPassage, 'relevance' | 'score'>

export type SectionVectors = {
  readonly model: EmbeddingModel
  /** Of length 1 each, in the order of the sections. */
  readonly vectors: readonly Float32Array[]
}

/**
 * Searches sections by their words (BM25) and, where there are vectors, by their meaning: the sum of both, each from 0 to 1
 * within the search.
 */
export function sectionSearch(
  sections: readonly SearchedSection[],
  words: WordIndex,
  embedded: SectionVectors | undefined,
): RunbookSearch {
  const byWords = wordSearch(words)
  return async (question, { top = 4, weights = equal, signal = new AbortController().signal } = {}) => {
    const wanted = sharesOf(weights)
    const cosines = embedded && wanted.vectors > 0 ? await cosinesTo(question, embedded, signal) : undefined
    const shares = cosines === undefined ? { keywords: 1, vectors: 0 } : wanted
    const nearness = spread(cosines ?? [])
    const hits = byWords(question)
    const [best] = hits
    const hitAt = new Map(hits.map((hit) => [hit.at, hit]))
    return sections
      .map((section, at) => {
        const hit = hitAt.get(at)
        const cosine = Math.max(0, cosines?.[at] ?? 0)
        return {
          ...section,
          relevance: shares.keywords * (hit?.relevance ?? 0) + shares.vectors * cosine,
          score: shares.keywords * ((hit?.score ?? 0) / (best?.score ?? 1)) + shares.vectors * (nearness[at] ?? 0),
        }
      })
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, top)
  }
}

const equal: SearchWeights = { keywords: 0.5, vectors: 0.5 }

function sharesOf({ keywords, vectors }: SearchWeights): SearchWeights {
  const sum = keywords + vectors
  if (!(keywords >= 0 && vectors >= 0 && sum > 0 && Number.isFinite(sum))) {
    throw new EvalError('usage', message('weights of a search are 0 or more, and not both 0'))
  }
  return { keywords: keywords / sum, vectors: vectors / sum }
}

/** How near each section lies to a question; undefined where the model does not know its language. */
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
  if (vectors.some(({ length }) => length !== asked.length)) throw otherLengths(model.id)
  return vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0))
}

/** The farthest section at 0 and the nearest at 1: models differ much in where their cosines lie. */
function spread(cosines: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...cosines), Math.max(...cosines)]
  return cosines.map((cosine) => (most === least ? 1 : (cosine - least) / (most - least)))
}
