import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { bootstrapMeanInterval } from './bootstrap.ts'
import { meanInterval } from './mean.ts'

const values = Array.from({ length: 60 }, (_, index) => ((index * 7) % 13) / 12)

describe('the bootstrap interval of a mean', () => {
  it('is the same for the same seed and another one for another seed', () => {
    const first = bootstrapMeanInterval(values, { seed: 7 })
    expect(bootstrapMeanInterval(values, { seed: 7 })).toEqual(first)
    expect(bootstrapMeanInterval(values, { seed: 8 })).not.toEqual(first)
    expect(first).toMatchInlineSnapshot(`
      {
        "high": 0.5694444444444444,
        "level": 0.95,
        "low": 0.4125,
        "method": "bootstrap",
        "n": 60,
        "value": 0.4888888888888889,
      }
    `)
  })

  it("comes near Student's t where both may be used", () => {
    const bootstrap = bootstrapMeanInterval(values, { seed: 1, resamples: 20_000 })
    const student = meanInterval(values)
    expect(Math.abs((bootstrap?.low ?? 0) - (student?.low ?? 1))).toBeLessThan(0.005)
    expect(Math.abs((bootstrap?.high ?? 0) - (student?.high ?? 1))).toBeLessThan(0.005)
  })

  it('is wider when values that belong together are drawn together', () => {
    const clustered = vectors.clustered_se
    const apart = bootstrapMeanInterval(clustered.values, { seed: 1 })
    const together = bootstrapMeanInterval(clustered.values, { seed: 1, clusters: clustered.clusters })
    expect(together).toMatchObject({ method: 'bootstrap-clustered', n: 14 })
    expect(widthOf(together)).toBeGreaterThan(1.2 * widthOf(apart))
  })

  it('weighs clusters by their size', () => {
    const clusters = ['a', 'a', 'a', 'a', 'b']
    expect(bootstrapMeanInterval([1, 1, 1, 1, 0], { seed: 1, clusters })).toMatchObject({ value: 0.8, low: 0, high: 1 })
  })

  it('is null where resampling says nothing', () => {
    expect(bootstrapMeanInterval([], { seed: 1 })).toBeNull()
    expect(bootstrapMeanInterval([1], { seed: 1 })).toBeNull()
    expect(bootstrapMeanInterval([1, 1, 1], { seed: 1 })).toBeNull()
    expect(bootstrapMeanInterval([1, 0, 1], { seed: 1, clusters: ['a', 'a', 'a'] })).toBeNull()
  })

  it('needs a whole seed and at least one resample', () => {
    expect(() => bootstrapMeanInterval(values, { seed: 0.5 })).toThrow(RangeError)
    expect(() => bootstrapMeanInterval(values, { seed: 1, resamples: 0 })).toThrow('Resamples are counted, got 0')
  })
})

function widthOf(estimate: { low: number; high: number } | null): number {
  return estimate === null ? Number.NaN : estimate.high - estimate.low
}
