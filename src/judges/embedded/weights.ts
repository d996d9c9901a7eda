import { z } from 'zod'
import type { HarmCategory, NgramHead } from './safety/harm.ts'
import { HARM_CATEGORIES } from './safety/harm.ts'
import type { Head } from './head.ts'
import type { Rarity } from './reading/rarity.ts'
import { rarityFrom } from './reading/rarity.ts'

/** Between `low` and `high` the judge does not decide. */
export type Band = { readonly low: number; readonly high: number }
type BandedHead = Head & { readonly band: Band }

export type Weights = {
  readonly rarity: Rarity
  readonly equivalence: BandedHead
  readonly support: BandedHead
  readonly coverage: BandedHead
  readonly harm: {
    readonly any: NgramHead
    readonly band: Band
    readonly categories: ReadonlyMap<HarmCategory, NgramHead>
  }
}

const StoredBand = z.object({ low: z.number(), high: z.number() })
const StoredHead = z.object({
  features: z.string(),
  depth: z.number(),
  base: z.number(),
  /** One tree a line. */
  trees: z.string(),
  band: StoredBand,
  figures: z.record(z.string(), z.number()),
})
const StoredNgrams = z.object({ bias: z.number(), scale: z.number(), weights: z.base64() })

/** `weights.json`, as `scripts/train-embedded/` writes it. */
export const StoredWeights = z.object({
  about: z.string(),
  trained: z.string(),
  sources: z.array(z.object({ name: z.string(), licence: z.string(), source: z.string(), used: z.string() })),
  /** Ten times the inverse document frequency, `stem:value`. */
  rarity: z.string(),
  heads: z.object({ equivalence: StoredHead, support: StoredHead, coverage: StoredHead }),
  harm: z.object({
    band: StoredBand,
    figures: z.record(z.string(), z.number()),
    any: StoredNgrams,
    categories: z.partialRecord(z.enum(HARM_CATEGORIES), StoredNgrams),
  }),
})
export type StoredWeights = z.infer<typeof StoredWeights>
export type StoredHead = z.infer<typeof StoredHead>

let loaded: Promise<Weights> | undefined

/** The weights, read when they are first needed. */
export function loadWeights(): Promise<Weights> {
  loaded ??= import('./weights.json', { with: { type: 'json' } }).then((file) =>
    weightsFrom(StoredWeights.parse(file.default)),
  )
  return loaded
}

function weightsFrom(stored: StoredWeights): Weights {
  const categories = HARM_CATEGORIES.flatMap((category) => {
    const head = stored.harm.categories[category]
    return head === undefined ? [] : [[category, ngramsFrom(head)] as const]
  })
  return {
    rarity: rarityFrom(new Map(stored.rarity.split(' ').map(stemAndValue))),
    equivalence: headFrom(stored.heads.equivalence),
    support: headFrom(stored.heads.support),
    coverage: headFrom(stored.heads.coverage),
    harm: { any: ngramsFrom(stored.harm.any), band: stored.harm.band, categories: new Map(categories) },
  }
}

function stemAndValue(entry: string): readonly [string, number] {
  const colon = entry.lastIndexOf(':')
  return [entry.slice(0, colon), Number(entry.slice(colon + 1))]
}

function headFrom({ features, depth, base, trees, band }: StoredHead): BandedHead {
  const numbers = trees.split('\n').map((line) => Float64Array.from(line.split(' '), Number))
  return { features: features.split(' '), depth, base, trees: numbers, band }
}

function ngramsFrom({ bias, scale, weights }: z.infer<typeof StoredNgrams>): NgramHead {
  return { bias, scale, weights: Int8Array.from(atob(weights), (byte) => byte.charCodeAt(0)) }
}
