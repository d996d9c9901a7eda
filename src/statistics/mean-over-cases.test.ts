import { describe, expect, it } from 'vitest'
import type { Estimate } from '../core/index.ts'
import { clusteredMeanInterval } from './clustered.ts'
import { meanOverCases } from './mean-over-cases.ts'
import { meanInterval } from './mean.ts'
import { createRandom } from './random.ts'

describe('meanOverCases', () => {
  it('gives the numbers of meanInterval for one value a case', () => {
    const random = createRandom(7)
    const values = Array.from({ length: 500 }, random)
    const streamed = meanOverCases({ bounds: [0, 1] })
    for (const [index, value] of values.entries()) streamed.add(value, index)
    expect(rounded(streamed.estimate())).toEqual(rounded(meanInterval(values, { bounds: [0, 1] })))
  })

  it('gives the numbers of clusteredMeanInterval for several values a case', () => {
    const random = createRandom(8)
    const cases = Array.from({ length: 300 }, (_, index) => Math.floor(index / 4))
    const values = cases.map((number) => (random() < 0.2 + (number % 5) * 0.15 ? 1 : 0))
    const streamed = meanOverCases({ bounds: [0, 1] })
    for (const [index, value] of values.entries()) streamed.add(value, cases[index] ?? 0)
    expect(rounded(streamed.estimate())).toEqual(rounded(clusteredMeanInterval(values, cases, { bounds: [0, 1] })))
  })

  it('loses nothing to cancellation for large, close quantities', () => {
    const values = [1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 3]
    const streamed = meanOverCases({})
    for (const [index, value] of values.entries()) streamed.add(value, index)
    expect(rounded(streamed.estimate())).toEqual(rounded(meanInterval(values)))
  })

  it('never claims certainty for twenty passes of twenty', () => {
    const streamed = meanOverCases({ bounds: [0, 1] })
    for (let index = 0; index < 20; index += 1) streamed.add(1, index)
    expect(streamed.estimate()).toMatchObject({ value: 1, high: 1, method: 'wilson-mean' })
    expect(streamed.estimate()?.low).toBeCloseTo(0.8389, 4)
  })

  it('claims no interval for quantities that never vary', () => {
    const streamed = meanOverCases({})
    streamed.add(3, 0)
    streamed.add(3, 1)
    expect(streamed.estimate()).toEqual({ value: 3, low: 3, high: 3, n: 2, level: 0.95, method: 'constant' })
  })

  it('has no mean of nothing, and none of NaN', () => {
    expect(meanOverCases({}).estimate()).toBeNull()
    expect(() => meanOverCases({}).add(Number.NaN, 0)).toThrow(RangeError)
  })
})

/** An estimate with its numbers rounded, so that sums made in another order compare equal. */
function rounded(estimate: Estimate | null) {
  if (estimate === null) return null
  const { value, low, high } = estimate
  return {
    ...estimate,
    value: Number(value.toPrecision(9)),
    low: Number(low.toPrecision(9)),
    high: Number(high.toPrecision(9)),
  }
}
