import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import { riskCoverage } from './risk-coverage.ts'

const golden = vectors.risk_coverage
const points = golden.confidence.map((confidence, index) => ({ confidence, right: golden.error[index] === 0 }))

describe('risk against coverage', () => {
  it('agrees with the reference', () => {
    const found = riskCoverage(points, { risks: [0.1] })
    expect(found).toMatchObject({
      n: 20,
      errors: 6,
      overallRisk: golden.overall_risk,
      aurc: expect.closeTo(golden.aurc, 9),
      optimalAurc: expect.closeTo(golden.aurc_optimal, 9),
      excessAurc: expect.closeTo(golden.e_aurc, 9),
      augrc: expect.closeTo(golden.augrc, 9),
      coverageAtRisk: [{ risk: 0.1, coverage: golden.coverage_at_risk_10, threshold: 0.81 }],
    })
    for (const { coverage, risk } of found?.curve ?? []) {
      expect(risk).toBeCloseTo(golden.curve_risk_at_top_i[Math.round(coverage * 20) - 1] ?? Number.NaN, 9)
    }
  })

  it('does not depend on the order of the points, ties included', () => {
    const tied = points.map(({ confidence, right }) => ({ confidence: Math.round(confidence * 5) / 5, right }))
    expect(riskCoverage(tied.toReversed())).toEqual(riskCoverage(tied))
  })

  it('takes the mean over all orders of ties', () => {
    const half = riskCoverage([
      { confidence: 0.9, right: true },
      { confidence: 0.9, right: false },
    ])
    expect(half).toMatchObject({ aurc: 0.5, augrc: (0.25 + 0.5) / 2 })
    expect(half?.curve).toEqual([{ threshold: 0.9, coverage: 1, risk: 0.5 }])
  })

  it('has no excess when every error comes last, and no coverage where no threshold is good enough', () => {
    const best = riskCoverage(points.map((point, index) => ({ ...point, confidence: point.right ? 0.9 : index / 100 })))
    expect(best?.excessAurc).toBeCloseTo(0, 12)
    const worst = riskCoverage([{ confidence: 0.9, right: false }], { risks: [0.5] })
    expect(worst?.coverageAtRisk).toEqual([{ risk: 0.5, coverage: 0, threshold: null }])
  })

  it('keeps the curve short, with both of its ends', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ confidence: index / 5000, right: index % 3 > 0 }))
    const curve = riskCoverage(many)?.curve ?? []
    expect(curve).toHaveLength(200)
    expect([curve[0]?.threshold, curve.at(-1)?.coverage]).toEqual([4999 / 5000, 1])
  })

  it('is null without points', () => {
    expect(riskCoverage([])).toBeNull()
  })
})
