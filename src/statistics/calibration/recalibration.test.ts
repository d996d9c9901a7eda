import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import type { ConfidencePoint } from './confidence-bins.ts'
import { createRandom } from '../random.ts'
import { fitIsotonic, fitPlatt, fitTemperature, recalibrate, recommendedRecalibration } from './recalibration.ts'

const golden = vectors.calibration
const points = golden.conf.map((confidence, index): ConfidencePoint => ({ confidence, right: golden.y[index] === 1 }))

describe('recalibration', () => {
  it('finds the temperature of the reference, and no other is better', () => {
    const map = fitTemperature(points)
    expect(map.temperature).toBeCloseTo(golden.temperature, 6)
    expect(lossOf(map)).toBeCloseTo(golden.nll_at_T, 9)
    for (const factor of [0.99, 1.01]) {
      expect(lossOf({ ...map, temperature: map.temperature * factor })).toBeGreaterThan(lossOf(map))
    }
  })

  it("finds Platt's line of the reference, with targets smoothed and as they are", () => {
    const [slope, intercept] = golden.platt_smoothed_ab
    expect(fitPlatt(points)).toEqual({
      method: 'platt',
      slope: expect.closeTo(slope ?? 0, 5),
      intercept: expect.closeTo(intercept ?? 0, 5),
      smoothed: true,
    })
    const [likelySlope, likelyIntercept] = golden.platt_mle_ab
    expect(fitPlatt(points, { smoothed: false })).toMatchObject({
      slope: expect.closeTo(likelySlope ?? 0, 5),
      intercept: expect.closeTo(likelyIntercept ?? 0, 5),
    })
  })

  it('finds the isotonic values of the reference, which never fall', () => {
    const map = fitIsotonic(points)
    expect(points.map(({ confidence }) => recalibrate(map, confidence))).toEqual(
      golden.isotonic.map((value): unknown => expect.closeTo(value, 9)),
    )
    const values = Array.from({ length: 101 }, (_, index) => recalibrate(map, index / 100))
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    expect(fitIsotonic(points.toReversed())).toEqual(map)
  })

  it('keeps confidences in order and between 0 and 1, and refuses what is none', () => {
    const random = createRandom(4)
    const some = Array.from({ length: 300 }, () => {
      const confidence = Math.round(random() * 20) / 20
      return { confidence, right: random() < 0.3 + confidence / 2 }
    })
    for (const map of [fitTemperature(some), fitPlatt(some), fitIsotonic(some)]) {
      if (map === null) throw new Error('smoothed targets have a solution')
      const values = Array.from({ length: 51 }, (_, index) => recalibrate(map, index / 50))
      expect(values).toEqual(values.toSorted((one, other) => one - other))
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...values)).toBeLessThanOrEqual(1)
      expect(() => recalibrate(map, 1.5)).toThrow('A confidence lies in [0, 1], got 1.5')
    }
  })

  it('stays finite where all are right, all are sure, or a threshold tells them apart', () => {
    const allRight = points.map((point) => ({ ...point, right: true }))
    const apart = points.map(({ confidence }) => ({ confidence, right: confidence > 0.5 }))
    const sure = points.map((point) => ({ ...point, confidence: 1 }))
    for (const extreme of [allRight, apart, sure]) {
      const { temperature } = fitTemperature(extreme)
      expect(temperature >= 0.0099 && temperature <= 100.1).toBe(true)
      const map = fitPlatt(extreme)
      expect([map?.slope, map?.intercept].every(Number.isFinite)).toBe(true)
      expect(recalibrate(fitIsotonic(extreme), 0.7)).toBeGreaterThanOrEqual(0)
    }
    expect(fitPlatt(apart, { smoothed: false })).toBeNull()
    expect(fitPlatt(allRight, { smoothed: false })).toBeNull()
    expect(() => fitTemperature([])).toThrow('Nothing can be fitted to no points')
  })

  it('takes more labels for more parameters', () => {
    expect([20, 199, 200, 1000, 1001].map(recommendedRecalibration)).toEqual([
      'temperature',
      'temperature',
      'platt',
      'platt',
      'isotonic',
    ])
  })
})

function lossOf(map: Parameters<typeof recalibrate>[0]): number {
  const losses = points.map(({ confidence, right }) => {
    const p = recalibrate(map, confidence)
    return -Math.log(right ? p : 1 - p)
  })
  return losses.reduce((sum, loss) => sum + loss) / losses.length
}
