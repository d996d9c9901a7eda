import { bettingTest } from './betting-test.ts'

/** What speaks for either direction of a mean difference, as capital that 1 has become. */
export type PairedBets = {
  /** @param difference of a pair, from −1 to 1 */
  add(difference: number): { readonly worse: number; readonly better: number }
}

/**
 * Tells while they come in whether differences are negative or positive on average: where they are not negative on average,
 * `worse` ever reaches 1/α with a probability of at most α, and so does `better` where they are not positive. One difference
 * for each case; the cases are taken for a random sample of those that there might be.
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
