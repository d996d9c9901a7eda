import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { passAtK, passEstimates, passHatK } from './pass-at-k.ts'
import { meanInterval } from './mean.ts'
import { wilsonInterval } from './proportion.ts'
import { binomialPmf } from './special-functions.ts'

describe('pass@k and pass^k', () => {
  it.each(vectors.pass)('agree with the reference for $c of $n and k = $k', ({ n, c, k, pass_at_k, pass_hat_k }) => {
    expect(passAtK(n, c, k)).toBeCloseTo(pass_at_k, 9)
    expect(passHatK(n, c, k)).toBeCloseTo(pass_hat_k, 9)
  })

  it('are right on average, where (c/n)^k promises too much', () => {
    const [n, k, rate] = [5, 3, 0.7]
    const average = (estimate: (c: number) => number): number => {
      let sum = 0
      for (let c = 0; c <= n; c += 1) sum += binomialPmf(c, n, rate) * estimate(c)
      return sum
    }
    expect(average((c) => passHatK(n, c, k) ?? Number.NaN)).toBeCloseTo(rate ** k, 12)
    expect(average((c) => passAtK(n, c, k) ?? Number.NaN)).toBeCloseTo(1 - (1 - rate) ** k, 12)
    expect(average((c) => (c / n) ** k)).toBeGreaterThan(rate ** k + 0.05)
  })

  it('are not known for fewer tries than k', () => {
    expect(passAtK(2, 2, 3)).toBeNull()
    expect(passHatK(2, 2, 3)).toBeNull()
  })

  it('are the pass rate for k = 1', () => {
    expect(passAtK(10, 6, 1)).toBe(0.6)
    expect(passHatK(10, 6, 1)).toBe(0.6)
  })

  it('keep their digits for very many tries', () => {
    expect(passAtK(1e9, 1, 1)).toBe(1e-9)
    expect(passAtK(1e6, 1, 1000)).toBeCloseTo(0.001, 14)
    expect(passHatK(1e6, 999_999, 1000)).toBeCloseTo(0.999, 12)
    expect(passAtK(3000, 1500, 1000)).toBe(1)
  })

  it('refuse counts that are none', () => {
    expect(() => passAtK(3, 4, 1)).toThrow('Passes are counted from 0 to the number of tries, got 4 of 3')
    expect(() => passHatK(3, 1, 0)).toThrow('k is counted from 1, got 0')
  })
})

describe('pass@k and pass^k over tasks', () => {
  it('are means with the error of the tasks', () => {
    const counts = [4, 2, 0, 3, 1].map((c) => ({ n: 4, c }))
    const { passAtK: any, passHatK: all } = passEstimates(counts, 2)
    expect(any).toMatchObject({ value: expect.closeTo((1 + 5 / 6 + 0 + 1 + 1 / 2) / 5, 12), n: 5, method: 'beta' })
    expect(all).toEqual({
      ...meanInterval([1, 1 / 6, 0, 1 / 2, 0], { bounds: [0, 1] }),
      value: expect.closeTo(1 / 3, 12),
    })
  })

  it('never have zero width, however steady the agent', () => {
    const steady = Array.from({ length: 8 }, () => ({ n: 3, c: 3 }))
    const { low, high } = wilsonInterval(8, 8)
    expect(passEstimates(steady, 3).passHatK).toMatchObject({ value: 1, low, high, n: 8 })
    expect(passEstimates([{ n: 3, c: 0 }], 1).passAtK?.high).toBeGreaterThan(0.5)
  })

  it('leave out tasks with fewer tries than k, and say so by their number', () => {
    const counts = [
      { n: 3, c: 3 },
      { n: 2, c: 0 },
      { n: 3, c: 0 },
    ]
    expect(passEstimates(counts, 3).passHatK).toMatchObject({ value: 0.5, n: 2 })
    expect(passEstimates(counts, 4)).toEqual({ passAtK: null, passHatK: null })
    expect(passEstimates([], 1)).toEqual({ passAtK: null, passHatK: null })
  })
})
