import type { Estimate } from '../core/run/estimate.ts'
import { bonettPriceInterval } from './paired.ts'
import { holm } from './multiple-comparisons.ts'
import { binomialCdf, binomialPmf } from './special-functions.ts'

/** Verdicts on the original answer, on its biased variant, and on one with only its whitespace changed. */
export type BiasTrial = { readonly original: boolean; readonly variant: boolean; readonly placebo: boolean }

export type TestedBias = {
  readonly bias: string
  readonly trials: number
  /** The flip rate of the variant minus that of the placebo. */
  readonly excess: Estimate
  /** One-sided, adjusted for the number of biases. */
  readonly p: number
  readonly found: boolean
  /** The excess that would be found with a probability of 97.5 %; undefined when not even the largest would. */
  readonly detectable: number | undefined
}

const alpha = 0.05
const power = 0.975

/**
 * Tests for each bias whether its variant flips more verdicts than the placebo: exactly and one-sided, over the answers
 * where only one of the two flipped the verdict, adjusted by Holm's method. A judge that flips as often for changed
 * whitespace is unstable rather than biased.
 */
export function testBiases(trials: Readonly<Record<string, readonly BiasTrial[]>>): readonly TestedBias[] {
  const counted = Object.entries(trials)
    .filter(([, own]) => own.length > 0)
    .map(([bias, own]) => ({ bias, n: own.length, ...flipsOf(own) }))
  const adjusted = holm(counted.map(({ onlyVariant, onlyPlacebo }) => oneSided(onlyVariant, onlyVariant + onlyPlacebo)))
  return counted.map(({ bias, n, onlyVariant, onlyPlacebo, placebo }, index) => {
    const p = adjusted[index] ?? 1
    const detectable = detectableExcess(n, placebo / n, alpha / counted.length)
    const excess = bonettPriceInterval(onlyVariant, onlyPlacebo, n)
    return { bias, trials: n, excess, p, found: p <= alpha, detectable }
  })
}

function flipsOf(trials: readonly BiasTrial[]) {
  const isFlipped = (one: 'variant' | 'placebo') => (trial: BiasTrial) => trial[one] !== trial.original
  const [byVariant, byPlacebo] = [isFlipped('variant'), isFlipped('placebo')]
  return {
    onlyVariant: trials.filter((trial) => byVariant(trial) && !byPlacebo(trial)).length,
    onlyPlacebo: trials.filter((trial) => !byVariant(trial) && byPlacebo(trial)).length,
    placebo: trials.filter(byPlacebo).length,
  }
}

function oneSided(k: number, n: number): number {
  return k === 0 ? 1 : 1 - binomialCdf(k - 1, n, 0.5)
}

/** Returns the smallest excess, in steps of 0.01, that this many answers detect at the strictest level. */
export function detectableExcess(n: number, placeboRate: number, level: number): number | undefined {
  for (let excess = 0.01; excess + placeboRate <= 1; excess += 0.01) {
    const onlyVariant = (placeboRate + excess) * (1 - placeboRate)
    const onlyPlacebo = placeboRate * (1 - placeboRate - excess)
    if (chanceToFind(n, onlyVariant, onlyPlacebo, level) >= power) return Math.round(excess * 100) / 100
  }
  return undefined
}

function chanceToFind(n: number, onlyVariant: number, onlyPlacebo: number, level: number): number {
  const discordant = onlyVariant + onlyPlacebo
  let chance = 0
  for (let count = 0; count <= n; count += 1) {
    const weight = binomialPmf(count, n, Math.min(1, discordant))
    if (weight < 1e-9) continue
    let least = Math.ceil(count / 2)
    while (least <= count && oneSided(least, count) > level) least += 1
    if (least <= count)
      chance += weight * (1 - (least === 0 ? 0 : binomialCdf(least - 1, count, onlyVariant / discordant)))
  }
  return chance
}
