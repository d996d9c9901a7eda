import { bettingTest } from './betting-test.ts'
import { clopperPearsonInterval } from './proportion.ts'

export type DriftVerdict = 'quiet' | 'system' | 'judge' | 'inseparable'

export type DriftStreams = {
  /** Adds the judge's verdict on the system, 1 for passed. */
  system(value: number): DriftVerdict
  /** Adds whether the judge agreed with people on a repeated anchor, 1 for agreed. */
  anchor(value: number): DriftVerdict
}

/** A rate measured before: exact, or as successes in trials. */
type RateBefore = number | { readonly successes: number; readonly trials: number }

type DriftStreamOptions = {
  /** Rates within `margin` of these count as no drift. */
  readonly passRate: RateBefore
  readonly agreement: RateBefore
  readonly margin?: number
  /** The probability that either stream ever raises a false alarm. */
  readonly alpha?: number
}

/** The share of α spent on each measured rate lying outside its interval. */
const shareOfMeasured = 1 / 5

/**
 * Detects drift of a system or of its judge while verdicts arrive, at any stopping time. Each stream is tested both
 * ways by betting: without drift the capital ever reaches 4/α with a probability of at most α/4 (Ville 1939), so the
 * four bets together raise a false alarm with at most α, however long the streams are. For a measured rate the whole
 * exact interval (Clopper & Pearson 1934) counts as no drift, and the bets share the rest of α. Anchors are the same
 * items judged again: their alarm means that the judge changed, so the system's apparent drift needs checking first.
 */
export function driftStreams(options: DriftStreamOptions): DriftStreams {
  const { passRate, agreement, margin = 0.05, alpha = 0.05 } = options
  const measured = [passRate, agreement].filter((rate) => typeof rate !== 'number').length
  const limit = 4 / (alpha * (1 - measured * shareOfMeasured))
  const streamOf = (rate: RateBefore) => twoSided(rangeOf(rate, { margin, level: 1 - alpha * shareOfMeasured }), limit)
  const [system, anchor] = [streamOf(passRate), streamOf(agreement)]
  const verdict = (): DriftVerdict => {
    if (anchor.alarmed()) return system.alarmed() ? 'inseparable' : 'judge'
    return system.alarmed() ? 'system' : 'quiet'
  }
  const adding = (stream: TwoSided) => (value: number) => {
    stream.add(value)
    return verdict()
  }
  return { system: adding(system), anchor: adding(anchor) }
}

type RateRange = { readonly low: number; readonly high: number }

function rangeOf(rate: RateBefore, { margin, level }: { readonly margin: number; readonly level: number }): RateRange {
  if (typeof rate === 'number') return { low: rate - margin, high: rate + margin }
  const { value, low, high } = clopperPearsonInterval(rate.successes, rate.trials, level)
  return { low: Math.min(low, value - margin), high: Math.max(high, value + margin) }
}

type TwoSided = { readonly add: (value: number) => void; readonly alarmed: () => boolean }

/** An alarm is permanent, because it depends on the highest capital so far. */
function twoSided({ low, high }: RateRange, limit: number): TwoSided {
  const tests = [
    low > 0 ? bettingTest({ mean: low, tested: 'at least' }) : undefined,
    high < 1 ? bettingTest({ mean: high, tested: 'at most' }) : undefined,
  ]
  let most = 1
  return {
    add: (value) => {
      for (const test of tests) most = Math.max(most, test?.add(value) ?? 1)
    },
    alarmed: () => most >= limit,
  }
}
