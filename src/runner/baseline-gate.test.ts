import { describe, expect, it } from 'vitest'
import { createRandom } from '../statistics/random.ts'
import { pairedComparison } from './paired-comparison.ts'

/** 200 pairs, of which the first shares are lost and won; the others came out the same in both runs. */
function simulated(lost: number, won: number, random: () => number) {
  return Array.from({ length: 200 }, () => {
    const draw = random() * 200
    if (draw < lost) return { first: 1, second: 0 }
    return draw < lost + won ? { first: 0, second: 1 } : { first: 1, second: 1 }
  })
}

/** How often the gate closes: the test is clear, and the difference a loss. */
function closedShare(lost: number, won: number, runs: number): number {
  const random = createRandom(20_261_122)
  let closed = 0
  for (let run = 0; run < runs; run += 1) {
    const { p, difference } = pairedComparison(simulated(lost, won, random), 1)
    if (p < 0.05 && difference.value < 0) closed += 1
  }
  return closed / runs
}

describe('the gate against a baseline', () => {
  it('catches a loss of 26 cases against 6 of 200', () => {
    expect(closedShare(26, 6, 1000)).toBeGreaterThanOrEqual(0.9)
  })

  it.each([4, 16, 40])('closes by chance in at most one of 20 runs where %i change each way', (changed) => {
    expect(closedShare(changed, changed, 1000)).toBeLessThanOrEqual(0.055)
  })
})
