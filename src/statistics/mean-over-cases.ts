import type { Estimate } from '../core/index.ts'
import { type MeanOptions, clusteredMethods, intervalAround, plainMethods } from './mean.ts'

export type MeanOverCases = {
  /** The values of one case must be added in sequence. */
  add(value: number, caseNumber: number): void
  estimate(): Estimate | null
}

/**
 * Computes the same numbers as `meanInterval`, or as `clusteredMeanInterval` once a case has more than one value, in
 * constant memory. Sums are taken around the first value to limit cancellation. Without `bounds`, equal values get no
 * interval: `low` and `high` are the value and the method is `constant`.
 */
export function meanOverCases(options: MeanOptions): MeanOverCases {
  let origin = 0
  let n = 0
  let sum = 0
  let lowest = Infinity
  let highest = -Infinity
  let open = { caseNumber: Number.NaN, n: 0, sum: 0 }
  const clusters = { count: 0, squaredSums: 0, sumsTimesSizes: 0, squaredSizes: 0 }
  const close = (cluster: typeof open) => {
    if (cluster.n === 0) return
    clusters.count += 1
    clusters.squaredSums += cluster.sum ** 2
    clusters.sumsTimesSizes += cluster.sum * cluster.n
    clusters.squaredSizes += cluster.n ** 2
  }
  return {
    add(value, caseNumber) {
      if (!Number.isFinite(value)) throw new RangeError(`Only finite numbers have a mean, got ${value}`)
      if (n === 0) origin = value
      if (caseNumber !== open.caseNumber) {
        close(open)
        open = { caseNumber, n: 0, sum: 0 }
      }
      n += 1
      sum += value - origin
      open.n += 1
      open.sum += value - origin
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    },
    estimate() {
      close(open)
      open = { caseNumber: Number.NaN, n: 0, sum: 0 }
      if (n === 0) return null
      const { count, squaredSums, sumsTimesSizes, squaredSizes } = clusters
      const shifted = sum / n
      const squares = squaredSums - 2 * shifted * sumsTimesSizes + shifted ** 2 * squaredSizes
      const standardError = (Math.sqrt(Math.max(0, squares)) / n) * Math.sqrt(count / (count - 1))
      const measured = { mean: origin + shifted, standardError, n, independent: count, lowest, highest }
      const methods = count === n ? plainMethods : clusteredMethods
      return intervalAround(measured, { ...options, methods }) ?? constant(origin + shifted, n, options.level ?? 0.95)
    },
  }
}

function constant(value: number, n: number, level: number): Estimate {
  return { value, low: value, high: value, n, level, method: 'constant' }
}
