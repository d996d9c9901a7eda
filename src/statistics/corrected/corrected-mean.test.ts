import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import { createRandom } from '../random.ts'
import { correctedMean } from './corrected-mean.ts'

describe('a mean corrected by labels', () => {
  it.each([
    ['a good judge', vectors.ppi],
    ['a weak judge', vectors.ppi_weak_judge],
  ])('is that of the reference, with %s', (_which, { Y, F, F_unlabeled, ppi_pp, classical, effective_n_gain }) => {
    const labelled = Y.map((label, index) => ({ label, judged: F[index] ?? 0 }))
    const corrected = correctedMean({ labelled, unlabelled: F_unlabeled.map((judged) => ({ judged })) })
    expect(corrected).toMatchObject({
      weight: expect.closeTo(ppi_pp.lam, 9),
      standardError: expect.closeTo(ppi_pp.se, 9),
      effectiveLabels: expect.closeTo(20 * effective_n_gain, 6),
      estimate: {
        value: expect.closeTo(ppi_pp.theta, 9),
        low: expect.closeTo(ppi_pp.ci95[0] ?? 0, 9),
        high: expect.closeTo(ppi_pp.ci95[1] ?? 0, 9),
        n: 20,
        method: 'ppi++',
      },
      labelsAlone: {
        value: expect.closeTo(classical.theta, 9),
        low: expect.closeTo(classical.ci95[0] ?? 0, 9),
        high: expect.closeTo(classical.ci95[1] ?? 0, 9),
      },
    })
  })

  it('is that of the labels where the judge guesses, and not where its verdicts are biased but worth something', () => {
    const guessing = samples((label, random) => (random() < 0.5 ? label : random() < 0.9 ? 1 : 0))
    const random = samples((_label, draw) => (draw() < 0.5 ? 1 : 0))
    expect(random.weight).toBeLessThan(0.1)
    expect(guessing.weight).toBeGreaterThan(0.2)
    // One in four of what is wrong passes, and the judge's own rate is far from what people say.
    const lenient = samples((label, draw) => (label === 1 || draw() < 0.6 ? 1 : 0))
    expect(lenient.judgeCovers).toBe(0)
    expect([random, guessing, lenient].map(({ covers }) => covers > 0.92 && covers < 0.985)).toEqual([true, true, true])
    expect(lenient.effective).toBeGreaterThan(130)
  })

  it('gives a judge that says the opposite no weight', () => {
    const labelled = [1, 1, 0, 1, 0, 1, 1, 0].map((label) => ({ label, judged: 1 - label }))
    const unlabelled = [0, 0, 1, 0, 0].map((judged) => ({ judged }))
    expect(correctedMean({ labelled, unlabelled })).toMatchObject({ weight: 0, effectiveLabels: 8 })
  })

  it('is not sure of itself where the judge was right each time', () => {
    const labelled = Array.from({ length: 20 }, () => ({ label: 1, judged: 1 }))
    const unlabelled = Array.from({ length: 200 }, () => ({ judged: 1 }))
    const { estimate } = correctedMean({ labelled, unlabelled }, { bounds: [0, 1] }) ?? {}
    expect(estimate?.low).toBeLessThan(0.9)
  })

  it('takes copies of a case for one case', () => {
    const rows = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1].map((label, index) => ({
      label,
      judged: index % 4 === 0 ? 1 - label : label,
    }))
    const others = [1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1].map((judged) => ({ judged }))
    const copied = {
      labelled: rows.flatMap((row, cluster) => [row, row, row].map((one) => ({ ...one, cluster }))),
      unlabelled: others.flatMap((row, index) => [row, row, row].map((one) => ({ ...one, cluster: 100 + index }))),
    }
    const [once, thrice] = [correctedMean({ labelled: rows, unlabelled: others }), correctedMean(copied)]
    expect(thrice?.standardError).toBeCloseTo(once?.standardError ?? 0, 12)
    expect(thrice?.estimate.value).toBeCloseTo(once?.estimate.value ?? 0, 12)
  })

  it('corrects differences of two runs', () => {
    const labelled = [1, 0, 0, -1, 0, 1, 0, 0, 1, 0].map((label) => ({ label, judged: label }))
    const unlabelled = Array.from({ length: 40 }, (_, index) => ({ judged: index % 5 === 0 ? 1 : 0 }))
    const corrected = correctedMean({ labelled, unlabelled }, { bounds: [-1, 1], differences: true })
    expect(corrected?.estimate).toMatchObject({ value: expect.closeTo(0.2, 6), method: 'ppi++-t' })
  })

  it('is none for fewer than two labels, and that of the labels where all have one', () => {
    expect(correctedMean({ labelled: [{ label: 1, judged: 1 }], unlabelled: [{ judged: 0 }] })).toBeNull()
    const all = correctedMean({ labelled: [0, 1, 1].map((label) => ({ label, judged: 1 })), unlabelled: [] })
    expect(all).toMatchObject({ weight: 0, judgeAlone: 1, estimate: { value: 2 / 3 } })
  })
})

/** Of 500 runs with 1,000 results, of which 100 have labels and 80 % are right. */
function samples(judge: (label: number, random: () => number) => number) {
  const random = createRandom(11)
  const drawn = Array.from({ length: 500 }, () => {
    const rows = Array.from({ length: 1000 }, () => {
      const label = random() < 0.8 ? 1 : 0
      return { label, judged: judge(label, random) }
    })
    const corrected = correctedMean({ labelled: rows.slice(0, 100), unlabelled: rows.slice(100) }, { bounds: [0, 1] })
    if (corrected === null) throw new Error('there are labels')
    return corrected
  })
  const share = (holds: (one: (typeof drawn)[number]) => boolean) => drawn.filter(holds).length / drawn.length
  const mean = (of: (one: (typeof drawn)[number]) => number) =>
    drawn.reduce((sum, one) => sum + of(one), 0) / drawn.length
  return {
    covers: share(({ estimate: { low, high } }) => low <= 0.8 && 0.8 <= high),
    judgeCovers: share(({ judgeAlone }) => Math.abs(judgeAlone - 0.8) < 0.025),
    weight: mean(({ weight }) => weight),
    effective: mean(({ effectiveLabels }) => effectiveLabels),
  }
}
