import { expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { newModeChance, modesFound } from './unseen-modes.ts'

it('is the share of modes seen once', () => {
  expect(newModeChance([5, 3, 1, 1])).toMatchObject({ value: 0.2, n: 10 })
  expect(newModeChance([5, 5])).toMatchObject({ value: 0, low: 0 })
  expect(newModeChance([])).toBeNull()
  // 4.5605 · √(ln 60 / n) is more than 1 for few.
  expect(newModeChance([10, 5, 1, 1, 2, 1])?.bound).toBe(1)
  expect(newModeChance([5000, 4999, 1])?.bound).toBeCloseTo(0.0001 + 4.560478 * Math.sqrt(Math.log(60) / 10_000), 5)
  expect(modesFound(['a', 'b', 'a', 'c'])).toEqual([1, 2, 2, 3])
})

it('holds the chance that the next failure is of a new mode', () => {
  const random = createRandom(41)
  const modes = 20
  const weights = Array.from({ length: modes }, (_, index) => 1 / (index + 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const draw = () => {
    let left = random() * whole
    return Math.min(
      modes - 1,
      weights.findIndex((weight) => (left -= weight) < 0),
    )
  }
  for (const read of [30, 60, 150]) {
    const held = Array.from({ length: 500 }, () => {
      const counts = weights.map(() => 0)
      for (let index = 0; index < read; index += 1) {
        const mode = draw()
        counts[mode] = (counts[mode] ?? 0) + 1
      }
      const missing = weights.reduce((sum, weight, mode) => sum + (counts[mode] === 0 ? weight : 0), 0) / whole
      const { low, high, bound } = newModeChance(counts) ?? { low: 1, high: 0, bound: 0 }
      return low <= missing && missing <= high && missing <= bound
    }).filter(Boolean).length
    expect([read, held / 500 >= 0.93]).toEqual([read, true])
  }
})
