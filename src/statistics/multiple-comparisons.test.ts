import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from './multiple-comparisons.ts'

const { p, ...expected } = vectors.multiple

describe('p-values of several tests', () => {
  it('agree with the reference', () => {
    expect(bonferroni(p)).toEqual(close(expected.bonferroni))
    expect(holm(p)).toEqual(close(expected.holm))
    expect(benjaminiHochberg(p)).toEqual(close(expected.bh))
    expect(benjaminiYekutieli(p)).toEqual(close(expected.by))
  })

  it('come back in the order in which they were given', () => {
    const order = [3, 0, 4, 2, 1]
    const pick = (values: readonly number[]): number[] => order.map((index) => values[index] ?? Number.NaN)
    expect(holm(pick(p))).toEqual(close(pick(expected.holm)))
    expect(benjaminiHochberg(pick(p))).toEqual(close(pick(expected.bh)))
    expect(benjaminiYekutieli(pick(p))).toEqual(close(pick(expected.by)))
  })

  it('stay as they are for one test, and none for none', () => {
    for (const adjust of [bonferroni, holm, benjaminiHochberg, benjaminiYekutieli]) {
      expect(adjust([0.03])).toEqual([0.03])
      expect(adjust([])).toEqual([])
    }
  })

  it('treat ties alike and never exceed 1', () => {
    for (const adjust of [bonferroni, holm, benjaminiHochberg, benjaminiYekutieli]) {
      const [first, second, third = 0] = adjust([0.4, 0.4, 0.9])
      expect(first).toBe(second)
      expect(third).toBeLessThanOrEqual(1)
    }
  })

  it('are refused when they are none', () => {
    for (const adjust of [bonferroni, holm, benjaminiHochberg, benjaminiYekutieli]) {
      expect(() => adjust([0.5, Number.NaN])).toThrow('A p-value lies in [0, 1], got NaN')
    }
  })
})

function close(values: readonly number[]): unknown[] {
  return values.map((value): unknown => expect.closeTo(value, 9))
}
