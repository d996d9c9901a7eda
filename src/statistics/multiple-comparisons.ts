/**
 * Multiplies p-values by their number (Bonferroni), which keeps the chance of any false alarm below the level and wastes
 * power. The result is in the order given, each at most 1.
 *
 * @throws {RangeError} for a p-value outside 0–1
 * @example
 * bonferroni([0.01, 0.04, 0.03]) // => [0.03, 0.12, 0.09]
 */
export function bonferroni(pValues: readonly number[]): readonly number[] {
  requireProbabilities(pValues)
  return pValues.map((p) => Math.min(1, p * pValues.length))
}

/**
 * Adjusts p-values step by step (Holm 1979): it promises what Bonferroni does, with more power. It is the one for gates.
 * The result is in the order given, each at most 1.
 *
 * @throws {RangeError} for a p-value outside 0–1
 * @example
 * holm([0.01, 0.04, 0.03]) // => [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): readonly number[] {
  requireProbabilities(pValues)
  let highest = 0
  return inOrderOf(ascending(pValues), (p, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)))
    return highest
  })
}

/**
 * Adjusts p-values so that the share of false alarms among the alarms stays below the level (Benjamini & Hochberg 1995),
 * for exploration. The tests have to be independent or positively dependent. The result is in the order given.
 *
 * @throws {RangeError} for a p-value outside 0–1
 * @example
 * benjaminiHochberg([0.01, 0.04, 0.03]) // => [0.03, 0.04, 0.04]
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  return stepUp(pValues, 1)
}

/**
 * Adjusts p-values as `benjaminiHochberg` does, with a promise that holds whatever the dependence between the tests
 * (Benjamini & Yekutieli 2001). The result is in the order given, each at most 1.
 *
 * @throws {RangeError} for a p-value outside 0–1
 * @example
 * benjaminiYekutieli([0.01, 0.04, 0.03]) // => [0.055, 0.0733, 0.0733]
 */
export function benjaminiYekutieli(pValues: readonly number[]): readonly number[] {
  let harmonic = 0
  for (let rank = 1; rank <= pValues.length; rank += 1) harmonic += 1 / rank
  return stepUp(pValues, harmonic)
}

type MultipleComparisonsRank = { readonly p: number; readonly index: number; readonly rank: number }

function stepUp(pValues: readonly number[], penalty: number): readonly number[] {
  requireProbabilities(pValues)
  let lowest = 1
  return inOrderOf(ascending(pValues).toReversed(), (p, rank) => {
    lowest = Math.min(lowest, (p * penalty * pValues.length) / (rank + 1))
    return lowest
  })
}

function ascending(pValues: readonly number[]): readonly MultipleComparisonsRank[] {
  return pValues
    .map((p, index) => ({ p, index }))
    .toSorted((one, other) => one.p - other.p)
    .map((entry, rank) => ({ ...entry, rank }))
}

/** Adjusts ranked p-values in sequence and returns them in the original order. */
function inOrderOf(
  ranked: readonly MultipleComparisonsRank[],
  adjust: (p: number, rank: number) => number,
): readonly number[] {
  const adjusted = Array.from(ranked, () => 1)
  for (const { p, index, rank } of ranked) adjusted[index] = adjust(p, rank)
  return adjusted
}

function requireProbabilities(pValues: readonly number[]): void {
  for (const p of pValues) if (!(p >= 0 && p <= 1)) throw new RangeError(`A p-value lies in [0, 1], got ${p}`)
}
