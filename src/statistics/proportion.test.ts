import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import {
  clopperPearsonInterval,
  clopperPearsonUpper,
  jeffreysInterval,
  minimumCasesToCertify,
  wilsonInterval,
} from './proportion.ts'
import { binomialPmf } from './special-functions.ts'

const intervals = [wilsonInterval, clopperPearsonInterval, jeffreysInterval]

describe('intervals of a proportion', () => {
  it.each(vectors.proportion_ci)('agree with the reference for $k of $n at alpha $alpha', (vector) => {
    const { k, n, alpha } = vector
    const level = 1 - alpha
    expect(ends(wilsonInterval(k, n, level))).toEqual(close(vector.wilson))
    expect(ends(clopperPearsonInterval(k, n, level))).toEqual(close(vector.clopper_pearson))
    expect(ends(jeffreysInterval(k, n, level))).toEqual(close(vector.jeffreys))
  })

  it('say how they were made and from how much', () => {
    expect(wilsonInterval(20, 20)).toMatchInlineSnapshot(`
      {
        "high": 1,
        "level": 0.95,
        "low": 0.8388748419471809,
        "method": "wilson",
        "n": 20,
        "value": 1,
      }
    `)
  })

  it('never have zero width, at 20 of 20 as little as at 0 of 1', () => {
    for (const interval of intervals) {
      for (const n of [1, 2, 20, 1000, 1e6]) {
        for (const k of [0, 1, n - 1, n]) {
          const { value, low, high } = interval(k, n)
          expect(high - low).toBeGreaterThan(1e-7)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
          expect([low <= value, value <= high]).toEqual([true, true])
        }
      }
    }
  })

  it('mirror when passes and failures are exchanged', () => {
    for (const interval of intervals) {
      const [low, high] = ends(interval(7, 50))
      expect(ends(interval(43, 50))).toEqual(close([1 - high, 1 - low]))
    }
  })

  it('of Clopper and Pearson cover every true rate at least as often as they say', () => {
    const n = 23
    const all = Array.from({ length: n + 1 }, (_, k) => clopperPearsonInterval(k, n, 0.9))
    for (let percent = 1; percent < 100; percent += 1) {
      const rate = percent / 100
      const covering = all.map(({ low, high }, k) => (low <= rate && rate <= high ? binomialPmf(k, n, rate) : 0))
      expect(covering.reduce((sum, p) => sum + p)).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('are refused without cases, for impossible counts and for levels that are none', () => {
    for (const interval of intervals) {
      expect(() => interval(0, 0)).toThrow('A proportion needs at least one case, got 0')
      expect(() => interval(3, 2)).toThrow('Successes are counted from 0 to 2, got 3')
      expect(() => interval(Number.NaN, 2)).toThrow(RangeError)
      expect(() => interval(1, 2, 1)).toThrow('A confidence level lies between 0 and 1, got 1')
      expect(() => interval(1, 2, 95)).toThrow(RangeError)
    }
  })
})

describe('certifying a rate', () => {
  it.each(vectors.clopper_pearson_upper_one_sided)('bounds $k of $n at delta $delta', ({ k, n, delta, upper }) => {
    expect(clopperPearsonUpper(k, n, delta)).toBeCloseTo(upper, 9)
  })

  it('bounds nothing when everything went wrong', () => {
    expect(clopperPearsonUpper(5, 5, 0.05)).toBe(1)
  })

  it.each(vectors.min_bad_cases_needed)('takes $n cases for $slips slips, alpha $alpha, delta $delta', (vector) => {
    expect(minimumCasesToCertify(vector.slips, vector.alpha, vector.delta)).toBe(vector.n)
  })

  it('takes exactly as many cases as the bound needs', () => {
    const n = minimumCasesToCertify(4, 0.07, 0.02)
    expect(clopperPearsonUpper(4, n, 0.02)).toBeLessThanOrEqual(0.07)
    expect(clopperPearsonUpper(4, n - 1, 0.02)).toBeGreaterThan(0.07)
  })

  it('is refused for rates and risks that no number of cases could show', () => {
    expect(() => minimumCasesToCertify(0, 0, 0.05)).toThrow('alpha lies between 0 and 1, got 0')
    expect(() => minimumCasesToCertify(0, 0.05, 0)).toThrow('delta lies between 0 and 1, got 0')
    expect(() => minimumCasesToCertify(-1, 0.05, 0.05)).toThrow(RangeError)
  })
})

function ends({ low, high }: { low: number; high: number }): [number, number] {
  return [low, high]
}

function close(expected: readonly number[]): unknown[] {
  return expected.map((value): unknown => expect.closeTo(value, 9))
}
