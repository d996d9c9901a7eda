import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { bonettPriceInterval, mcnemarTest, pairedMeanInterval, signFlipTest } from './paired.ts'

const { A, B, ...expected } = vectors.paired
const differences = A.map((first, index) => first - (B[index] ?? Number.NaN))

describe("McNemar's test", () => {
  it.each(vectors.mcnemar_cases)('agrees with the reference for $b and $c', ({ b, c, exact, midp }) => {
    expect(mcnemarTest(b, c)).toEqual({ p: expect.closeTo(exact, 9), midP: expect.closeTo(midp, 9) })
    expect(mcnemarTest(c, b)).toEqual(mcnemarTest(b, c))
  })

  it('finds nothing where both agents passed the same cases, or each as many of its own', () => {
    expect(mcnemarTest(0, 0)).toEqual({ p: 1, midP: 1 })
    expect(mcnemarTest(3, 3)).toEqual({ p: 1, midP: expect.closeTo(1, 12) })
  })

  it('refuses counts that are none', () => {
    expect(() => mcnemarTest(-1, 2)).toThrow('Cases are counted from 0, got -1')
    expect(() => mcnemarTest(0.5, 2)).toThrow(RangeError)
  })
})

describe('the sign flip test', () => {
  it('is exact for few differences', () => {
    expect(signFlipTest(differences, { seed: 1 })).toEqual({ p: expected.sign_flip_exact_p, exact: true })
  })

  it("is McNemar's test for differences of 0 and 1", () => {
    for (const { b, c, exact } of vectors.mcnemar_cases.filter((vector) => vector.b + vector.c <= 20)) {
      expect(signFlipTest(signs(b, c), { seed: 1 })).toEqual({ p: expect.closeTo(exact, 9), exact: true })
    }
  })

  it('counts sums that are equal on paper as equal', () => {
    // 0.1 + 0.2 - 0.1 + 0.7 and 0.1 - 0.2 - 0.1 - 0.7 are both 0.9 in size, in binary not quite.
    expect(signFlipTest([0.1, 0.2, -0.1, 0.7], { seed: 1 })).toEqual({ p: 3 / 8, exact: true })
  })

  it('draws signs from the seed for many differences and never says that p is 0', () => {
    const many = signs(60, 0)
    expect(signFlipTest(many, { seed: 1, resamples: 999 })).toEqual({ p: 0.001, exact: false })
    const some = signs(18, 8)
    expect(signFlipTest(some, { seed: 1 })).toEqual(signFlipTest(some, { seed: 1 }))
    expect(signFlipTest(some, { seed: 1 })).not.toEqual(signFlipTest(some, { seed: 2 }))
    const { p } = signFlipTest(some, { seed: 1, resamples: 50_000 })
    expect(Math.abs(p - 0.0755186975)).toBeLessThan(0.005)
  })

  it('flips whole clusters, so that repeats of one case are not evidence', () => {
    const repeated = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    expect(signFlipTest(repeated, { seed: 1 }).p).toBeLessThan(0.01)
    const clusters = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'b']
    expect(signFlipTest(repeated, { seed: 1, clusters })).toEqual({ p: 0.5, exact: true })
  })

  it('finds nothing without differences, and takes rounding for none', () => {
    expect(signFlipTest([], { seed: 1 })).toEqual({ p: 1, exact: true })
    const rounding = Array.from({ length: 10 }, () => 0.1 + 0.2 - 0.3)
    expect(signFlipTest(rounding, { seed: 1 })).toEqual({ p: 1, exact: true })
  })
})

describe('the interval of a difference of paired rates', () => {
  it('agrees with the reference', () => {
    const [low = 0, high = 0] = expected.bonett_price_ci
    expect(bonettPriceInterval(expected.n10, expected.n01, 20)).toEqual({
      value: 0.2,
      low: expect.closeTo(low, 9),
      high: expect.closeTo(high, 9),
      n: 20,
      level: 0.95,
      method: 'bonett-price',
    })
  })

  it('has width without disagreement, and stays between -1 and 1', () => {
    const { low, high } = bonettPriceInterval(0, 0, 12)
    expect(high).toBeGreaterThan(0.1)
    expect(low).toBeCloseTo(-high, 12)
    expect(bonettPriceInterval(5, 0, 5)).toMatchObject({ value: 1, high: 1 })
  })

  it('refuses more disagreements than cases, and no cases', () => {
    expect(() => bonettPriceInterval(4, 3, 6)).toThrow('4 and 3 cases are more than the 6 compared')
    expect(() => bonettPriceInterval(0, 0, 0)).toThrow('A comparison needs at least one case, got 0')
  })
})

describe('the interval of a paired mean difference', () => {
  it('uses the pairs: it excludes 0 where an interval from two separate errors would not', () => {
    const estimate = pairedMeanInterval(A, B)
    const half = 2.093024054408309 * expected.paired_se
    expect(estimate).toEqual({
      value: expect.closeTo(expected.mean_diff, 9),
      low: expect.closeTo(expected.mean_diff - half, 9),
      high: expect.closeTo(expected.mean_diff + half, 9),
      n: 20,
      level: 0.95,
      method: 't-paired',
    })
    expect(estimate?.low).toBeGreaterThan(0)
    expect(expected.mean_diff - 1.96 * expected.unpaired_se).toBeLessThan(0)
  })

  it('is not [0, 0] for agents with the same scores when their bounds are known', () => {
    const estimate = pairedMeanInterval([1, 0.5, 1], [1, 0.5, 1], { bounds: [0, 1] })
    expect(estimate).toMatchObject({ value: 0, method: 'wilson-paired' })
    expect(estimate?.high).toBeGreaterThan(0.5)
    expect(pairedMeanInterval([1, 0.5, 1], [1, 0.5, 1])).toBeNull()
  })

  it('refuses to pair by the shorter list', () => {
    expect(() => pairedMeanInterval([1, 0], [1])).toThrow('Pairs need both sides, got 2 and 1 values')
  })
})

function signs(positive: number, negative: number): number[] {
  return Array.from({ length: positive + negative }, (_, index) => (index < positive ? 1 : -1))
}
