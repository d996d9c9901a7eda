import { differenceIn, type AlignedPair, type QuoteDifference } from './quote-difference.ts'
import { type QuoteToken, tokenLikeness } from './quote-token.ts'

export type Alignment = {
  /** Share of the quote's weight that the document has, 0 to 1, reduced by extra words between. */
  readonly similarity: number
  /** The document's first and last token that match the quote. */
  readonly first: number
  readonly last: number
  readonly difference?: QuoteDifference
}

/** Longer quotes are only searched verbatim. */
const MOST_TOKENS = 1500
const LEAST_SHARED = 0.5
const WINDOWS = 3

/**
 * Finds the passage nearest to a quote: the windows that share most of its words, aligned word by word. Words may be
 * left out, inserted, or replaced, which counts as both. `undefined` when nothing is near.
 */
export function alignQuote(quote: readonly QuoteToken[], document: readonly QuoteToken[]): Alignment | undefined {
  if (quote.length === 0 || quote.length > MOST_TOKENS) return undefined
  const length = Math.ceil(1.3 * quote.length) + 4
  const alignments = likelyStarts(quote, document, length).flatMap((start) => {
    const alignment = alignWithin(quote, document.slice(start, start + length))
    return alignment === undefined ? [] : [moved(alignment, start)]
  })
  return alignments.toSorted((one, other) => rank(other) - rank(one))[0]
}

function moved(alignment: Alignment, by: number): Alignment {
  return { ...alignment, first: alignment.first + by, last: alignment.last + by }
}

function rank({ similarity, difference }: Alignment): number {
  return similarity - (difference === undefined ? 0 : 0.1)
}

/** Returns the starts of the windows that share most of the quote's weight, regardless of word order. */
function likelyStarts(
  quote: readonly QuoteToken[],
  document: readonly QuoteToken[],
  length: number,
): readonly number[] {
  const missing = new Map<string, number>()
  for (const token of quote) missing.set(token.key, (missing.get(token.key) ?? 0) + 1)
  const shared = new Float64Array(document.length)
  let weight = 0
  for (const [index, token] of document.entries()) {
    const left = missing.get(token.key)
    if (left !== undefined) {
      if (left > 0) weight += token.weight
      missing.set(token.key, left - 1)
    }
    const gone = document[index - length]
    const leftOfGone = gone === undefined ? undefined : missing.get(gone.key)
    if (gone !== undefined && leftOfGone !== undefined) {
      if (leftOfGone >= 0) weight -= gone.weight
      missing.set(gone.key, leftOfGone + 1)
    }
    shared[index] = weight
  }
  return highest(shared, LEAST_SHARED * weightOf(quote), length).map((end) => Math.max(0, end - length + 1))
}

/** Returns the indexes of the highest values, at least half a window apart. */
function highest(values: Float64Array, least: number, length: number): readonly number[] {
  const found: number[] = []
  while (found.length < WINDOWS) {
    let best = -1
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] ?? 0
      if (value >= least && value > (values[best] ?? 0)) best = index
    }
    if (best === -1) break
    found.push(best)
    values.fill(0, Math.max(0, best - (length >> 1)), best + (length >> 1) + 1)
  }
  return found
}

const MATCH = 0
const OMITTED = 1
const ADDED = 2

/** Aligns the whole quote with any part of the window (Needleman and Wunsch 1970, with free window ends). */
function alignWithin(quote: readonly QuoteToken[], window: readonly QuoteToken[]): Alignment | undefined {
  const width = window.length + 1
  const steps = new Uint8Array((quote.length + 1) * width)
  let above = new Float64Array(width)
  for (let row = 1; row <= quote.length; row += 1) {
    const token = quote[row - 1]
    if (token === undefined) break
    const costs = new Float64Array(width)
    costs[0] = (above[0] ?? 0) + token.weight
    steps[row * width] = OMITTED
    for (let column = 1; column < width; column += 1) {
      const other = window[column - 1]
      if (other === undefined) break
      const likes = tokenLikeness(token, other)
      const match = likes === 0 ? Infinity : (above[column - 1] ?? 0) + (1 - likes) * token.weight
      const omitted = (above[column] ?? 0) + token.weight
      const added = (costs[column - 1] ?? 0) + other.weight
      costs[column] = Math.min(match, omitted, added)
      steps[row * width + column] = match <= omitted && match <= added ? MATCH : omitted <= added ? OMITTED : ADDED
    }
    above = costs
  }
  const end = above.reduce((best, cost, column) => (cost < (above[best] ?? 0) ? column : best), 0)
  return traced(quote, window, steps, { end, cost: above[end] ?? 0 })
}

function traced(
  quote: readonly QuoteToken[],
  window: readonly QuoteToken[],
  steps: Uint8Array,
  { end, cost }: { readonly end: number; readonly cost: number },
): Alignment | undefined {
  const pairs: AlignedPair[] = []
  let [row, column] = [quote.length, end]
  let [first, last] = [-1, -1]
  while (row > 0) {
    const step = steps[row * (window.length + 1) + column]
    if (step === MATCH) {
      if (last === -1) last = column - 1
      first = column - 1
    }
    pairs.push({
      ...(step !== ADDED && { quote: quote[row - 1] }),
      ...(step !== OMITTED && { document: window[column - 1] }),
    })
    if (step !== ADDED) row -= 1
    if (step !== OMITTED) column -= 1
  }
  if (first === -1) return undefined
  const difference = differenceIn(pairs.toReversed())
  // Document words beyond the quote's ends cost nothing, so unmatched words of the quote there count twice.
  const similarity = Math.max(0, 1 - (cost + weightAtEnds(pairs)) / weightOf(quote))
  return { similarity, first, last, ...(difference !== undefined && { difference }) }
}

function weightAtEnds(pairs: readonly AlignedPair[]): number {
  const ends = [...pairs.slice(0, pairs.findIndex(isMatch)), ...pairs.slice(pairs.findLastIndex(isMatch) + 1)]
  return weightOf(ends.flatMap(({ quote }) => quote ?? []))
}

function isMatch({ quote, document }: AlignedPair): boolean {
  return quote !== undefined && document !== undefined
}

function weightOf(tokens: readonly QuoteToken[]): number {
  return tokens.reduce((sum, token) => sum + token.weight, 0)
}
