import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

describe('seeded random numbers', () => {
  // The words were computed by a second implementation, which gives the published output for the state 1, 2, 3, 4.
  it.each([
    [1, [2442144158, 637190372, 1816636163, 2504662818]],
    [2 ** 40 + 1, [2442144158, 1044923545, 3486154520, 1134777695]],
  ])('are xoshiro128** for seed %d', (seed, words) => {
    const random = createRandom(seed)
    expect(words.map(() => random() * 2 ** 32)).toEqual(words)
  })

  it('differ for neighbouring and negative seeds', () => {
    const firsts = [-2, -1, 0, 1, 2].map((seed) => createRandom(seed)())
    expect(new Set(firsts).size).toBe(5)
  })

  it('spread evenly over [0, 1)', () => {
    const random = createRandom(0)
    const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (let draw = 0; draw < 100_000; draw += 1) {
      const bin = Math.floor(random() * 10)
      counts[bin] = (counts[bin] ?? Number.NaN) + 1
    }
    expect(counts).toHaveLength(10)
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400)
  })

  it('refuse a seed that is not a whole number', () => {
    expect(() => createRandom(0.5)).toThrow('A seed is a whole number below 2^53, got 0.5')
    expect(() => createRandom(Number.NaN)).toThrow(RangeError)
  })
})
