import { describe, expect, it } from 'vitest'
import { createRandom, randomOrder } from '../../statistics/random.ts'
import { shareRule } from './share-rule.ts'

const random = createRandom(20_261_123)

type Whole = { readonly total: number; readonly unit?: number; readonly repeat?: number; readonly risk?: number }

/** Plays a run in an order of chance. @returns what was decided and after how many results */
function decide(rule: string, units: readonly (readonly number[])[], whole: Whole) {
  const early = shareRule(rule, { unit: 1, repeat: 1, risk: 0.04, ...whole })
  if (early === undefined) throw new Error(`${rule} cannot be decided`)
  let after = 0
  for (const number of randomOrder(units.length, random)) {
    const readings = units[number] ?? []
    after += readings.length
    const ruling = early.note(readings)
    if (ruling !== undefined) return { gate: ruling.gate, risk: ruling.risk, after }
  }
  throw new Error('a whole run decides everything')
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function results(passed: number, total: number): readonly (readonly number[])[] {
  return Array.from({ length: total }, (_, index) => [index < passed ? 1 : 0])
}

describe('a share of passes', () => {
  const grid = [10, 30, 120].flatMap((total) => [0.5, 0.8, 0.95, 1].map((limit) => [total, limit] as const))

  it.each(grid)(
    'of %i results against %d is decided as by the whole run in 95 of 100 orders or more',
    (total, limit) => {
      const border = Math.ceil(total * limit - 1e-6)
      const near = [-0.2, -0.05, 0, 0.05].map((shift) => border + Math.round(shift * total))
      for (const passed of new Set([...near, border - 1, border - 2, border + 1])) {
        if (passed < 0 || passed > total) continue
        const orders = 250
        let otherwise = 0
        for (let order = 0; order < orders; order += 1) {
          const { gate } = decide(`pass-rate<${limit}`, results(passed, total), { total })
          if (gate !== (passed / total >= limit - 1e-9 ? 'open' : 'closed')) otherwise += 1
        }
        expect(otherwise / orders, `${passed} of ${total}`).toBeLessThanOrEqual(0.05)
      }
    },
  )

  it('saves the more the clearer it is', () => {
    const medians = [60, 140, 170, 178, 180, 190, 198].map((passed) => {
      const afters = Array.from(
        { length: 200 },
        () => decide('pass-rate<0.9', results(passed, 200), { total: 200 }).after,
      )
      return `${passed} of 200 pass: decided after ${median(afters)}`
    })
    expect(medians).toMatchInlineSnapshot(`
      [
        "60 of 200 pass: decided after 10",
        "140 of 200 pass: decided after 23",
        "170 of 200 pass: decided after 129",
        "178 of 200 pass: decided after 185",
        "180 of 200 pass: decided after 200",
        "190 of 200 pass: decided after 95",
        "198 of 200 pass: decided after 39",
      ]
    `)
  })

  it('of repeated cases that come as a whole is decided as by the whole run', () => {
    for (const passing of [0.74, 0.76, 0.79, 0.81, 0.9]) {
      let otherwise = 0
      for (let order = 0; order < 250; order += 1) {
        // Most cases always pass or never do.
        const units = Array.from({ length: 40 }, (_, index) =>
          Array.from({ length: 5 }, () => ((index % 4 === 0 ? random() : index / 40) < passing ? 1 : 0)),
        )
        const passed = units.flat().filter((one) => one === 1).length
        const { gate } = decide('pass-rate<0.75', units, { total: 200, unit: 5, repeat: 5 })
        if (gate !== (passed / 200 >= 0.75 ? 'open' : 'closed')) otherwise += 1
      }
      expect(otherwise / 250).toBeLessThanOrEqual(0.05)
    }
  })

  it('is certain when the rest can change nothing', () => {
    expect(decide('pass-rate<1', results(9, 10), { total: 10 })).toMatchObject({ gate: 'closed', risk: 0 })
    expect(decide('pass-rate<0.5', results(4, 4), { total: 4 })).toMatchObject({ gate: 'open', risk: 0, after: 2 })
    expect(decide('pass-rate<0', results(0, 10), { total: 10 })).toMatchObject({ gate: 'open', risk: 0, after: 1 })
    expect(decide('pass-rate-low<1', results(10, 10), { total: 10 })).toMatchObject({ gate: 'closed', after: 1 })
  })

  it('is not left to the bets before ten results are there', () => {
    const { after } = decide('pass-rate<0.9', results(0, 200), { total: 200 })
    expect(after).toBe(10)
    expect(decide('pass-rate<0.9', results(0, 20), { total: 20 })).toMatchObject({ risk: 0, after: 3 })
  })

  it('is held against its limit as the gate does it', () => {
    // 0.7 of 10 is 7 in spite of the last bit.
    expect(decide('pass-rate<0.7', results(7, 10), { total: 10, risk: 1e-9 })).toMatchObject({ gate: 'open' })
    // The lower end of 183 of 200 is 86.8 %, of 182 of 200 86.2 %.
    expect(decide('pass-rate-low<0.865', results(183, 200), { total: 200, risk: 1e-9 }).gate).toBe('open')
    expect(decide('pass-rate-low<0.865', results(182, 200), { total: 200, risk: 1e-9 }).gate).toBe('closed')
  })

  it('is none where more than the number of passes decides', () => {
    const whole = { total: 10, unit: 1, repeat: 1, risk: 0.04 }
    for (const rule of ['exact_match<0.7', 'exact_match>0.7', 'failed', 'recall<0.9']) {
      expect(shareRule(rule, whole)).toBeUndefined()
    }
    expect(shareRule('pass-rate-low<0.7', { ...whole, repeat: 2 })).toBeUndefined()
  })
})
