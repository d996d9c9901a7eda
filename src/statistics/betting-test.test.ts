import { describe, expect, it } from 'vitest'
import { bettingTest } from './betting-test.ts'
import { pairedBets } from './paired-bets.ts'
import { createRandom, randomOrder } from './random.ts'

/** The mean capital over all orders in which the values can come, after each of them. */
function meanCapital(values: readonly number[], options: Parameters<typeof bettingTest>[0]): readonly number[] {
  const orders = permutations(values)
  const sums = values.map(() => 0)
  for (const order of orders) {
    const test = bettingTest(options)
    for (const [turn, value] of order.entries()) sums[turn] = (sums[turn] ?? 0) + test.add(value)
  }
  return sums.map((sum) => sum / orders.length)
}

function permutations(values: readonly number[]): readonly (readonly number[])[] {
  if (values.length <= 1) return [values]
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]))
}

describe('bettingTest', () => {
  it('gains nothing on average where the mean is the tested one, in any number of draws without putting back', () => {
    for (const values of [
      [1, 1, 0, 1, 0, 1],
      [0.2, 1, 0.4, 0, 0.6, 1],
    ]) {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      for (const tested of ['at least', 'at most'] as const) {
        for (const capital of meanCapital(values, { mean, tested, size: values.length })) {
          expect(capital).toBeLessThan(1 + 1e-9)
        }
        const [first] = meanCapital(values, { mean, tested, size: values.length })
        expect(first).toBeCloseTo(1, 9)
      }
    }
  })

  it('loses on average where the mean lies beyond it on the tested side', () => {
    const values = [1, 1, 1, 0, 1, 1]
    for (const capital of meanCapital(values, { mean: 0.5, tested: 'at least', size: 6 })) {
      expect(capital).toBeLessThan(1)
    }
  })

  it('is the ratio of likelihoods of values that are 0 or 1, over means spread evenly', () => {
    const test = bettingTest({ mean: 0.8, tested: 'at least' })
    const capital = [0, 1, 0].map((value) => test.add(value)).at(-1)
    const others = Array.from({ length: 50 }, (_, index) => (0.8 * (index + 0.5)) / 50)
    const ratios = others.map((other) => (other * (1 - other) ** 2) / (0.8 * 0.2 ** 2))
    expect(capital).toBeCloseTo(ratios.reduce((sum, one) => sum + one, 0) / 50, 9)
  })

  it('knows when so many values are drawn that the rest decides nothing', () => {
    const never = bettingTest({ mean: 0.5, tested: 'at least', size: 4 })
    const certain = [0, 0, 0].map((value) => never.add(value)).at(-1)
    expect(certain).toBeGreaterThan(1e6)
    const come = bettingTest({ mean: 0.5, tested: 'at least', size: 4 })
    const before = [1, 1].map((value) => come.add(value)).at(-1)
    expect([come.add(0), come.add(0)]).toEqual([before, before])
  })

  it.each([0.5, 0.9])(
    'is wrong in at most 5 %% of 10,000 streams at %f, though it is looked at after every value',
    (mean) => {
      const random = createRandom(20_261_123)
      const wrong = { 'at least': 0, 'at most': 0 }
      for (let stream = 0; stream < 10_000; stream += 1) {
        const tests = (['at least', 'at most'] as const).map((tested) => ({ tested, ...bettingTest({ mean, tested }) }))
        const lost = new Set<'at least' | 'at most'>()
        for (let turn = 0; turn < 60; turn += 1) {
          const value = random() < mean ? 1 : 0
          for (const { tested, add } of tests) if (add(value) >= 20) lost.add(tested)
        }
        for (const tested of lost) wrong[tested] += 1
      }
      for (const share of Object.values(wrong)) {
        expect(share / 10_000).toBeLessThanOrEqual(0.05)
        // It is no test that never says anything.
        expect(share / 10_000).toBeGreaterThan(0.005)
      }
    },
  )
})

describe('pairedBets', () => {
  it('tells losses from wins', () => {
    const lost = pairedBets()
    const won = pairedBets()
    const losses = Array.from({ length: 12 }, () => lost.add(-1)).at(-1)
    const wins = Array.from({ length: 12 }, () => won.add(1)).at(-1)
    expect(losses?.worse).toBeGreaterThan(20)
    expect(losses?.better).toBeLessThan(1)
    expect(wins?.better).toBeCloseTo(losses?.worse ?? 0, 9)
  })
})

describe('randomOrder', () => {
  it('has each number once, and each order as often as any other', () => {
    const random = createRandom(7)
    const counts = new Map<string, number>()
    for (let round = 0; round < 24_000; round += 1) {
      const order = randomOrder(4, random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4.5 * Math.sqrt(1000))
    expect([...randomOrder(0, random)]).toEqual([])
  })
})
