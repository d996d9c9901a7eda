/** The stakes are spread over so many means that the values might have instead. */
const alternatives = 50

/** The least that may be left to either side, so that nothing is divided by 0. */
const margin = 1e-9

export type BettingTest = {
  /** @returns the capital after the next value: what 1 has become by betting against what is tested */
  add(value: number): number
}

export type BettingTestOptions = {
  /** What is tested: that the mean is at least, or at most, this. */
  readonly mean: number
  readonly tested: 'at least' | 'at most'
  /** How many values there are, where they are drawn without being put back; else they never run out. */
  readonly size?: number
}

/**
 * Tests the mean of values from 0 to 1 while they come in, in random order, as often as anybody looks. If what is tested is
 * true, no bet on the next value gains on average, so that the capital ever reaches 1/α with a probability of at most α
 * (Ville 1939). The bets are those of Waudby-Smith & Ramdas (Estimating means of bounded random variables by betting, JRSS B
 * 2024, with and without replacement) in the form of Stark's ALPHA (Annals of Applied Statistics 2023): for an alternative
 * mean a and the tested one m, both of the values that are left, a value x multiplies the stake by x·a/m + (1 − x)·(1 − a)/(1 − m).
 * Of values that are 0 or 1 that is the ratio of their likelihoods. The stakes are equal for means spread evenly.
 */
export function bettingTest({ mean, tested, size = Infinity }: BettingTestOptions): BettingTest {
  if (tested === 'at most') {
    const mirrored = bettingTest({ mean: 1 - mean, tested: 'at least', size })
    return { add: (value) => mirrored.add(1 - value) }
  }
  const others = Float64Array.from({ length: alternatives }, (_, index) => (mean * (index + 0.5)) / alternatives)
  const stakes = new Float64Array(alternatives).fill(1 / alternatives)
  let capital = 1
  let seen = 0
  let sum = 0
  return {
    add(value) {
      // The mean of what is left, if that of all is `whole`.
      const [scale, shift] = size === Infinity ? [1, 0] : [size / (size - seen), sum / (size - seen)]
      const expected = Math.min(scale * mean - shift, 1 - margin)
      seen += 1
      sum += value
      // What is tested has come true already, and nothing more speaks against it; or the value is just what was expected.
      if (expected < margin || value === expected) return capital
      const [gain, loss] = [value / expected, (1 - value) / (1 - expected)]
      capital = 0
      for (let index = 0; index < alternatives; index += 1) {
        const other = Math.max(scale * (others[index] ?? 0) - shift, 0)
        const stake = (stakes[index] ?? 0) * (gain * other + loss * (1 - other))
        stakes[index] = stake
        capital += stake
      }
      return capital
    },
  }
}
