import type { Features } from './differences/claim-features.ts'

/** Gradient-boosted trees as they are evaluated; `scripts/train-embedded/boost-trees.ts` trains them. */
export type Classifier = {
  readonly features: readonly string[]
  readonly base: number
  /** All trees have the same depth. Each lists its splits level by level (feature, threshold, …), then its leaves. */
  readonly trees: readonly Float64Array[]
  readonly depth: number
}

/** Returns a probability, 0–1. Missing features count as 0. */
export function probability(classifier: Classifier, features: Features): number {
  const values = classifier.features.map((name) => features[name] ?? 0)
  return sigmoid(classifier.trees.reduce((sum, tree) => sum + leafOf(tree, values, classifier.depth), classifier.base))
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

export function leafOf(tree: Float64Array, values: ArrayLike<number>, depth: number): number {
  let node = 0
  for (let level = 0; level < depth; level += 1) {
    const value = values[tree[2 * node] ?? 0] ?? 0
    node = 2 * node + (value > (tree[2 * node + 1] ?? 0) ? 2 : 1)
  }
  const splits = 2 ** depth - 1
  return tree[2 * splits + (node - splits)] ?? 0
}
