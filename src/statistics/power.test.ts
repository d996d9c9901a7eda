import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { casesForPairedMean, casesForPairedRates, detectableMeanDifference, detectableRateDifference } from './power.ts'

const { power } = vectors

describe('how many cases a comparison needs', () => {
  it.each(power.mcnemar)('is $n for rates that differ by $delta with $disagree disagreement', (vector) => {
    expect(casesForPairedRates(vector.disagree, vector.delta)).toBe(vector.n)
    expect(casesForPairedRates(vector.disagree, -vector.delta)).toBe(vector.n)
  })

  it('agrees with Miller for means, with and without variance within the cases', () => {
    const { delta, omega2 } = power.miller_no_within
    const { sA, sB } = power.miller_K1
    expect(casesForPairedMean(omega2, delta)).toBe(Math.ceil(power.miller_no_within.n))
    expect(casesForPairedMean(omega2 + sA + sB, delta)).toBe(Math.ceil(power.miller_K1.n))
    expect(casesForPairedMean(omega2 + sA / 10 + sB / 10, delta)).toBe(Math.ceil(power.miller_K10.n))
  })

  it('is without end for no difference', () => {
    expect(casesForPairedRates(0.2, 0)).toBe(Infinity)
    expect(casesForPairedMean(0.2, 0)).toBe(Infinity)
  })

  it('grows with the power and the level that are asked for', () => {
    expect(casesForPairedRates(0.2, 0.05, { power: 0.9 })).toBeGreaterThan(casesForPairedRates(0.2, 0.05))
    expect(casesForPairedMean(0.2, 0.05, { level: 0.99 })).toBeGreaterThan(casesForPairedMean(0.2, 0.05))
  })

  it('refuses what cannot be', () => {
    expect(() => casesForPairedRates(0.1, 0.2)).toThrow('Rates differ by at most the disagreement, got 0.2 of 0.1')
    expect(() => casesForPairedRates(0, 0)).toThrow(RangeError)
    expect(() => casesForPairedMean(-1, 0.2)).toThrow(RangeError)
    expect(() => casesForPairedMean(1, Number.NaN)).toThrow(RangeError)
    expect(() => casesForPairedMean(1, 0.1, { power: 0.4 })).toThrow(RangeError)
  })
})

describe('the smallest difference that can be seen', () => {
  it.each(power.mde_paired)('is $mde with $n cases and variance $omega2', ({ n, omega2, mde }) => {
    expect(detectableMeanDifference(n, omega2)).toBeCloseTo(mde, 9)
  })

  it.each(power.mcnemar)('takes the $n cases that the same difference of rates asks for', ({ n, disagree, delta }) => {
    expect(detectableRateDifference(n, disagree)).toBeLessThanOrEqual(delta)
    expect(detectableRateDifference(n - 1, disagree)).toBeGreaterThan(delta)
  })

  it('is none where even the largest possible one would be missed', () => {
    expect(detectableRateDifference(12, 0.25)).toBeNull()
    expect(detectableRateDifference(1, 1)).toBeNull()
    expect(detectableRateDifference(12, 0.75)).toBeLessThan(0.75)
  })
})
