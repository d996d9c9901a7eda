import { expect, it } from 'vitest'
import { createRandom } from '../statistics/random.ts'
import { newModeChance } from './new-mode-chance.ts'

it('is the share of failures whose mode was seen once, with an interval and a bound', () => {
  const chance = newModeChance([10, 5, 1, 1, 2, 1])
  expect(chance).toMatchObject({ failures: 20, seenOnce: 3, value: 0.15 })
  // 4.5605 · √(ln 60 / 20) is more than 1 for so few.
  expect(chance?.bound).toBe(1)
  expect(newModeChance([5000, 4999, 1])?.bound).toBeCloseTo(0.0001 + 4.560478 * Math.sqrt(Math.log(60) / 10_000), 5)
  expect(newModeChance([])).toBe(null)
})

it('holds the chance that it is about', () => {
  const random = createRandom(4)
  const shares = [0.4, 0.2, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.005, 0.005]
  let covered = 0
  let bounded = 0
  for (let trial = 0; trial < 1000; trial += 1) {
    const counts = shares.map(() => 0)
    for (let failure = 0; failure < 60; failure += 1) {
      let left = random()
      const mode = shares.findIndex((share) => (left -= share) < 0)
      counts[mode] = (counts[mode] ?? 0) + 1
    }
    const unseen = shares.reduce((sum, share, mode) => sum + (counts[mode] === 0 ? share : 0), 0)
    const chance = newModeChance(counts)
    if (chance !== null && chance.low <= unseen && unseen <= chance.high) covered += 1
    if (chance !== null && unseen <= chance.bound) bounded += 1
  }
  expect(covered / 1000).toBeGreaterThanOrEqual(0.93)
  expect(bounded).toBe(1000)
})
