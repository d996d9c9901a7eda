import { bettingTest } from './betting-test.ts'

export type DriftVerdict = 'quiet' | 'system' | 'judge' | 'inseparable'

export type DriftStreams = {
  /** A verdict of the judge on what the system did, 1 for passed. */
  system(value: number): DriftVerdict
  /** Whether the judge agreed with people on an anchor that it was asked again, 1 for agreed. */
  anchor(value: number): DriftVerdict
}

type DriftStreamOptions = {
  /** The rates that were measured before: what counts as no drift lies within `margin` of them. */
  readonly passRate: number
  readonly agreement: number
  readonly margin?: number
  /** How likely a false alarm may be, ever, of both streams together. */
  readonly alpha?: number
}

/**
 * Tells whether a system drifted or its judge, while verdicts come in and nobody stops looking. Each stream is tested both ways by
 * betting: the capital of a stream without drift ever reaches 4/α with a probability of at most α/4 (Ville 1939), so that the four
 * bets together raise a false alarm in at most α, however long the streams are. Anchors are the same items asked again: where they
 * alarm the judge has changed, and what the system seems to have done is not to be believed before that is looked at.
 */
export function driftStreams(options: DriftStreamOptions): DriftStreams {
  const { passRate, agreement, margin = 0.05, alpha = 0.05 } = options
  const [system, anchor] = [twoSided(passRate, margin, 4 / alpha), twoSided(agreement, margin, 4 / alpha)]
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

type TwoSided = { readonly add: (value: number) => void; readonly alarmed: () => boolean }

/** An alarm stays one: capital that was reached once was reached. */
function twoSided(rate: number, margin: number, limit: number): TwoSided {
  const tests = [
    rate > margin ? bettingTest({ mean: rate - margin, tested: 'at least' }) : undefined,
    rate < 1 - margin ? bettingTest({ mean: rate + margin, tested: 'at most' }) : undefined,
  ]
  let most = 1
  return {
    add: (value) => {
      for (const test of tests) most = Math.max(most, test?.add(value) ?? 1)
    },
    alarmed: () => most >= limit,
  }
}
