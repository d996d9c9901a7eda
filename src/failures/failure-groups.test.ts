import { describe, expect, it } from 'vitest'
import { plantedFailures, unrelatedFailures } from '../../bench/validity/planted-failures.ts'
import { adjustedRand, failureDistance, groupFailures } from './failure-groups.ts'

describe('groups of failures', () => {
  it('are the modes that were planted, at any number of failures', () => {
    for (const [count, modes, seed] of [
      [16, 3, 1],
      [60, 5, 2],
      [120, 8, 3],
    ] as const) {
      const planted = plantedFailures(count, modes, seed)
      const groups = groupFailures(
        planted.map(({ features }) => features),
        seed,
      )
      expect(
        adjustedRand(
          groups?.labels ?? planted.map(() => 0),
          planted.map(({ mode }) => mode),
        ),
      ).toBeGreaterThanOrEqual(0.7)
    }
  })

  it('are none where failures have nothing in common, and for few', () => {
    for (const seed of [1, 2, 3]) expect(groupFailures(unrelatedFailures(40, seed), seed)).toBe(null)
    expect(groupFailures(alike(7), 1)).toBe(null)
  })

  it('are one where all failures are the same, and the same again with the same seed', () => {
    expect(groupFailures(alike(9), 1)?.labels).toEqual(Array(9).fill(0))
    const failures = plantedFailures(30, 4, 5).map(({ features }) => features)
    expect(groupFailures(failures, 7)).toEqual(groupFailures(failures, 7))
  })

  it('agree as Hubert and Arabie count it', () => {
    expect(adjustedRand([0, 0, 1, 1], [5, 5, 2, 2])).toBe(1)
    expect(adjustedRand([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.571429, 6)
    expect(adjustedRand([0, 0, 0], [1, 1, 1])).toBe(0)
  })

  it('weigh what says what went wrong more than where', () => {
    expect(failureDistance(['error a', 'turn first'], ['error a', 'turn last'])).toBeCloseTo(1 / 5, 12)
    expect(failureDistance(['error a', 'turn first'], ['error b', 'turn first'])).toBeCloseTo(1 - 0.5 / 8.5, 12)
  })
})

function alike(count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => ['error timeout'])
}
