import { sigmoid } from '../classifier.ts'
import { foldCharacters } from '../reading/plain-text.ts'

/** A logistic regression over hashed n-grams with one weight per bucket. */
export type NgramClassifier = { readonly bias: number; readonly scale: number; readonly weights: Int8Array }

export function ngramProbability(classifier: NgramClassifier, buckets: ReadonlyMap<number, number>): number {
  let sum = classifier.bias
  for (const [bucket, value] of buckets) sum += value * (classifier.weights[bucket] ?? 0) * classifier.scale
  return sigmoid(sum)
}

export const NGRAM_BUCKETS = 8192

/** Hashes words, pairs of words and sequences of four letters into a vector of length 1. Long texts are cut. */
export function ngramBuckets(text: string): ReadonlyMap<number, number> {
  const words =
    foldCharacters(text.slice(0, 20_000))
      .toLowerCase()
      .match(/[\p{L}\p{N}']{1,30}/gu) ?? []
  const counts = new Map<number, number>()
  const add = (gram: string): void => {
    const bucket = hash(gram) % NGRAM_BUCKETS
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  words.forEach((word, index) => {
    add(`w ${word}`)
    if (index > 0) add(`p ${words[index - 1]} ${word}`)
    const padded = `_${word}_`
    for (let end = 4; end <= padded.length; end += 1) add(`c ${padded.slice(end - 4, end)}`)
  })
  const damped = [...counts].map(([bucket, count]) => [bucket, Math.sqrt(count)] as const)
  const length = Math.hypot(...damped.map(([, value]) => value)) || 1
  return new Map(damped.map(([bucket, value]) => [bucket, value / length]))
}

/** FNV-1a, 32 bits (Fowler, Noll & Vo), over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
