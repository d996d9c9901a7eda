import { describe, expect, it } from 'vitest'
import { anytimeInterval } from './anytime-interval.ts'
import { wilsonInterval } from './proportion.ts'
import { createRandom } from './random.ts'

const rounded = (passed: number, n: number) => {
  const { low, high } = anytimeInterval(passed, n)
  return [low, high].map((end) => Number(end.toFixed(4)))
}

describe('anytimeInterval', () => {
  it('is where all rates alike are no better a bet', () => {
    // Of 0 of 9: 10·(1 − p)^9 = 0.05.
    expect(rounded(0, 9)).toEqual([0, Number((1 - 0.005 ** (1 / 9)).toFixed(4))])
    expect(rounded(9, 9)).toEqual([Number((0.005 ** (1 / 9)).toFixed(4)), 1])
    const { low, high } = anytimeInterval(21, 30)
    const wilson = wilsonInterval(21, 30)
    expect([low < wilson.low, high > wilson.high]).toEqual([true, true])
  })

  it('leaves out the true rate in at most 5 % of streams, at whatever moment, where an interval for one moment does so far more often', () => {
    const random = createRandom(9)
    const streams = 200
    const missed = { anytime: 0, wilson: 0 }
    for (let stream = 0; stream < streams; stream += 1) {
      let passed = 0
      const ever = { anytime: false, wilson: false }
      for (let n = 1; n <= 60; n += 1) {
        if (random() < 0.8) passed += 1
        const intervals = { anytime: anytimeInterval(passed, n), wilson: wilsonInterval(passed, n) }
        for (const name of ['anytime', 'wilson'] as const) {
          if (intervals[name].low > 0.8 || intervals[name].high < 0.8) ever[name] = true
        }
      }
      for (const name of ['anytime', 'wilson'] as const) if (ever[name]) missed[name] += 1
    }
    // Of streams of 60; one at a level of 90 % leaves it out in 3 % of these.
    expect(missed.anytime / streams).toBeLessThanOrEqual(0.02)
    expect(missed.wilson / streams).toBeGreaterThan(0.1)
  })
})
