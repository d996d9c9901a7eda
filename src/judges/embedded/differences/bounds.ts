import { type Amount, amountsIn, foldedAmount, isEndless } from '../../../text/quantities/amounts.ts'

/**
 * Returns whether two texts bound a quantity by the same number in different ways, as "at least 8" and "at most 8" do. A quantity
 * without a bound is one that the other text allows: "30 days" may be within "at most 30 days", but not within "under 30 days",
 * and is not "10 to 30 days".
 */
export function boundsDifferently(one: string, other: string): boolean {
  const ours = amountsIn(foldedAmount(one))
  if (ours.length === 0) return false
  const theirs = amountsIn(foldedAmount(other))
  return ours.some((amount) => {
    const alike = theirs.filter((its) => its.kind === amount.kind && shareANumber(amount, its))
    return alike.length > 0 && !alike.some((its) => mayBeOne(amount, its))
  })
}

function shareANumber(one: Amount, other: Amount): boolean {
  return numbersOf(one).some((number) => numbersOf(other).some((its) => Math.abs(number - its) <= 1e-9 * Math.abs(its)))
}

function numbersOf({ low, high }: Amount): readonly number[] {
  return [low, high].filter(Number.isFinite)
}

function mayBeOne(one: Amount, other: Amount): boolean {
  const isSame = one.low === other.low && one.high === other.high
  return isSame || isExactWithin(one, other) || isExactWithin(other, one)
}

function isExactWithin(exact: Amount, bound: Amount): boolean {
  return isEndless(bound) && exact.low === exact.high && exact.low >= bound.low && exact.high <= bound.high
}
