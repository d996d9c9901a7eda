import MiniSearch, { type AsPlainObject } from 'minisearch'
import { EvalError, message } from '../../../core/index.ts'
import { isLittleWord } from '../../../documents/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { segmentWords, stem } from '../../../text/index.ts'
import { questionLanguage } from './answer-words.ts'
import type { RunbookPassage, RunbookSearch, SearchWeights } from './runbook-passage.ts'
import { otherLengths, unitVector } from './section-vectors.ts'

export type SearchedSection = Omit<RunbookPassage, 'relevance' | 'score'>

export type SectionVectors = {
  readonly model: EmbeddingModel
  /** Of length 1 each, in the order of the sections. */
  readonly vectors: readonly Float32Array[]
}

const fields = ['file', 'headings', 'text']
const options = {
  fields,
  tokenize: termsOf,
  processTerm: (term: string) => term,
  searchOptions: { boost: { file: 2, headings: 2 } },
}

/** The slow part: what the words of all sections are. It is kept, and opened by `sectionSearch`. */
export function indexWords(
  sections: readonly (Pick<SearchedSection, 'file' | 'headings' | 'text'> & { readonly title: string })[],
): AsPlainObject {
  const words = new MiniSearch(options)
  words.addAll(
    sections.map(({ file, title, headings, text }, id) => ({
      id,
      file: `${file.replace(/(?:\.html)?\.\w+$/, '')}\n${title}`,
      headings: headings.join('\n'),
      text,
    })),
  )
  return words.toJSON()
}

/**
 * Searches sections by their words (BM25) and, where there are vectors, by their meaning: the sum of both, each from 0 to 1
 * within the search.
 */
export function sectionSearch(
  sections: readonly SearchedSection[],
  words: AsPlainObject,
  embedded: SectionVectors | undefined,
): RunbookSearch {
  const index = MiniSearch.loadJS(words, options)
  return async (question, { top = 4, weights = equal, signal = new AbortController().signal } = {}) => {
    const wanted = sharesOf(weights)
    const cosines = embedded && wanted.vectors > 0 ? await cosinesTo(question, embedded, signal) : undefined
    const shares = cosines === undefined ? { keywords: 1, vectors: 0 } : wanted
    const nearness = spread(cosines ?? [])
    const scores = new Map(index.search(question).map(({ id, score }) => [Number(id), score]))
    const best = Math.max(...scores.values())
    return sections
      .map((section, at) => {
        const score = scores.get(at) ?? 0
        const cosine = Math.max(0, cosines?.[at] ?? 0)
        return {
          ...section,
          relevance: shares.keywords * relevanceOf(score, question) + shares.vectors * cosine,
          score: shares.keywords * (score === 0 ? 0 : score / best) + shares.vectors * (nearness[at] ?? 0),
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

/** What a term of a question gets in a section that is half about it. */
const HALF = 10

/** Of what all terms of a question get together: it grows with what it has of them, and with how rare they are. */
function relevanceOf(score: number, question: string): number {
  const each = score / Math.max(1, new Set(termsOf(question)).size)
  return each / (each + HALF)
}

/**
 * Words as the dictionary divides them, stems of English ones, identifiers whole and in their parts, and pairs of characters of
 * Japanese, which is divided in several ways. Words of hiragana alone and other little words carry grammar.
 */
function termsOf(text: string): string[] {
  const plain = text.normalize('NFKC')
  const whole = Array.from(plain.matchAll(/\w+(?:[.-]\w+)*/g), ([written]) => written)
    .filter((written) => /[._-]|[a-z][A-Z]/.test(written))
    .map((identifier) => identifier.toLowerCase())
  const words = segmentWords(plain.replaceAll(PARTS, ' '), 'ja').filter(
    (word) => !isLittleWord(word) && !/^\p{Script=Hiragana}+$/u.test(word),
  )
  const pairs = Array.from(plain.matchAll(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu), ([run]) => {
    const characters = Array.from(run)
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })
  return [...words.map((word) => (/^[a-z]{3,}$/.test(word) ? stem(word) : word)), ...whole, ...pairs.flat()]
}

const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g
