import type { Features } from './differences/claim-features.ts'

/** Boosted trees as they are evaluated; see `scripts/train-embedded/boost-trees.ts` for how they come about. */
export type Classifier = {
  readonly features: readonly string[]
  readonly base: number
  /** Of one depth: its splits level by level (feature, threshold, …), then its leaves from left to right. */
  readonly trees: readonly Float64Array[]
  readonly depth: number
}

/** The probability that a head gives, 0–1. A feature that is not there counts as 0. */
export function probability(classifier: Classifier, features: Features): number {
  const values = classifier.features.map((name) => features[name] ?? 0)
  return sigmoid(classifier.trees.reduce((sum, tree) => sum + leafOf(tree, values, classifier.depth), classifier.base))
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The leaf in which the values end: right where a value is above the threshold. */
export function leafOf(tree: Float64Array, values: ArrayLike<number>, depth: number): number {
  let node = 0
  for (let level = 0; level < depth; level += 1) {
    const value = values[tree[2 * node] ?? 0] ?? 0
    node = 2 * node + (value > (tree[2 * node + 1] ?? 0) ? 2 : 1)
  }
  const splits = 2 ** depth - 1
  return tree[2 * splits + (node - splits)] ?? 0
}
