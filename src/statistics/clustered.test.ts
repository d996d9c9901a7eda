import { describe, expect, it } from 'vitest'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }
import { clusteredMeanInterval, clusteredStandardError, stratifiedClusteredMeanInterval } from './clustered.ts'
import { meanInterval } from './mean.ts'
import { wilsonInterval } from './proportion.ts'

const { values, clusters, ...expected } = vectors.clustered_se

describe('the standard error of clustered values', () => {
  it('agrees with the reference', () => {
    expect(clusteredStandardError(values, clusters)).toEqual({
      naive: expect.closeTo(expected.naive_se, 9),
      clustered: expect.closeTo(expected.miller_clustered_se, 9),
      corrected: expect.closeTo(expected.finite_corrected_se, 9),
      designEffect: expect.closeTo(expected.design_effect, 9),
      clusterCount: 5,
    })
  })

  it('does not get smaller by asking the same cases again', () => {
    const once = clusteredStandardError([1, 0, 1, 1, 0], [1, 2, 3, 4, 5])
    const thrice = clusteredStandardError(
      [1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0],
      [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5],
    )
    expect(thrice.corrected).toBeCloseTo(once.corrected, 12)
    expect(thrice.naive).toBeLessThan(0.6 * once.naive)
  })

  it('refuses values without a cluster', () => {
    expect(() => clusteredStandardError([1, 0], ['a'])).toThrow(
      'Every value has a cluster, got 2 values and 1 clusters',
    )
  })
})

describe('the interval of a mean of clustered values', () => {
  it('is t over clusters', () => {
    expect(clusteredMeanInterval(values, clusters)).toEqual({
      value: expect.closeTo(expected.mean, 9),
      low: expect.closeTo(expected.ci[0] ?? 0, 9),
      high: expect.closeTo(expected.ci[1] ?? 0, 9),
      n: 14,
      level: 0.95,
      method: 't-clustered',
    })
  })

  it('has of values within bounds as many observations as clusters', () => {
    const perCluster = ['a', 'b', 'c', 'd', 'e', 'f'].map((_name, index) => (index < 4 ? 1 : 0.5))
    const twice = perCluster.flatMap((value) => [value, value])
    const names = perCluster.flatMap((_value, index) => [index, index])
    const { low, high } = meanInterval(perCluster, { bounds: [0, 1] }) ?? { low: 0, high: 0 }
    expect(clusteredMeanInterval(twice, names, { bounds: [0, 1] })).toMatchObject({
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
      n: 12,
      method: 'beta-clustered',
    })
  })

  it('is the plain one when every value stands alone', () => {
    const alone = values.map((_, index) => index)
    const { low, high } = meanInterval(values) ?? { low: 0, high: 0 }
    expect(clusteredMeanInterval(values, alone)).toMatchObject({
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
    })
  })

  it('counts clusters, not values, when nothing varies', () => {
    const { low, high } = wilsonInterval(2, 2)
    const estimate = clusteredMeanInterval([1, 1, 1, 1], ['a', 'a', 'b', 'b'], { bounds: [0, 1] })
    expect(estimate).toEqual({ value: 1, low, high, n: 4, level: 0.95, method: 'wilson-clustered' })
  })

  it('does not have zero width when clusters agree and the values in them do not', () => {
    const flaky = clusteredMeanInterval([1, 0, 0, 1, 1, 0], ['a', 'a', 'b', 'b', 'c', 'c'], { bounds: [0, 1] })
    expect(flaky).toMatchObject({ value: 0.5, method: 'wilson-clustered' })
    expect(flaky?.low).toBeLessThan(0.2)
    expect(clusteredMeanInterval([1, 0, 0, 1], ['a', 'a', 'b', 'b'])).toBeNull()
  })

  it('is null for one cluster without bounds and for no values', () => {
    expect(clusteredMeanInterval([1, 0, 1], ['a', 'a', 'a'])).toBeNull()
    expect(clusteredMeanInterval([], [], { bounds: [0, 1] })).toBeNull()
  })
})

describe('the mean of a sample by strata', () => {
  it('weighs values by what they stand for, and takes no difference between strata for an error', () => {
    const apart = stratifiedClusteredMeanInterval([
      ...sampleOf('a', 10, 1, 1, 1, 1, 0),
      ...sampleOf('b', 30, 0, 0, 0, 0, 1),
    ])
    expect(apart?.value).toBeCloseTo((0.8 * 50 + 0.2 * 150) / 200, 12)
    const mixed = stratifiedClusteredMeanInterval([
      ...sampleOf('a', 10, 1, 0, 1, 0, 1),
      ...sampleOf('b', 30, 0, 1, 0, 1, 0),
    ])
    expect((apart?.high ?? 0) - (apart?.low ?? 0)).toBeLessThan((mixed?.high ?? 0) - (mixed?.low ?? 0))
  })
})

function sampleOf(stratum: string, weight: number, ...given: readonly number[]) {
  return given.map((value, index) => ({ value, weight, stratum, cluster: `${stratum}-${index}` }))
}
