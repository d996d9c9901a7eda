import { type Amount, amountsIn, foldedAmount, isEndless } from '../../../text/quantities/amounts.ts'

/**
 * Returns whether two texts bound a quantity by the same number in different ways, as "at least 8" and "at most 8" do. A quantity
 * without a bound is one that the other text allows: "30 days" may be within "at most 30 days", but not within "under 30 days",
 * and is not "10 to 30 days".
 */
export function boundsDifferently(one: string, other: string): boolean {
  const ours = amountsIn(foldedAmount(one))
  if (ours.length === 0) return false
  const theirs = Map.groupBy(
    distinct(amountsIn(foldedAmount(other))).flatMap((its) => numbersOf(its).map((number) => ({ number, its }))),
    ({ number }) => number,
  )
  return distinct(ours).some((amount) => {
    const alike = numbersOf(amount).flatMap((number) => theirs.get(number) ?? [])
    return alike.length > 0 && !alike.some(({ its }) => mayBeOne(amount, its))
  })
}

/** An answer that repeats a quantity without end says it once. */
function distinct(amounts: readonly Amount[]): readonly Amount[] {
  return [...new Map(amounts.map((amount) => [`${amount.kind} ${amount.low} ${amount.high}`, amount])).values()]
}

/** Returns the numbers of a bound with their kind, rounded: "more than 5" begins just above 5. */
function numbersOf({ kind, low, high }: Amount): readonly string[] {
  return [...new Set([low, high].filter(Number.isFinite))].map((number) => `${kind} ${number.toPrecision(9)}`)
}

function mayBeOne(one: Amount, other: Amount): boolean {
  const isSame = one.low === other.low && one.high === other.high
  return isSame || isExactWithin(one, other) || isExactWithin(other, one)
}

function isExactWithin(exact: Amount, bound: Amount): boolean {
  return isEndless(bound) && exact.low === exact.high && exact.low >= bound.low && exact.high <= bound.high
}
