import { describe, expect, it } from 'vitest'
import { detectableExcess, testBiases, type BiasTrial } from './bias-battery.ts'

const same = { original: true, variant: true, placebo: true }
const flipped = { ...same, variant: false }
const unsteady = { ...same, placebo: false }
const both = { original: true, variant: false, placebo: false }
const times = (count: number, trial: BiasTrial) => Array.from({ length: count }, () => trial)

describe('a bias', () => {
  it('is found where the variant flips what blanks do not', () => {
    const [length] = testBiases({ length: [...times(20, flipped), ...times(80, same)] })
    expect(length).toMatchObject({
      bias: 'length',
      trials: 100,
      found: true,
      excess: { value: 0.2 },
    })
    expect(length?.p).toBeCloseTo(0.5 ** 20, 9)
  })

  it('is none of a judge that flips as often for blanks', () => {
    const trials = [...times(10, flipped), ...times(10, unsteady), ...times(20, both), ...times(60, same)]
    expect(testBiases({ length: trials })[0]).toMatchObject({ found: false, excess: { value: 0 } })
  })

  it('counts less the more are looked for', () => {
    const trials = [...times(5, flipped), ...times(95, same)]
    expect(testBiases({ length: trials })[0]).toMatchObject({ found: true })
    expect(testBiases({ length: trials, praise: times(100, same) })[0]).toMatchObject({ found: false })
    expect(testBiases({ praise: [] })).toEqual([])
  })
})

it('says which size so many answers would find', () => {
  // All of 5 discordant ones: with 100 answers and no flips by blanks at least 5 must flip; P(Bin(100, .1) ≥ 5) = .976.
  expect(detectableExcess(100, 0, 0.05)).toBe(0.1)
  expect(detectableExcess(400, 0, 0.05)).toBeLessThan(0.05)
  expect(detectableExcess(3, 0, 0.05)).toBeUndefined()
})
