import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import { auroc, aurocInterval } from './auroc.ts'
import { createRandom } from '../random.ts'

const scores = vectors.calibration.conf
const positive = vectors.calibration.y.map((y) => y === 1)

describe('the area under the ROC curve', () => {
  it('agrees with the reference, and so do both of its errors', () => {
    const found = auroc(scores, positive)
    expect(found?.value).toBeCloseTo(vectors.calibration.auroc, 9)
    expect(found?.deLong).toBeCloseTo(vectors.calibration.auroc_delong_se, 9)
    expect(found?.hanleyMcNeil).toBeCloseTo(vectors.calibration.auroc_hanley_mcneil_se, 9)
  })

  it('is the share of pairs in the right order, ties as halves', () => {
    const random = createRandom(5)
    for (let trial = 0; trial < 20; trial += 1) {
      const some = Array.from({ length: 30 }, () => Math.floor(random() * 8) / 8)
      const kinds = some.map((_, index) => index < 3 || random() < 0.4)
      expect(auroc(some, kinds)?.value).toBeCloseTo(byPairs(some, kinds), 12)
    }
  })

  it('is null where there is only one kind', () => {
    expect(auroc([0.1, 0.2], [true, true])).toBeNull()
    expect(auroc([0.1, 0.2], [false, false])).toBeNull()
    expect(auroc([], [])).toBeNull()
  })

  it('refuses what cannot be ranked', () => {
    expect(() => auroc([0.1, Number.NaN], [true, false])).toThrow('Only numbers can be ranked, got NaN')
  })

  it('has an interval between 0 and 1 that is never a point', () => {
    const perfect = auroc([0.1, 0.2, 0.8, 0.9], [false, false, true, true])
    expect(perfect?.deLong).toBe(0)
    expect(perfect === null || aurocInterval(perfect)).toMatchObject({ value: 1, high: 1, method: 'wilson-auroc' })
    expect(perfect === null ? 1 : aurocInterval(perfect).low).toBeLessThan(0.5)
    const oneWrong = auroc([0.3, 0.2, 0.8], [true, false, true])
    expect(oneWrong?.deLong).toBeNull()
    const area = auroc(scores, positive)
    expect(area === null || aurocInterval(area)).toMatchObject({
      low: expect.closeTo(0.5081989712834454, 9),
      high: expect.closeTo(0.9250573462055923, 9),
      method: 'delong-logit',
    })
  })

  it('is no surer for repeats of the same rows', () => {
    const rows = Array.from({ length: 40 }, (_, index) => index)
    const some = rows.map((row) => ((row * 7) % 40) / 40)
    const kinds = rows.map((row) => (row * 11) % 40 < 15 + row / 4)
    const once = auroc(some, kinds)
    const twice = auroc([...some, ...some], [...kinds, ...kinds], { clusters: [...rows, ...rows] })
    expect(twice?.value).toBeCloseTo(once?.value ?? Number.NaN, 12)
    expect((twice?.deLong ?? 1) / (once?.deLong ?? 1)).toBeLessThan(0.75)
    expect((twice?.clustered ?? 0) / (once?.deLong ?? 1)).toBeCloseTo(1, 1)
    expect(twice === null || aurocInterval(twice).method).toBe('delong-clustered')

    const perfect = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 0.9 : 0.1))
    const kindOf = perfect.map((score) => score > 0.5)
    const threeCases = auroc(perfect, kindOf, { clusters: perfect.map((_, index) => index % 3) })
    expect(threeCases === null || aurocInterval(threeCases)).toMatchObject({ value: 1, method: 'wilson-auroc' })
    expect(threeCases === null ? 1 : aurocInterval(threeCases).low).toBeLessThan(0.25)
  })
})

function byPairs(values: readonly number[], kinds: readonly boolean[]): number {
  let wins = 0
  let pairs = 0
  for (const [index, value] of values.entries()) {
    if (kinds[index] !== true) continue
    for (const [other, against] of values.entries()) {
      if (kinds[other] === true) continue
      pairs += 1
      wins += value > against ? 1 : value === against ? 0.5 : 0
    }
  }
  return wins / pairs
}
