import { totalsByCluster } from '../clustered.ts'

/** A judge's value for a result; those of one `cluster`, such as the repeats of a case, are not independent. */
type CorrectedColumnsJudgement = { readonly judged: number; readonly cluster?: string | number }

/** A judge's results, of which people labelled a random sample on the same scale. */
export type LabelledParts = {
  readonly labelled: readonly (CorrectedColumnsJudgement & { readonly label: number })[]
  readonly unlabelled: readonly CorrectedColumnsJudgement[]
}

type Cluster = string | number

/** The contribution of each cluster to the deviation of a mean. */
export type Deviations = ReadonlyMap<Cluster, number>

export type Columns = {
  readonly labels: readonly number[]
  readonly withLabel: readonly number[]
  readonly clustersWithLabel: readonly Cluster[]
  readonly without: readonly number[]
  readonly clustersWithout: readonly Cluster[]
}

/** A result without a cluster is a cluster of its own. */
export function columnsOf({ labelled, unlabelled }: LabelledParts): Columns {
  let alone = 0
  const clusterOf = ({ cluster }: CorrectedColumnsJudgement) => {
    alone += 1
    return cluster === undefined ? `alone ${alone}` : `of ${cluster}`
  }
  return {
    labels: labelled.map(({ label }) => label),
    withLabel: labelled.map(({ judged }) => judged),
    clustersWithLabel: labelled.map(clusterOf),
    without: unlabelled.map(({ judged }) => judged),
    clustersWithout: unlabelled.map(clusterOf),
  }
}

export function deviationsByCluster(values: readonly number[], clusters: readonly Cluster[]): Deviations {
  const mean = plainMean(values)
  const totals = totalsByCluster(values, clusters)
  return new Map([...totals].map(([cluster, { sum, size }]) => [cluster, (sum - size * mean) / values.length]))
}

export function addedUp(parts: readonly (readonly [factor: number, deviations: Deviations])[]): Deviations {
  const moved = new Map<Cluster, number>()
  for (const [factor, deviations] of parts) {
    if (factor === 0) continue
    for (const [cluster, deviation] of deviations) moved.set(cluster, (moved.get(cluster) ?? 0) + factor * deviation)
  }
  return moved
}

export function squaresOf(deviations: Deviations): number {
  return productOf(deviations, deviations)
}

export function productOf(ones: Deviations, others: Deviations): number {
  let sum = 0
  for (const [cluster, deviation] of ones) sum += deviation * (others.get(cluster) ?? 0)
  return sum
}

export function plainMean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
