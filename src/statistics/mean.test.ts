import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { meanInterval } from './mean.ts'
import { clopperPearsonInterval, jeffreysInterval, wilsonInterval } from './proportion.ts'
import { betaQuantile } from './special-functions.ts'

const bounds = [0, 1] as const

describe('the interval of a mean', () => {
  it("is Student's t", () => {
    const { x, mean, ci } = vectors.mean_t
    expect(meanInterval(x)).toEqual({
      value: expect.closeTo(mean, 9),
      low: expect.closeTo(ci[0] ?? 0, 9),
      high: expect.closeTo(ci[1] ?? 0, 9),
      n: 12,
      level: 0.95,
      method: 't',
    })
  })

  it('is wider at a higher level', () => {
    const [standard, careful] = [meanInterval([1, 2, 4]), meanInterval([1, 2, 4], { level: 0.99 })]
    expect(careful?.level).toBe(0.99)
    expect(careful?.high).toBeGreaterThan(standard?.high ?? Infinity)
  })

  it('stays within the bounds of differences', () => {
    const options = { bounds: [-1, 1], differences: true } as const
    expect(meanInterval([1, 1, 1, 0.9, -1], options)).toMatchObject({ high: 1, method: 't' })
    expect(meanInterval([-1, -1, -1, 0.1, 1], options)).toMatchObject({ low: -1, method: 't' })
  })

  it('lies for zeros and ones between the intervals that add nothing and a whole observation at the end', () => {
    const ones = Array.from({ length: 20 }, (_, index) => (index < 18 ? 1 : 0))
    const [inner, outer] = [jeffreysInterval(18, 20), clopperPearsonInterval(18, 20)]
    const { low = 0, high = 0, method } = meanInterval(ones, { bounds }) ?? {}
    expect(method).toBe('beta')
    expect([outer.low < low, low < inner.low, inner.high < high, high < outer.high]).toEqual([true, true, true, true])
    expect(low).toBeCloseTo(betaQuantile(0.025, 18, 2.5), 9)
    expect(high).toBeCloseTo(betaQuantile(0.975, 18.5, 2), 9)
  })

  it('does not close up around what was nearly always 1', () => {
    const { low = 1, high = 0 } = meanInterval([...Array.from({ length: 19 }, () => 1), 0.999], { bounds }) ?? {}
    expect(low).toBeLessThan(0.9)
    expect(high).toBeGreaterThan(0.9999)
  })

  it('is the same of values and of their mirror image', () => {
    const values = [0.2, 0.9, 1, 1, 0.7]
    const { low = 0, high = 0 } = meanInterval(values, { bounds }) ?? {}
    const mirrored = meanInterval(
      values.map((value) => 1 - value),
      { bounds },
    )
    expect(mirrored).toMatchObject({ low: expect.closeTo(1 - high, 9), high: expect.closeTo(1 - low, 9) })
  })

  it('is never [1, 1] for twenty times 1.0, but the Wilson interval of 20 of 20', () => {
    const { low, high } = wilsonInterval(20, 20)
    const values = Array.from({ length: 20 }, () => 1)
    expect(meanInterval(values, { bounds })).toEqual({ value: 1, low, high, n: 20, level: 0.95, method: 'wilson-mean' })
  })

  it('rescales the fallback to bounds other than 0 and 1', () => {
    const { low, high } = wilsonInterval(5, 10)
    const estimate = meanInterval(
      Array.from({ length: 10 }, () => 3),
      { bounds: [1, 5] },
    )
    expect(estimate).toMatchObject({
      value: 3,
      low: expect.closeTo(1 + 4 * low, 12),
      high: expect.closeTo(1 + 4 * high, 12),
    })
  })

  it('knows little from one value: something with bounds, nothing without', () => {
    const { low, high } = wilsonInterval(1, 1)
    expect(meanInterval([1], { bounds })).toMatchObject({ value: 1, low, high, method: 'wilson-mean' })
    expect(meanInterval([1])).toBeNull()
  })

  it('is null for equal values without bounds and for no values at all', () => {
    expect(meanInterval([3, 3, 3])).toBeNull()
    expect(meanInterval([])).toBeNull()
    expect(meanInterval([], { bounds })).toBeNull()
  })

  it('takes rounding in the last digit for no variance', () => {
    const tenths = [0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2]
    expect(meanInterval(tenths, { bounds })?.method).toBe('wilson-mean')
  })

  it('keeps its digits far from zero', () => {
    const far = meanInterval([4, 7, 13, 16].map((value) => value + 1e9))
    const near = meanInterval([4, 7, 13, 16])
    expect((far?.high ?? 0) - (far?.low ?? 0)).toBeCloseTo((near?.high ?? 0) - (near?.low ?? 0), 6)
  })

  it('refuses a NaN instead of becoming one, and values beyond the bounds', () => {
    expect(() => meanInterval([1, Number.NaN])).toThrow('Only finite numbers have a mean, got NaN at 1')
    expect(() => meanInterval([0.5, 70], { bounds })).toThrow('Values from 0.5 to 70 do not lie between 0 and 1')
    expect(() => meanInterval([0.5], { bounds: [1, 0] })).toThrow(RangeError)
    expect(() => meanInterval([0.5, 1], { level: 95 })).toThrow(RangeError)
  })

  it('forgives a score that rounding put just above 1', () => {
    expect(meanInterval([1 + 2e-16, 1 + 2e-16], { bounds })).toMatchObject({ value: 1, high: 1 })
  })
})
