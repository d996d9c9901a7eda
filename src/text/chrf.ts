/**
 * Computes chrF (M. Popović, 2015) of one sentence, 0–1, as sacreBLEU does: n-grams of code points up to `order`,
 * without white space, case-sensitive. Precision and recall are averaged over the orders for which both texts are long
 * enough, and recall is weighted `beta` times. Two empty texts score 0.
 */
export function chrfOf(candidate: string, reference: string, options: { order?: number; beta?: number } = {}): number {
  const { order = 6, beta = 2 } = options
  const candidateCharacters = charactersOf(candidate)
  const referenceCharacters = charactersOf(reference)
  // The shorter text has no n-grams of a higher order.
  const orders = Math.min(order, candidateCharacters.length, referenceCharacters.length)
  if (orders === 0) return 0

  let precision = 0
  let recall = 0
  for (let n = 1; n <= orders; n += 1) {
    const common = countCommon(ngrams(candidateCharacters, n), ngrams(referenceCharacters, n))
    precision += common / (candidateCharacters.length - n + 1)
    recall += common / (referenceCharacters.length - n + 1)
  }
  // Dividing each term instead would score equal texts slightly below 1.
  precision /= orders
  recall /= orders
  if (precision + recall === 0) return 0
  const weight = beta ** 2
  return ((1 + weight) * precision * recall) / (weight * precision + recall)
}

type Characters = { readonly text: string; readonly length: number; readonly starts: readonly number[] }

function charactersOf(spaced: string): Characters {
  const text = spaced.replace(/\s+/g, '')
  const starts: number[] = []
  for (let start = 0; start < text.length; start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) starts.push(start)
  return { text, length: starts.length, starts: [...starts, text.length] }
}

function ngrams({ text, length, starts }: Characters, n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let first = 0; first + n <= length; first += 1) {
    const ngram = text.slice(starts[first], starts[first + n])
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  }
  return counts
}

function countCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0
  for (const [ngram, count] of a) common += Math.min(count, b.get(ngram) ?? 0)
  return common
}
