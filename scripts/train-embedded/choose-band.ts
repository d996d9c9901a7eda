import type { Band } from '../../src/judges/embedded/weights.ts'

type Scored = { readonly score: number; readonly label: 0 | 1 }

/**
 * The narrowest band around the middle such that, of the verdicts just outside of it (a tenth of the scale wide), at most
 * `error` are wrong on either side, on data that the head has not seen. An average over the whole side would let the sure
 * verdicts pay for the guesses next to the band.
 */
export function chooseBand(scored: readonly Scored[], error: number): Band {
  const down = STEPS.find((step) => errorRate(scored, [0.4 - step, 0.5 - step], 1) <= error)
  const up = STEPS.find((step) => errorRate(scored, [0.5 + step, 0.6 + step], 0) <= error)
  return { low: rounded(0.5 - (down ?? LAST)), high: rounded(0.5 + (up ?? LAST)) }
}

const LAST = 0.48
const STEPS = Array.from({ length: 41 }, (_, index) => index / 100)

function errorRate(scored: readonly Scored[], [from, to]: readonly [number, number], wrong: 0 | 1): number {
  const inside = scored.filter(({ score }) => score >= from && score < to)
  // A handful of verdicts proves nothing.
  return inside.length < 20 ? 1 : inside.filter(({ label }) => label === wrong).length / inside.length
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
