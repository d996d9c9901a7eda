import { describe, expect, it } from 'vitest'
import { simulateCell } from './certify.ts'

describe('certified thresholds on simulated reviewers', () => {
  it('break their promise no more often than it allows, where a choice by eye does half of the time', () => {
    const calibrations = 400
    const { tallies } = simulateCell({ size: 500, prevalence: 0.2, calibrations, seed: 11 })
    const limit = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / calibrations)
    const broken = Object.fromEntries(tallies.map((tracker) => [tracker.name, tracker.broken / calibrations]))
    expect(broken['miss-rate, chosen by eye']).toBeGreaterThan(0.4)
    expect(broken['bad-among-approved, chosen by eye']).toBeGreaterThan(0.4)
    for (const name of certified) expect(broken[name]).toBeLessThanOrEqual(limit)
  })

  it('are refused where there are too few violations to tell', () => {
    const { tallies } = simulateCell({ size: 100, prevalence: 0.05, calibrations: 100, seed: 3 })
    const refused = Object.fromEntries(tallies.map((tracker) => [tracker.name, tracker.refused]))
    expect(refused['miss-rate, clopper-pearson']).toBe(100)
    expect(refused['miss-rate, chosen by eye']).toBe(0)
  })
})

const certified = [
  'miss-rate, clopper-pearson',
  'bad-among-approved, fixed-sequence',
  'bad-among-approved, sgr',
  'bad-and-approved, binomial',
]
