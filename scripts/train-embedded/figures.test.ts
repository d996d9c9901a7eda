import { expect, it } from 'vitest'
import { chooseBand } from './choose-band.ts'
import { type Judged, auroc, balancedAccuracy, kappa, withInterval } from './figures.ts'

const judged = (label: 0 | 1, verdict: 0 | 1, score: number, count: number): readonly Judged[] =>
  Array.from({ length: count }, (_, index) => ({ label, verdict, score, cluster: `${label}${verdict}${index}` }))

// Cohen's example form: 45 and 25 agree, 15 + 15 do not.
const table = [...judged(1, 1, 0.9, 45), ...judged(0, 0, 0.1, 25), ...judged(1, 0, 0.2, 15), ...judged(0, 1, 0.8, 15)]

it('computes kappa, balanced accuracy and AUROC', () => {
  // By hand: observed .70, by chance .6 × .6 + .4 × .4 = .52.
  expect(kappa(table)).toBeCloseTo((0.7 - 0.52) / 0.48, 10)
  expect(balancedAccuracy(table)).toBeCloseTo((45 / 60 + 25 / 40) / 2, 10)
  expect(auroc([...judged(1, 1, 0.9, 1), ...judged(0, 0, 0.1, 1), ...judged(0, 0, 0.9, 1)])).toBe(0.75)
})

it('gives an interval around the value, the same for the same seed', () => {
  const first = withInterval(table, kappa, { seed: 3 })
  expect(first.low).toBeLessThan(first.value)
  expect(first.high).toBeGreaterThan(first.value)
  expect(withInterval(table, kappa, { seed: 3 })).toEqual(first)
})

it('chooses the band outside of which verdicts are good enough', () => {
  const scored = Array.from({ length: 2000 }, (_, index) => {
    const score = (index + 0.5) / 2000
    // Wrong half the time between 0.3 and 0.6, right elsewhere.
    const right = score < 0.3 || score > 0.6 || index % 2 === 0
    return { score, label: score > 0.5 === right ? (1 as const) : (0 as const) }
  })
  const { low, high } = chooseBand(scored, 0.1)
  expect(low).toBeCloseTo(0.32, 1)
  expect(high).toBeCloseTo(0.58, 1)
})
