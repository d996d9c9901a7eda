import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import type { Calibration } from '../review-measures.ts'
import { calibrationOf } from './calibration.ts'
import type { ConfidencePoint } from './confidence-bins.ts'
import { createRandom } from '../random.ts'

const golden = vectors.calibration
const points = golden.conf.map((confidence, index): ConfidencePoint => ({ confidence, right: golden.y[index] === 1 }))

describe('calibration', () => {
  it('agrees with the reference in every number', () => {
    const found = calibrationOf(points, { seed: 1, bins: 5, equalMassBins: 5 })
    expect(found.bins.map(({ n, meanConfidence, accuracy }) => [n, meanConfidence, accuracy.value])).toEqual(
      golden.bins_equal_width_5.map((bin) => bin.map((value): unknown => expect.closeTo(value, 9))),
    )
    expect(valueOf(found.ece)).toBeCloseTo(golden.ece_equal_width_5, 9)
    expect(found.mce).toBeCloseTo(golden.mce_equal_width_5, 9)
    expect(valueOf(found.equalMass.ece)).toBeCloseTo(golden.ece_equal_mass_5, 9)
    expect(found.equalMass.unweightedEce).toBeCloseTo(golden.ace_5, 9)
    expect(found.equalMass.debiasedSquare).toBeCloseTo(golden.debiased_l2sq_equal_mass_5, 9)
    expect(found.equalMass.debiased).toBe(0)
    expect(valueOf(found.brier)).toBeCloseTo(golden.brier, 9)
    expect(found.brierParts).toEqual({
      reliability: expect.closeTo(golden.reliability, 9),
      resolution: expect.closeTo(golden.resolution, 9),
      uncertainty: expect.closeTo(golden.uncertainty, 9),
      withinBinVariance: expect.closeTo(golden.within_bin_variance, 9),
      withinBinCovariance: expect.closeTo(golden.within_bin_covariance, 9),
    })
    expect(found.brierSkill).toBeCloseTo(golden.brier_skill, 9)
    expect(valueOf(found.logLoss)).toBeCloseTo(golden.log_loss, 9)
    expect(valueOf(found.auroc)).toBeCloseTo(golden.auroc, 9)
    expect(valueOf(calibrationOf(points, { seed: 1 }).ece)).toBeCloseTo(golden.ece_equal_width_10, 9)
  })

  it("puts the parts of Brier's score together again, whatever the bins", () => {
    const some = draw(200, { seed: 3, truth: (confidence) => confidence ** 2 })
    for (const equalMassBins of [1, 3, 7, 50]) {
      const { brier, brierParts: parts } = calibrationOf(some, { seed: 1, equalMassBins, resamples: 10 })
      const whole =
        (parts?.reliability ?? 0) -
        (parts?.resolution ?? 0) +
        (parts?.uncertainty ?? 0) +
        (parts?.withinBinVariance ?? 0) -
        (parts?.withinBinCovariance ?? 0)
      expect(whole).toBeCloseTo(valueOf(brier), 12)
    }
  })

  it('does not depend on the order of the points, intervals included', () => {
    const some = draw(60, { seed: 4, truth: (confidence) => confidence }).map(({ confidence, right }, index) => ({
      confidence: Math.round(confidence * 20) / 20,
      right,
      cluster: `case ${index % 25}`,
    }))
    const alone = some.map(({ confidence, right }) => ({ confidence, right }))
    for (const one of [some, alone]) {
      expect(calibrationOf(one.toReversed(), { seed: 9 })).toEqual(calibrationOf(one, { seed: 9 }))
    }
    expect(calibrationOf(some, { seed: 10 }).ece).not.toEqual(calibrationOf(some, { seed: 9 }).ece)
  })

  it('puts an edge into the bin above, 1 into the last, and keeps ties in one bin', () => {
    const edges = [0, 0.1, 0.3, 0.57, 0.6, 0.7999999999999999, 0.8, 1]
    const { bins } = calibrationOf(
      edges.map((confidence) => ({ confidence, right: true })),
      { seed: 1 },
    )
    expect(bins.map(({ bin, n }) => [bin, n])).toEqual([
      [0, 1],
      [1, 1],
      [3, 1],
      [5, 1],
      [6, 1],
      [7, 1],
      [8, 1],
      [9, 1],
    ])
    const tied = [0.9, 0.9, 0.9, 0.9, 0.9, 0.2, 0.9, 0.9].map((confidence, index) => ({ confidence, right: index > 2 }))
    expect(calibrationOf(tied, { seed: 1, equalMassBins: 4 }).equalMass.bins).toBe(2)
  })

  it('says why where there is nothing to say', () => {
    const nothing = calibrationOf([], { seed: 1 })
    expect(nothing).toMatchObject({
      n: 0,
      bins: [],
      mce: null,
      unweightedEce: null,
      brierParts: null,
      brierSkill: null,
    })
    expect([nothing.ece, nothing.brier, nothing.logLoss, nothing.auroc].map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'undefined'),
    )
    const sure = calibrationOf([...points, { confidence: 1, right: false }], { seed: 1 })
    expect(sure.logLoss).toMatchObject({ status: 'undefined', reason: { values: { count: 1 } } })
    expect(() => calibrationOf([{ confidence: 1.2, right: true }], { seed: 1 })).toThrow('A confidence lies in [0, 1]')
  })

  it('takes chance out of the error only where a bin has more than one point', () => {
    const each = calibrationOf(points, { seed: 1, equalMassBins: 20 })
    expect(each.equalMass).toMatchObject({ bins: 20, debiasedSquare: null, debiased: null })
    const some = draw(200, { seed: 2, truth: (confidence) => confidence - 0.3 })
    expect(calibrationOf(some, { seed: 1 }).equalMass.debiased).toBeCloseTo(0.3, 1)
  })

  it('never has an interval of no width, at three of three as little as at twenty of twenty', () => {
    for (const n of [1, 3, 20]) {
      const { ece, brier } = calibrationOf(
        Array.from({ length: n }, () => ({ confidence: 1, right: true })),
        { seed: 1 },
      )
      expect(ece).toMatchObject({ value: 0, low: 0, method: 'wilson-shifted' })
      for (const one of [ece, brier]) expect(one.status === 'measured' ? one.high : 0).toBeGreaterThan(0.1)
    }
  })

  it('has an interval for the error that holds the true one about as often as it says', () => {
    const shares = [
      { truth: (confidence: number) => confidence, error: 0 },
      { truth: (confidence: number) => Math.max(0, confidence - 0.2), error: 0.2 },
    ].map(({ truth, error }) => {
      const covered = Array.from({ length: 200 }, (_, trial) => {
        const { ece } = calibrationOf(draw(100, { seed: trial, truth }), { seed: 1, resamples: 200 })
        return ece.status === 'measured' && ece.low <= error && error <= ece.high
      })
      return covered.filter(Boolean).length / covered.length
    })
    for (const share of shares) expect(share).toBeGreaterThan(0.9)
  })

  it('is as unsure of repeats as of the cases behind them', () => {
    const cases = draw(200, { seed: 8, truth: (confidence) => (confidence > 0.7 ? confidence - 0.3 : confidence) }).map(
      (point, index) => ({
        ...point,
        cluster: `case ${index}`,
      }),
    )
    const once = calibrationOf(cases, { seed: 1 })
    const repeated = calibrationOf(
      cases.flatMap((point) => [point, point, point, point]),
      { seed: 1 },
    )
    expect(valueOf(repeated.ece)).toBeCloseTo(valueOf(once.ece), 12)
    for (const name of ['ece', 'brier', 'logLoss', 'auroc'] as const) {
      expect(widthOf(repeated[name]) / widthOf(once[name])).toBeGreaterThan(0.9)
      expect(widthOf(repeated[name]) / widthOf(once[name])).toBeLessThan(1.1)
    }
    expect(endsOf(repeated)).toEqual(endsOf(once).map((end): unknown => expect.closeTo(end, 2)))
    for (const [bin, width] of consistentWidths(repeated).entries()) {
      expect(width).toBeCloseTo(consistentWidths(once)[bin] ?? 0, 1)
    }
  })

  it('shows where accuracies would lie if every confidence were true', () => {
    const honest = draw(500, { seed: 6, truth: (confidence) => confidence })
    const boastful = draw(500, { seed: 6, truth: (confidence) => confidence / 2 })
    expect(binsOutside(honest)).toBeLessThanOrEqual(1)
    expect(binsOutside(boastful)).toBeGreaterThanOrEqual(4)
  })
})

/** Confidences mostly high, right as often as `truth` says. */
function draw(n: number, options: { seed: number; truth: (confidence: number) => number }): ConfidencePoint[] {
  const random = createRandom(options.seed)
  return Array.from({ length: n }, () => {
    const confidence = 0.25 + 0.75 * Math.sqrt(random())
    return { confidence, right: random() < options.truth(confidence) }
  })
}

function endsOf({ ece }: Calibration): readonly number[] {
  return ece.status === 'measured' ? [ece.low, ece.high] : []
}

function consistentWidths({ bins }: Calibration): readonly number[] {
  return bins.map(({ consistent: { low, high } }) => high - low)
}

function binsOutside(some: readonly ConfidencePoint[]): number {
  const { bins } = calibrationOf(some, { seed: 1 })
  return bins.filter(({ accuracy, consistent: { low, high } }) => accuracy.value < low || accuracy.value > high).length
}

function valueOf(measurement: Calibration['ece']): number {
  return measurement.status === 'measured' ? measurement.value : Number.NaN
}

function widthOf(measurement: Calibration['ece']): number {
  return measurement.status === 'measured' ? measurement.high - measurement.low : Number.NaN
}
