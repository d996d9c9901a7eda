import { bettingTest } from './betting-test.ts'

/** The evidence for either direction of a mean difference, as the capital of a bet that started with 1. */
export type PairedBets = {
  /** @param difference of a pair, from −1 to 1 */
  add(difference: number): { readonly worse: number; readonly better: number }
}

/**
 * Tests while differences arrive whether their mean is negative or positive. If it is not negative, `worse` ever
 * reaches 1/α with a probability of at most α; if it is not positive, the same holds for `better`. Add one difference
 * for each case; the cases count as a random sample.
 */
export function pairedBets(): PairedBets {
  const notWorse = bettingTest({ mean: 0.5, tested: 'at least' })
  const notBetter = bettingTest({ mean: 0.5, tested: 'at most' })
  return {
    add(difference) {
      const value = (1 + difference) / 2
      return { worse: notWorse.add(value), better: notBetter.add(value) }
    },
  }
}
