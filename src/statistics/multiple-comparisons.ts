/** p-values times their number: controls the chance of any false alarm, and wastes power. In the order given, at most 1. */
export function bonferroni(pValues: readonly number[]): readonly number[] {
  requireProbabilities(pValues)
  return pValues.map((p) => Math.min(1, p * pValues.length))
}

/** Holm (1979): what Bonferroni promises with more power, for gates. */
export function holm(pValues: readonly number[]): readonly number[] {
  requireProbabilities(pValues)
  let highest = 0
  return inOrderOf(ascending(pValues), (p, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)))
    return highest
  })
}

/** Benjamini & Hochberg (1995): controls the share of false alarms among the alarms, for exploration. */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  return stepUp(pValues, 1)
}

/** Benjamini & Yekutieli (2001): the same promise whatever the dependence between the tests. */
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

/** Adjusts one after the other and puts the results back in the order of the p-values. */
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
