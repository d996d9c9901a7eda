import { bettingTest } from './betting-test.ts'
import { clopperPearsonInterval } from './proportion.ts'

export type DriftVerdict = 'quiet' | 'system' | 'judge' | 'inseparable'

export type DriftStreams = {
  /** A verdict of the judge on what the system did, 1 for passed. */
  system(value: number): DriftVerdict
  /** Whether the judge agreed with people on an anchor that it was asked again, 1 for agreed. */
  anchor(value: number): DriftVerdict
}

/** A rate that was measured before: known, or so many successes in so many trials. */
type RateBefore = number | { readonly successes: number; readonly trials: number }

type DriftStreamOptions = {
  /** What counts as no drift lies within `margin` of these. */
  readonly passRate: RateBefore
  readonly agreement: RateBefore
  readonly margin?: number
  /** How likely a false alarm may be, ever, of both streams together. */
  readonly alpha?: number
}

/** How much of α goes to each rate that had to be measured: that the true one lies outside of its interval. */
const shareOfMeasured = 1 / 5

/**
 * Tells whether a system drifted or its judge, while verdicts come in and nobody stops looking. Each stream is tested both ways by
 * betting: the capital of a stream without drift ever reaches 4/α with a probability of at most α/4 (Ville 1939), so that the four
 * bets together raise a false alarm in at most α, however long the streams are. Of a rate that was measured its whole exact interval
 * (Clopper & Pearson 1934) counts as no drift as well, and the bets share what that leaves of α. Anchors are the same items asked again: where
 * they alarm the judge has changed, and what the system seems to have done is not to be believed before that is looked at.
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

/** An alarm stays one: capital that was reached once was reached. */
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
