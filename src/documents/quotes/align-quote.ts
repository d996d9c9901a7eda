import { differenceIn, type AlignedPair, type QuoteDifference } from './quote-difference.ts'
import { type QuoteToken, tokenLikeness } from './quote-token.ts'

export type Alignment = {
  /** The share of the quote's weight that the document has, 0 to 1; words that stand between count against it. */
  readonly similarity: number
  /** The first and the last of the document's tokens that the quote has. */
  readonly first: number
  readonly last: number
  /** The first difference that changes what is said. */
  readonly difference?: QuoteDifference
}

/** Longer quotes are only looked for as they stand. */
const MOST_TOKENS = 1500
const LEAST_SHARED = 0.5
const WINDOWS = 3

/**
 * Where a document's words come nearest to a quote's: the stretches that share most of its words, aligned word by word.
 * Words may be left out, put in, or replaced, which counts as both. `undefined` when nothing is near.
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

/** Of two places that are about as near, the one that says the same. */
function rank({ similarity, difference }: Alignment): number {
  return similarity - (difference === undefined ? 0 : 0.1)
}

/** The starts of the stretches of that length which share the most of the quote's weight, whatever the order of words. */
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

/** Indexes of the highest values, apart by half a stretch at least. */
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

/** Alignment of the whole quote with any part of the window (Needleman and Wunsch 1970, ends of the window free). */
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
  // At its ends nothing of the document counts against a quote, so what stands there instead is counted as much again.
  const similarity = Math.max(0, 1 - (cost + weightAtEnds(pairs)) / weightOf(quote))
  return { similarity, first, last, ...(difference !== undefined && { difference }) }
}

/** The weight of what the quote has before the first word that the document has too, and after the last. */
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
