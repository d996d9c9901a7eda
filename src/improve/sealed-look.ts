import { createRandom } from '../statistics/random.ts'

/**
 * Returns the error probability that a look at the sealed cases may spend. The shares of all looks sum to `alpha` (Σ
 * 6/π²k² = 1), so a wrong "better" has a probability of at most `alpha`, whenever the loop stops. Each "better" halves
 * what is left, because it is the only answer that reveals something about the sealed cases.
 *
 * @param look number of the look, from 1
 * @param betters number of earlier looks that said "better"
 */
export function alphaOfLook(
  alpha: number,
  { look, betters }: { readonly look: number; readonly betters: number },
): number {
  return (alpha * 6) / (Math.PI ** 2 * look ** 2) / 2 ** betters
}

/**
 * Tests the differences of sealed cases, candidate minus baseline, one for each case, from −1 to 1. The candidate is
 * better when random signs give a sum as large with a probability of at most `alpha` (Fisher's randomisation test,
 * one-sided), since equal agents could be exchanged. Until the first "better" all looks answer the same, so no
 * candidate can be selected by the sealed cases.
 */
export function lookAtSealed(
  differences: readonly number[],
  alpha: number,
): { readonly isBetter: boolean; readonly p: number } {
  const p = signFlipTail(differences)
  return { isBetter: p <= alpha, p }
}

/** The greatest number of repeats of a case; a mean of n verdicts is a multiple of 1/n. */
const mostRepeats = 12
const resamples = 100_000

/** Returns the probability of so large a sum under random signs: exact for means of verdicts, else by resampling. */
function signFlipTail(differences: readonly number[]): number {
  const repeats = Array.from({ length: mostRepeats }, (_, index) => index + 1)
  const unit = repeats.find((times) => differences.every((value) => isWhole(value * times)))
  return unit === undefined ? drawnTail(differences) : exactTail(differences.map((value) => Math.round(value * unit)))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9
}

function exactTail(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let chances = new Float64Array(2 * total + 1)
  chances[total] = 1
  for (const size of sizes) {
    const next = new Float64Array(chances.length)
    for (const [index, chance] of chances.entries()) {
      if (chance === 0) continue
      next[index - size] = (next[index - size] ?? 0) + chance / 2
      next[index + size] = (next[index + size] ?? 0) + chance / 2
    }
    chances = next
  }
  const sum = differences.reduce((before, value) => before + value, 0)
  return Math.min(
    1,
    chances.subarray(total + sum).reduce((before, chance) => before + chance, 0),
  )
}

function drawnTail(differences: readonly number[]): number {
  const random = createRandom(1)
  const sum = differences.reduce((before, value) => before + value, 0)
  let hits = 0
  for (let draw = 0; draw < resamples; draw += 1) {
    let drawn = 0
    for (const value of differences) drawn += random() < 0.5 ? value : -value
    if (drawn >= sum - 1e-12) hits += 1
  }
  return (hits + 1) / (resamples + 1)
}
