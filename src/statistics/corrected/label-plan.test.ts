import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../proportion.ts'
import { drawLabels, labelsForWidth } from './label-plan.ts'

describe('a plan of labels', () => {
  it('makes an interval of about the width that was asked for', () => {
    const n = labelsForWidth({ share: 0.8, width: 0.1 })
    const { low, high } = wilsonInterval(Math.round(0.8 * n), n)
    expect(n).toBe(246)
    expect(high - low).toBeCloseTo(0.1, 2)
    expect(labelsForWidth({ share: 0.8, width: 0.1, worth: 2 })).toBe(123)
  })

  it('draws some of each verdict, and by chance among all', () => {
    const kinds = Array.from({ length: 1000 }, (_, index) => (index % 50 === 0 ? 0 : 1))
    const drawn = drawLabels(kinds, 40, 7)
    expect(new Set(drawn).size).toBe(40)
    const failed = drawn.filter((index) => kinds[index] === 0).length
    expect([failed >= 10, failed <= 16]).toEqual([true, true])
    expect(drawLabels(kinds, 40, 7)).toEqual(drawn)
    expect(drawLabels(kinds, 40, 8)).not.toEqual(drawn)
  })

  it('gives each result of a kind the same chance', () => {
    const kinds = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    const hits = kinds.map(() => 0)
    for (let seed = 0; seed < 2000; seed += 1)
      for (const index of drawLabels(kinds, 4, seed)) hits[index] = (hits[index] ?? 0) + 1
    const [first = 0, second = 0, ...passed] = hits.map((hit) => hit / 2000)
    expect(Math.abs(first - second)).toBeLessThan(0.05)
    expect(Math.max(...passed) - Math.min(...passed)).toBeLessThan(0.06)
  })

  it('is all of them where more are asked for', () => {
    expect(drawLabels([1, 0, 1], 10, 1).toSorted()).toEqual([0, 1, 2])
  })
})
