import { createRandom } from '../statistics/random.ts'

/**
 * How much error a look at the sealed cases may spend. Over any number of looks the shares sum to `alpha` (Σ 6/π²k² = 1), so
 * that whoever stops whenever they like says "better" wrongly with a probability of at most `alpha`. Each "better" that was said
 * halves what is left: it is the only answer that tells the loop something of what is sealed.
 *
 * @param look from 1
 * @param betters how often "better" was said before
 */
export function alphaOfLook(
  alpha: number,
  { look, betters }: { readonly look: number; readonly betters: number },
): number {
  return (alpha * 6) / (Math.PI ** 2 * look ** 2) / 2 ** betters
}

/**
 * Looks at the differences of sealed cases, candidate less baseline, one for each case, from −1 to 1. It is better when random
 * signs would give a sum as large with a probability of at most `alpha` (Fisher's randomisation test, one-sided): where the
 * candidate is as good as the baseline, either could have been either. Until the first "better" every look has answered the
 * same, so that no candidate can have been chosen by what is sealed.
 */
export function lookAtSealed(
  differences: readonly number[],
  alpha: number,
): { readonly isBetter: boolean; readonly p: number } {
  const p = signFlipTail(differences)
  return { isBetter: p <= alpha, p }
}

/** Cases are played at most so often; means of that many verdicts are multiples of one over it. */
const mostRepeats = 12
const resamples = 100_000

/** How probable it is that the sum is as large if every sign were drawn: exact for means of verdicts, else drawn. */
function signFlipTail(differences: readonly number[]): number {
  const repeats = Array.from({ length: mostRepeats }, (_, index) => index + 1)
  const unit = repeats.find((times) => differences.every((value) => isWhole(value * times)))
  return unit === undefined ? drawnTail(differences) : exactTail(differences.map((value) => Math.round(value * unit)))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9
}

/** The distribution of the sum is built up one difference after another. */
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
