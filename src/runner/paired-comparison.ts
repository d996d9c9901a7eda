import type { Estimate, PairedComparison } from '../core/index.ts'
import { numberAt } from '../statistics/mean.ts'
import { bonettPriceInterval, mcnemarTest, pairedMeanInterval, signFlipTest } from '../statistics/paired.ts'
import {
  casesForPairedMean,
  casesForPairedRates,
  detectableMeanDifference,
  detectableRateDifference,
} from '../statistics/power.ts'

export type ValuePair = { readonly first: number; readonly second: number }

const relevantDifference = 0.05

/** The values of many cases in both runs; an index is a case. */
export type PairedValues = { readonly first: Float64Array; readonly second: Float64Array }

/** Applies McNemar's exact test to verdicts (0 or 1), else a sign-flip test. `level` is that of the interval. */
export function pairedComparison(pairs: readonly ValuePair[], seed: number, level = 0.95): PairedComparison {
  const [first, second] = [
    Float64Array.from(pairs, (pair) => pair.first),
    Float64Array.from(pairs, (pair) => pair.second),
  ]
  return comparePaired({ first, second }, seed, level)
}

/** Like {@link pairedComparison} for columns, which take a tenth of the memory. */
export function comparePaired(values: PairedValues, seed: number, level = 0.95): PairedComparison {
  const isWhole = [values.first, values.second].every((column) => column.every(Number.isInteger))
  return isWhole ? ofVerdicts(values, level) : ofValues(values, { seed, level })
}

function ofVerdicts({ first, second }: PairedValues, level: number): PairedComparison {
  const n = first.length
  const lost = first.filter((value, index) => value > numberAt(second, index)).length
  const won = second.filter((value, index) => value > numberAt(first, index)).length
  const disagreement = (lost + won) / n
  const detectable = disagreement === 0 ? 0 : detectableRateDifference(n, disagreement)
  return {
    name: 'McNemar',
    p: mcnemarTest(lost, won).p,
    difference: bonettPriceInterval(won, lost, n, level),
    ...sufficiency(n, detectable, casesForPairedRates(Math.max(disagreement, relevantDifference), relevantDifference)),
  }
}

type Chance = { readonly seed: number; readonly level: number }

function ofValues({ first, second }: PairedValues, { seed, level }: Chance): PairedComparison {
  const n = first.length
  const differences = second.map((value, index) => value - numberAt(first, index))
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / n
  const variance = n < 2 ? 0.25 : differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1)
  const interval = pairedMeanInterval(second, first, { bounds: [0, 1], level })
  if (interval === null) throw new Error('pairs with bounds always have an interval')
  return {
    name: 'sign-flip',
    p: signFlipTest(differences, { seed }).p,
    difference: interval,
    ...sufficiency(n, detectableMeanDifference(n, variance), casesForPairedMean(variance, relevantDifference)),
  }
}

/** Returns the mean difference of an unbounded quantity; without an interval when all differences are equal. */
export function quantityDifference({ first, second }: PairedValues): Estimate {
  const value = second.reduce((sum, one, index) => sum + one - numberAt(first, index), 0) / second.length
  const same = { value, low: value, high: value, n: second.length, level: 0.95, method: 'constant' }
  return pairedMeanInterval(second, first) ?? same
}

function sufficiency(n: number, detectable: number | null, needed: number): { enough: boolean; casesNeeded?: number } {
  // With hardly any disagreement the formulas call a few cases enough, but a few cases prove nothing.
  const enough = detectable !== null && detectable <= relevantDifference && n >= Math.min(needed, 50)
  return enough || !Number.isFinite(needed) ? { enough } : { enough, casesNeeded: Math.max(n + 1, Math.ceil(needed)) }
}
