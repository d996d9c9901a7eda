import { describe, expect, it } from 'vitest'
import { agreementOf, cohenKappa, gwetAc1, rawAgreement, weightedKappa } from './agreement.ts'
import vectors from '../../test/fixtures/statistics.json' with { type: 'json' }

const { agreement: ordinary, agreement_prevalence_paradox: paradox } = vectors

describe('agreement of two raters', () => {
  it.each([
    ['of three classes', ordinary],
    ['of which nearly all is in one class', paradox],
  ])('has the kappa, its standard error and the AC1 of the reference, %s', (_which, vector) => {
    const kappa = cohenKappa(vector.matrix)
    expect(rawAgreement(vector.matrix)).toMatchObject({ value: vector.po, method: 'wilson' })
    expect(kappa).toMatchObject({ value: expect.closeTo(vector.kappa, 9), method: 'fleiss-cohen-everitt' })
    expect(errorOf(kappa)).toBeCloseTo(vector.kappa_se, 9)
    expect(gwetAc1(vector.matrix)).toMatchObject({ value: expect.closeTo(vector.gwet_ac1, 9), method: 'gwet' })
  })

  it('weighs how far scores are apart', () => {
    const pairs = ordinary.a.map((first, index) => [first, ordinary.b[index] ?? 0] as const)
    expect(weightedKappa(pairs)).toMatchObject({ value: expect.closeTo(ordinary.kappa_quadratic, 9), n: 20 })
  })

  it.each([
    ['kappa', cohenKappa],
    ['AC1', gwetAc1],
  ])('has for %s the standard error that follows from its slope in each cell', (_name, statistic) => {
    for (const matrix of [ordinary.matrix, paradox.matrix]) {
      expect(errorOf(statistic(matrix))).toBeCloseTo(errorBySlopes(statistic, matrix), 6)
    }
  })

  it('is not sure of itself after twenty of twenty', () => {
    const matrix = [
      [10, 0],
      [0, 10],
    ]
    expect(cohenKappa(matrix)).toMatchObject({ value: 1, low: expect.closeTo(0.6777, 3), high: 1, method: 'wilson' })
    expect(gwetAc1(matrix)).toMatchObject({ value: 1, low: expect.closeTo(0.6777, 3), high: 1 })
  })

  it.each([
    ['people', [0, 0], [2, 8]],
    ['the judge', [0, 2], [0, 8]],
    ['both', [0, 0], [0, 8]],
  ])('has no kappa where %s gave one verdict only, while AC1 can be told', (_who, ...matrix) => {
    expect(cohenKappa(matrix)).toEqual({
      status: 'undefined',
      reason: { text: 'one side gave one verdict only, and chance alone explains any agreement' },
    })
    expect(gwetAc1(matrix)).toMatchObject({ status: 'measured' })
  })

  it('is undefined without anything to compare', () => {
    const nothing = { status: 'undefined', reason: { text: 'nothing has a verdict of both' } }
    const { raw, kappa, ac1 } = agreementOf([])
    expect([raw, kappa, ac1]).toEqual([nothing, nothing, nothing])
  })

  it('compares verdicts and scores each where both gave them', () => {
    const agreement = agreementOf([
      { first: { passed: true, value: 0.9 }, second: { passed: true, value: 0.7 } },
      { first: { passed: false, value: 0.2 }, second: { passed: true } },
      { first: { passed: false }, second: { passed: false, value: 0.1 } },
      { first: { value: 0.5 }, second: { value: 0.6 } },
    ])
    expect(agreement).toMatchObject({
      verdicts: 3,
      matrix: [
        [1, 1],
        [0, 1],
      ],
      raw: { value: 2 / 3, n: 3 },
      scores: 2,
      meanShift: { value: expect.closeTo(-0.05, 9), n: 2, method: 't' },
    })
  })

  it('says so where nobody scored, or all scored the same', () => {
    const { weightedKappa: none, meanShift } = agreementOf([{ first: { passed: true }, second: { passed: true } }])
    expect([none, meanShift].map((one) => one.status)).toEqual(['undefined', 'undefined'])
    expect(
      weightedKappa([
        [0.5, 0.5],
        [0.5, 0.5],
      ]),
    ).toMatchObject({ reason: { text: 'one side gave one score only' } })
    expect(
      weightedKappa([
        [0.5, 1],
        [0.5, 0.75],
      ]),
    ).toMatchObject({ status: 'undefined' })
  })
})

type Measured = ReturnType<typeof cohenKappa>

function valueOf(measurement: Measured): number {
  if (measurement.status === 'undefined') throw new Error(measurement.reason.text)
  return measurement.value
}

function errorOf(measurement: Measured): number {
  if (measurement.status === 'undefined') throw new Error(measurement.reason.text)
  return (measurement.value - measurement.low) / 1.959963984540054
}

/** The delta method for counts that are drawn together, with slopes by small steps instead of a formula. */
function errorBySlopes(statistic: typeof cohenKappa, matrix: readonly (readonly number[])[]): number {
  const n = matrix.flat().reduce((total, count) => total + count, 0)
  const step = 1e-4
  const cells = matrix.flatMap((row, i) => row.map((count, j) => ({ i, j, share: count / n })))
  const slopes = cells.map(({ i, j, share }) => {
    const at = (change: number) =>
      valueOf(statistic(matrix.map((row, r) => row.map((count, c) => (r === i && c === j ? count + change : count)))))
    return { share, slope: (n * (at(step) - at(-step))) / (2 * step) }
  })
  const mean = slopes.reduce((total, { share, slope }) => total + share * slope, 0)
  return Math.sqrt(slopes.reduce((total, { share, slope }) => total + share * (slope - mean) ** 2, 0) / n)
}
