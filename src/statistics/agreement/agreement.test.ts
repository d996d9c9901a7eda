import { describe, expect, it } from 'vitest'
import { agreementOf, gwetAc1, rawAgreement, weightedKappa } from './agreement.ts'
import { wilsonInterval } from '../proportion.ts'
import { cohenKappa, kappaInfluence } from './cohen-kappa.ts'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }

const { agreement: ordinary, agreement_prevalence_paradox: paradox } = vectors

describe('agreement of two raters', () => {
  it.each([
    ['of three classes', ordinary],
    ['of which nearly all is in one class', paradox],
  ])('has the kappa, its standard error and the AC1 of the reference, %s', (_which, vector) => {
    const kappa = cohenKappa(vector.matrix)
    expect(rawAgreement(vector.matrix)).toMatchObject({ value: vector.po, method: 'wilson' })
    expect(kappa).toMatchObject({ value: expect.closeTo(vector.kappa, 9), method: 'jeffreys-dirichlet' })
    expect(errorByInfluence(vector.matrix)).toBeCloseTo(vector.kappa_se, 9)
    expect(gwetAc1(vector.matrix)).toMatchObject({
      value: expect.closeTo(vector.gwet_ac1, 9),
      method: 'jeffreys-dirichlet',
    })
  })

  it('weighs how far scores are apart', () => {
    const pairs = ordinary.a.map((first, index) => [first, ordinary.b[index] ?? 0] as const)
    expect(weightedKappa(pairs)).toMatchObject({ value: expect.closeTo(ordinary.kappa_quadratic, 9), n: 20 })
  })

  it('has for AC1, of many answers, the interval that follows from its slope in each cell', () => {
    for (const matrix of [ordinary.matrix, paradox.matrix]) {
      const many = matrix.map((row) => row.map((count) => count * 100_000))
      expect(errorOf(gwetAc1(many)) / errorBySlopes((one) => gwetAc1(one, { draws: 1 }), many)).toBeCloseTo(1, 1)
    }
  })

  it('tells of no weighted kappa of few pairs how it varies, and is not sure of itself where all agree', () => {
    const scores = [0, 0.25, 0.5, 0.75, 1]
    expect(
      weightedKappa([
        [0.2, 0.3],
        [0.8, 0.7],
      ]),
    ).toMatchObject({
      status: 'undefined',
      reason: { text: 'fewer than {count} cases were scored by both', values: { count: 5 } },
    })
    expect(weightedKappa(scores.map((score) => [score, score] as const))).toMatchObject({
      value: 1,
      low: expect.toSatisfy((low: number) => low < 0.2),
      high: 1,
    })
    expect(weightedKappa(scores.map((score) => [score >= 1 ? 1 : 0, score >= 1 ? 0.5 : 0] as const))).toMatchObject({
      status: 'undefined',
      reason: { text: 'all but one of the scores of one side are the same' },
    })
  })

  it('survives verdicts that are all the same, of cases with several results', () => {
    const same = { first: { passed: true, value: 1 }, second: { passed: true, value: 1 }, cluster: 'case' }
    for (const count of [1, 3]) {
      const { raw, kappa, ac1, weightedKappa: ofScores } = agreementOf(Array.from({ length: count }, () => same))
      expect([raw, kappa, ac1, ofScores].map(({ status }) => status)).toEqual([
        'measured',
        'undefined',
        'measured',
        'undefined',
      ])
      expect(ac1).toMatchObject({ value: 1, low: expect.toSatisfy((low: number) => low < 0.3), high: 1 })
    }
  })

  it('is not sure of itself after twenty of twenty', () => {
    const matrix = [
      [10, 0],
      [0, 10],
    ]
    expect(cohenKappa(matrix)).toMatchObject({ value: 1, low: expect.closeTo(0.67, 2), high: 1 })
    expect(gwetAc1(matrix)).toMatchObject({ value: 1, low: expect.closeTo(0.68, 2), high: 1 })
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

  it('takes what was said of one case several times for one answer', () => {
    const once = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1].map((passed, index) => ({
      first: { passed: passed === 1, value: passed },
      second: { passed: index < 12 ? passed === 1 : passed === 0, value: index < 12 ? passed : 1 - passed },
      cluster: `case ${index}`,
    }))
    const copied = Array.from({ length: 10 }, () => once).flat()
    const [alone, together] = [agreementOf(once), agreementOf(copied)]
    expect(alone).not.toHaveProperty('cases')
    expect(together).toMatchObject({ verdicts: 150, cases: 15 })
    for (const number of ['raw', 'kappa', 'ac1', 'weightedKappa', 'meanShift'] as const) {
      const [narrow, wide] = [widthOf(alone[number]), widthOf(together[number])]
      expect([number, wide > 0.9 * narrow && wide < 1.1 * narrow]).toEqual([number, true])
    }
  })

  it('takes repeats on which all agree for as many answers as there are cases', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => {
      const rating = { passed: index % 10 < 5 }
      return { first: rating, second: rating, cluster: `case ${index % 10}` }
    })
    const { low, high } = wilsonInterval(10, 10)
    expect(agreementOf(pairs).raw).toMatchObject({ value: 1, low, high, n: 100 })
    expect(widthOf(agreementOf(pairs).kappa)).toBeGreaterThan(0.3)
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

/** The standard error of Fleiss, Cohen & Everitt, which is that of the mean of what each answer moves. */
function errorByInfluence(matrix: readonly (readonly number[])[]): number {
  const influence = kappaInfluence(matrix)
  const n = matrix.flat().reduce((total, count) => total + count, 0)
  const squares = matrix.flatMap((row, i) => row.map((count, j) => count * influence(i, j) ** 2))
  return Math.sqrt(squares.reduce((total, square) => total + square, 0)) / n
}

type Measured = ReturnType<typeof cohenKappa>

function valueOf(measurement: Measured): number {
  if (measurement.status === 'undefined') throw new Error(measurement.reason.text)
  return measurement.value
}

function widthOf(measurement: Measured): number {
  return measurement.status === 'undefined' ? Number.NaN : measurement.high - measurement.low
}

function errorOf(measurement: Measured): number {
  if (measurement.status === 'undefined') throw new Error(measurement.reason.text)
  return (measurement.value - measurement.low) / 1.959963984540054
}

/** The delta method for counts that are drawn together, with slopes by small steps instead of a formula. */
function errorBySlopes(statistic: typeof gwetAc1, matrix: readonly (readonly number[])[]): number {
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
