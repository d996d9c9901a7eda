import { type Classifier, leafOf, sigmoid } from '../../src/judges/embedded/classifier.ts'
import { createRandom } from '../../src/statistics/index.ts'

export type Sample = {
  readonly features: Readonly<Record<string, number>>
  readonly label: 0 | 1
  readonly weight?: number
}

export type BoostOptions = {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** Least sum of curvature in a leaf. */
  readonly minimum: number
  /** Share of the samples that a tree sees. */
  readonly share: number
  readonly seed: number
  readonly features: readonly string[]
  /** Features that may only speak for (1) or against (-1) the label: no split goes the other way. */
  readonly directions?: Readonly<Record<string, 1 | -1>>
}

const BINS = 32
const L2 = 2

/** Gradient boosting with logistic loss, second order, histograms of 32 bins (Friedman 2001; Chen & Guestrin 2016). */
export function boostTrees(samples: readonly Sample[], options: BoostOptions): Classifier {
  const random = createRandom(options.seed)
  const columns = options.features.map((name) => Float64Array.from(samples, (sample) => sample.features[name] ?? 0))
  const cuts = columns.map(cutsOf)
  const bins = columns.map((column, index) => Uint8Array.from(column, (value) => binOf(value, cuts[index] ?? [])))
  const weights = Float64Array.from(samples, (sample) => sample.weight ?? 1)
  const rate = weightedRate(samples, weights)
  const base = Math.log(rate / (1 - rate))
  const scores = new Float64Array(samples.length).fill(base)
  const trees: Float64Array[] = []
  for (let count = 0; count < options.trees; count += 1) {
    const gradients = new Float64Array(samples.length)
    const curvatures = new Float64Array(samples.length)
    samples.forEach((sample, index) => {
      const p = sigmoid(scores[index] ?? 0)
      const weight = random() < options.share ? (weights[index] ?? 1) : 0
      gradients[index] = weight * (sample.label - p)
      curvatures[index] = weight * p * (1 - p)
    })
    const tree = growTree({ bins, cuts, gradients, curvatures }, options)
    trees.push(tree)
    samples.forEach((_sample, index) => {
      const values = columns.map((column) => column[index] ?? 0)
      scores[index] = (scores[index] ?? 0) + leafOf(tree, values, options.depth)
    })
  }
  return { features: options.features, base, trees, depth: options.depth }
}

type Table = {
  readonly bins: readonly Uint8Array[]
  readonly cuts: readonly (readonly number[])[]
  readonly gradients: Float64Array
  readonly curvatures: Float64Array
}

/** Level by level; a node without a useful split sends everything left. */
function growTree(table: Table, options: BoostOptions): Float64Array {
  const splits = 2 ** options.depth - 1
  const tree = new Float64Array(2 * splits + splits + 1)
  const nodes = new Uint16Array(table.gradients.length)
  for (let level = 0; level < options.depth; level += 1) {
    const start = 2 ** level - 1
    for (let node = start; node < 2 * start + 1; node += 1) {
      const split = bestSplit(table, nodes, node, options)
      tree[2 * node] = split.feature
      tree[2 * node + 1] = rounded(split.threshold)
    }
    nodes.forEach((node, index) => {
      const feature = tree[2 * node] ?? 0
      const cut = (table.cuts[feature] ?? []).findIndex((value) => rounded(value) === tree[2 * node + 1])
      const right = cut >= 0 && (table.bins[feature]?.[index] ?? 0) > cut
      nodes[index] = 2 * node + (right ? 2 : 1)
    })
  }
  fillLeaves(tree, table, nodes, { splits, rate: options.rate })
  return tree
}

function fillLeaves(
  tree: Float64Array,
  table: Table,
  nodes: Uint16Array,
  { splits, rate }: { splits: number; rate: number },
): void {
  const gradients = new Float64Array(splits + 1)
  const curvatures = new Float64Array(splits + 1)
  nodes.forEach((node, index) => {
    gradients[node - splits] = (gradients[node - splits] ?? 0) + (table.gradients[index] ?? 0)
    curvatures[node - splits] = (curvatures[node - splits] ?? 0) + (table.curvatures[index] ?? 0)
  })
  gradients.forEach((gradient, leaf) => {
    tree[2 * splits + leaf] = rounded((rate * gradient) / ((curvatures[leaf] ?? 0) + L2))
  })
}

function bestSplit(
  table: Table,
  nodes: Uint16Array,
  node: number,
  { minimum, features, directions = {} }: BoostOptions,
): { feature: number; threshold: number } {
  let best = { feature: 0, threshold: Infinity, gain: 1e-6 }
  const members = [...nodes.keys()].filter((index) => nodes[index] === node)
  table.bins.forEach((column, feature) => {
    const gradients = new Float64Array(BINS + 1)
    const curvatures = new Float64Array(BINS + 1)
    for (const index of members) {
      const bin = column[index] ?? 0
      gradients[bin] = (gradients[bin] ?? 0) + (table.gradients[index] ?? 0)
      curvatures[bin] = (curvatures[bin] ?? 0) + (table.curvatures[index] ?? 0)
    }
    const allGradient = gradients.reduce((sum, value) => sum + value, 0)
    const allCurvature = curvatures.reduce((sum, value) => sum + value, 0)
    let leftGradient = 0
    let leftCurvature = 0
    ;(table.cuts[feature] ?? []).forEach((threshold, bin) => {
      leftGradient += gradients[bin] ?? 0
      leftCurvature += curvatures[bin] ?? 0
      const rightCurvature = allCurvature - leftCurvature
      if (leftCurvature < minimum || rightCurvature < minimum) return
      const rise = (allGradient - leftGradient) / (rightCurvature + L2) - leftGradient / (leftCurvature + L2)
      if (rise * (directions[features[feature] ?? ''] ?? 0) < 0) return
      const gain =
        leftGradient ** 2 / (leftCurvature + L2) +
        (allGradient - leftGradient) ** 2 / (rightCurvature + L2) -
        allGradient ** 2 / (allCurvature + L2)
      if (gain > best.gain) best = { feature, threshold, gain }
    })
  })
  return best
}

function weightedRate(samples: readonly Sample[], weights: Float64Array): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return samples.reduce((sum, sample, index) => sum + sample.label * (weights[index] ?? 1), 0) / all
}

/** Upper ends of the bins but the last; a value equal to one belongs below. */
function cutsOf(column: Float64Array): readonly number[] {
  const sorted = column.toSorted()
  const cuts = new Set<number>()
  for (let bin = 1; bin < BINS; bin += 1) {
    const cut = rounded(sorted[Math.floor((bin * sorted.length) / BINS)] ?? 0)
    if (cut < (sorted.at(-1) ?? 0)) cuts.add(cut)
  }
  const first = sorted[0] ?? 0
  if (cuts.size === 0 && first < (sorted.at(-1) ?? 0)) cuts.add(rounded(first))
  return [...cuts].toSorted((a, b) => a - b)
}

function binOf(value: number, cuts: readonly number[]): number {
  const bin = cuts.findIndex((cut) => value <= cut)
  return bin < 0 ? cuts.length : bin
}

/** To four digits, in which heads are stored: what was trained is what runs. */
function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : Number.MAX_SAFE_INTEGER
}
