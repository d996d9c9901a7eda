import type { Estimate, PairedComparison } from '../core/index.ts'
import { bonettPriceInterval, mcnemarTest, pairedMeanInterval, signFlipTest } from '../statistics/paired.ts'
import {
  casesForPairedMean,
  casesForPairedRates,
  detectableMeanDifference,
  detectableRateDifference,
} from '../statistics/power.ts'

/** A value from 0 to 1 of one case in both runs. */
export type ValuePair = { readonly first: number; readonly second: number }

/** A smaller difference than this is taken for one that does not matter. */
const relevantDifference = 0.05

/** McNemar's exact test where each case has 0 or 1; a sign-flip test where values lie between, as rates of repeats do. `level` is the interval's. */
export function pairedComparison(pairs: readonly ValuePair[], seed: number, level = 0.95): PairedComparison {
  const isBetween = ({ first, second }: ValuePair) => !Number.isInteger(first) || !Number.isInteger(second)
  return pairs.some(isBetween) ? ofValues(pairs, { seed, level }) : ofVerdicts(pairs, level)
}

function ofVerdicts(pairs: readonly ValuePair[], level: number): PairedComparison {
  const n = pairs.length
  const lost = pairs.filter(({ first, second }) => first > second).length
  const won = pairs.filter(({ first, second }) => second > first).length
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

function ofValues(pairs: readonly ValuePair[], { seed, level }: Chance): PairedComparison {
  const n = pairs.length
  const differences = pairs.map(({ first, second }) => second - first)
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / n
  const variance = n < 2 ? 0.25 : differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1)
  const interval = pairedMeanInterval(
    pairs.map(({ second }) => second),
    pairs.map(({ first }) => first),
    { bounds: [0, 1], level },
  )
  if (interval === null) throw new Error('pairs with bounds always have an interval')
  return {
    name: 'sign-flip',
    p: signFlipTest(differences, { seed }).p,
    difference: interval,
    ...sufficiency(n, detectableMeanDifference(n, variance), casesForPairedMean(variance, relevantDifference)),
  }
}

/** The mean difference of a quantity without bounds; of differences that are all equal there is no interval. */
export function quantityDifference(pairs: readonly ValuePair[]): Estimate {
  const [first, second] = [pairs.map((pair) => pair.first), pairs.map((pair) => pair.second)]
  const value = second.reduce((sum, one, index) => sum + one - (first[index] ?? 0), 0) / pairs.length
  const same = { value, low: value, high: value, n: pairs.length, level: 0.95, method: 'constant' }
  return pairedMeanInterval(second, first) ?? same
}

function sufficiency(n: number, detectable: number | null, needed: number): { enough: boolean; casesNeeded?: number } {
  // With hardly any disagreement the formulas say that few cases are enough; that few were seen is no proof of it.
  const enough = detectable !== null && detectable <= relevantDifference && n >= Math.min(needed, 50)
  return enough || !Number.isFinite(needed) ? { enough } : { enough, casesNeeded: Math.max(n + 1, Math.ceil(needed)) }
}
