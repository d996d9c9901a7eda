import { z } from 'zod'
import type { NgramClassifier } from './safety/harm.ts'
import type { Classifier } from './classifier.ts'
import { type Idf, idfFrom } from './reading/idf.ts'

const StoredBand = z.object({ low: z.number(), high: z.number() })
/** The judge abstains when the probability is between `low` and `high`. */
export type Band = z.infer<typeof StoredBand>
type BandedClassifier = Classifier & { readonly band: Band }
type BandedNgrams = NgramClassifier & { readonly band: Band }

export type Weights = {
  readonly idf: Idf
  readonly equivalence: BandedClassifier
  readonly support: BandedClassifier
  readonly coverage: BandedClassifier
  readonly harm: BandedNgrams
}

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

let loaded: Promise<Weights> | undefined

export function loadWeights(): Promise<Weights> {
  loaded ??= import('./weights.json', { with: { type: 'json' } }).then((file) =>
    weightsFrom(StoredWeights.parse(file.default)),
  )
  return loaded
}

function weightsFrom(stored: StoredWeights): Weights {
  return {
    idf: idfFrom(new Map(stored.idf.split(' ').map(stemAndValue))),
    equivalence: classifierFrom(stored.classifiers.equivalence),
    support: classifierFrom(stored.classifiers.support),
    coverage: classifierFrom(stored.classifiers.coverage),
    harm: ngramsFrom(stored.harm),
  }
}

function stemAndValue(entry: string): readonly [string, number] {
  const colon = entry.lastIndexOf(':')
  return [entry.slice(0, colon), Number(entry.slice(colon + 1))]
}

function classifierFrom({ features, depth, base, trees, band }: StoredClassifier): BandedClassifier {
  const numbers = trees.split('\n').map((line) => Float64Array.from(line.split(' '), Number))
  return { features: features.split(' '), depth, base, trees: numbers, band }
}

function ngramsFrom({ bias, scale, weights, band }: z.infer<typeof StoredNgrams>): BandedNgrams {
  return { bias, scale, weights: Int8Array.from(atob(weights), (byte) => byte.charCodeAt(0)), band }
}
