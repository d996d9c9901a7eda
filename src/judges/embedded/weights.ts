import { z } from 'zod'
import { idfFrom } from './reading/idf.ts'

const StoredBand = z.object({ low: z.number(), high: z.number() })
/** The judge abstains when the probability is between `low` and `high`. */
export type Band = z.infer<typeof StoredBand>
const StoredHead = z.object({ band: StoredBand, figures: z.record(z.string(), z.number()) })
const StoredClassifier = StoredHead.extend({
  features: z.string(),
  depth: z.number(),
  base: z.number(),
  /** One tree per line. */
  trees: z.string(),
})
const StoredNgrams = StoredHead.extend({ bias: z.number(), scale: z.number(), weights: z.base64() })

/** The format of `weights.json`, which `scripts/train-embedded/` writes. */
export const StoredWeights = z.object({
  about: z.string(),
  trained: z.string(),
  sources: z.array(z.object({ name: z.string(), licence: z.string(), source: z.string(), used: z.string() })),
  /** Inverse document frequencies times ten, as `stem:value`. */
  idf: z.string(),
  classifiers: z.object({ equivalence: StoredClassifier, support: StoredClassifier, coverage: StoredClassifier }),
  harm: StoredNgrams,
})
export type StoredWeights = z.infer<typeof StoredWeights>
export type StoredClassifier = z.infer<typeof StoredClassifier>

export type Weights = ReturnType<typeof weightsFrom>

let loaded: Promise<Weights> | undefined

export function loadWeights(): Promise<Weights> {
  loaded ??= import('./weights.json', { with: { type: 'json' } }).then((file) =>
    weightsFrom(StoredWeights.parse(file.default)),
  )
  return loaded
}

function weightsFrom({ idf, classifiers, harm }: StoredWeights) {
  return {
    idf: idfFrom(new Map(idf.split(' ').map(stemAndValue))),
    equivalence: classifierFrom(classifiers.equivalence),
    support: classifierFrom(classifiers.support),
    coverage: classifierFrom(classifiers.coverage),
    harm: { ...harm, weights: Int8Array.from(atob(harm.weights), (byte) => byte.charCodeAt(0)) },
  }
}

function stemAndValue(entry: string): readonly [string, number] {
  const colon = entry.lastIndexOf(':')
  return [entry.slice(0, colon), Number(entry.slice(colon + 1))]
}

function classifierFrom({ features, trees, ...stored }: StoredClassifier) {
  const numbers = trees.split('\n').map((line) => Float64Array.from(line.split(' '), Number))
  return { ...stored, features: features.split(' '), trees: numbers }
}
