import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import type { Approval } from '../review-measures.ts'
import { toEnglish } from '../../core/index.ts'
import { type ApprovalPoint, approvalLadder, rungAt } from './approval-ladder.ts'
import { type ApprovalOptions, byFixedSequence, certifyApproval, sgrSteps } from './approval-threshold.ts'
import { clopperPearsonUpper } from '../proportion.ts'
import { createRandom } from '../random.ts'
import { binomialCdf } from '../special-functions.ts'

const small = vectors.selective_dataset.score.map((score, index): ApprovalPoint => ({
  score,
  bad: vectors.selective_dataset.bad[index] === 1,
}))
const large = Array.from({ length: 1000 }, (_, i): ApprovalPoint => {
  const score = Math.round((((i * 7919) % 1000) + 0.5) * 10) / 1e4
  return { score, bad: ((i * 104729 + 13) % 1009) / 1009 > Math.min(1, (score * 1.05) ** 0.35) }
})

describe('the data sets of the reference', () => {
  it('are made as it says', () => {
    expect([small.length, small.filter(({ bad }) => bad).length]).toEqual([200, vectors.selective_dataset.n_bad])
    expect(large.filter(({ bad }) => bad)).toHaveLength(vectors.selective_formula_dataset.n_bad)
    expect(large.slice(0, 10).map(({ score, bad }) => [score, Number(bad)])).toEqual(
      vectors.selective_formula_dataset.first10,
    )
  })
})

describe('a certified miss rate', () => {
  it.each([
    { alpha: 0.1, delta: 0.05, found: vectors['sel_fnr_0.1_0.05'].best },
    { alpha: 0.15, delta: 0.1, found: vectors['sel_fnr_0.15_0.1'].best },
  ])('agrees with the reference at alpha $alpha, delta $delta', ({ alpha, delta, found }) => {
    expect(certifyApproval(large, { target: 'miss-rate', alpha, delta })).toEqual({
      status: 'certified',
      target: 'miss-rate',
      method: 'clopper-pearson',
      alpha,
      delta,
      n: 1000,
      violations: 247,
      threshold: found.theta,
      approved: found.approved,
      missed: found.slips,
      coverage: found.approved / 1000,
      upper: expect.closeTo(found.upper, 9),
    })
  })

  it('agrees with the reference on scores with ties', () => {
    for (const [alpha, found] of [
      [0.1, vectors['fnr_threshold_alpha0.1_delta0.05']],
      [0.2, vectors['fnr_threshold_alpha0.2_delta0.05']],
    ] as const) {
      expect(certifyApproval(small, { target: 'miss-rate', alpha, delta: 0.05, dataHash: 'abc' })).toMatchObject({
        threshold: found.theta,
        approved: found.approved,
        missed: found.slips,
        coverage: found.coverage,
        upper: expect.closeTo(found.upper, 9),
        dataHash: 'abc',
      })
    }
  })

  it('is refused with too few violations, and says how many more it takes', () => {
    const refused = certifyApproval(small, { target: 'miss-rate', alpha: 0.05, delta: 0.05 })
    expect(refused).toMatchObject({ status: 'refused', violations: 56, missing: { what: 'violations', count: 3 } })
    expect(reasonOf(refused)).toBe('56 labelled violations are too few; it takes at least 59')
    const enough = [...small, ...Array.from({ length: 3 }, () => ({ score: 0, bad: true }))]
    expect(certifyApproval(enough, { target: 'miss-rate', alpha: 0.05, delta: 0.05 }).status).toBe('certified')
  })

  it('is refused, not handed out all the same, when even the highest threshold misses too many', () => {
    const confidentlyWrong = large.map((point) => ({ ...point, score: point.bad ? 1 : point.score }))
    const refused = certifyApproval(confidentlyWrong, { target: 'miss-rate', alpha: 0.1, delta: 0.05 })
    expect(refused).toMatchObject({ status: 'refused', missing: { what: 'violations' } })
    expect(reasonOf(refused)).toMatch(/^even the highest threshold lets 247 of 247 violations through; it takes \d+/)
  })

  it('is refused where nothing could be approved or nothing is labelled', () => {
    const options: ApprovalOptions = { target: 'miss-rate', alpha: 0.1, delta: 0.05 }
    const unapproved = large.map((point) => ({ ...point, approvable: false }))
    expect(reasonOf(certifyApproval(unapproved, options))).toBe('no labelled row could be approved')
    expect(certifyApproval([], options).status).toBe('refused')
    const harmless = certifyApproval([{ score: 1, bad: false }], options)
    expect(harmless).toMatchObject({ status: 'refused', missing: { what: 'violations', count: 29 } })
  })

  it('counts what is approved at no threshold among the violations, and never among the approved', () => {
    const options: ApprovalOptions = { target: 'miss-rate', alpha: 0.1, delta: 0.05 }
    const flagged = Array.from({ length: 29 }, () => ({ score: 0.99, bad: true, approvable: false }))
    const passed = [0.9, 0.8, 0.7].map((score) => ({ score, bad: false }))
    expect(certifyApproval([...flagged, ...passed], options)).toMatchObject({
      status: 'certified',
      threshold: 0.7,
      approved: 3,
      missed: 0,
      coverage: 3 / 32,
    })
  })

  it('is the lowest score whose bound holds, found without trying all', () => {
    const random = createRandom(17)
    for (let trial = 0; trial < 60; trial += 1) {
      const points = Array.from({ length: 150 }, () => {
        const bad = random() < 0.5
        return { score: Math.round((bad ? random() : Math.sqrt(random())) * 40) / 40, bad, approvable: random() < 0.9 }
      })
      const violations = points.filter(({ bad }) => bad).length
      const approvedFrom = (threshold: number) =>
        points.filter(({ score, approvable }) => approvable && score >= threshold)
      const safe = points
        .filter(({ approvable }) => approvable)
        .map(({ score }) => score)
        .filter((threshold) => {
          const missed = approvedFrom(threshold).filter(({ bad }) => bad).length
          return clopperPearsonUpper(missed, violations, 0.1) <= 0.2
        })
      const approval = certifyApproval(points, { target: 'miss-rate', alpha: 0.2, delta: 0.1 })
      expect(thresholdOf(approval)).toBe(Math.min(...safe))
      expect('approved' in approval ? approval.approved : 0).toBe(approvedFrom(thresholdOf(approval)).length)
    }
  })

  it('is stricter for a stricter promise, and never by order of the rows', () => {
    const thresholdAt = (alpha: number, delta: number, points = large): number =>
      thresholdOf(certifyApproval(points, { target: 'miss-rate', alpha, delta }))
    const byAlpha = [0.005, 0.02, 0.05, 0.1, 0.2, 0.4].map((alpha) => thresholdAt(alpha, 0.05))
    expect(byAlpha).toEqual(byAlpha.toSorted((one, other) => other - one))
    const byDelta = [0.001, 0.01, 0.05, 0.2].map((delta) => thresholdAt(0.1, delta))
    expect(byDelta).toEqual(byDelta.toSorted((one, other) => other - one))
    expect(thresholdAt(0.1, 0.05, large.toReversed())).toBe(thresholdAt(0.1, 0.05))
  })
})

describe('a certified share of bad ones among the approved', () => {
  it.each([
    { alpha: 0.1, delta: 0.05, found: vectors['sel_ltt_0.1_0.05'].best },
    { alpha: 0.15, delta: 0.1, found: vectors['sel_ltt_0.15_0.1'].best },
  ])('agrees with the reference by fixed sequence at alpha $alpha, delta $delta', ({ alpha, delta, found }) => {
    const approval = certifyApproval(large, { target: 'bad-among-approved', alpha, delta })
    expect(approval).toMatchObject({ method: 'fixed-sequence', threshold: found.theta, coverage: found.coverage })
    expect(approval).toMatchObject({ approved: found.approved, missed: found.bad })
  })

  it('stops at the first test that fails, with ties tested once', () => {
    const { alpha, delta, best, last5 } = vectors.ltt_selective_risk_fixed_sequence_min20
    const ladder = approvalLadder(small)
    expect(byFixedSequence(ladder, alpha, delta, 20)).toMatchObject({
      rung: { threshold: best.theta, approved: best.n_approved, missed: best.bad_approved },
    })
    const from = ladder.thresholds.indexOf(last5[0]?.theta ?? 0)
    for (const [step, { theta, n, k, p }] of last5.entries()) {
      expect(rungAt(ladder, from + step)).toEqual({ threshold: theta, approved: n, missed: k })
      expect(binomialCdf(k, n, alpha)).toBeCloseTo(p, 9)
    }
  })

  it.each([
    { alpha: 0.1, delta: 0.05, points: large, found: vectors['sel_sgr_0.1_0.05'] },
    { alpha: 0.15, delta: 0.1, points: large, found: vectors['sel_sgr_0.15_0.1'] },
    { alpha: vectors.sgr.target_risk, delta: vectors.sgr.delta, points: small, found: vectors.sgr },
  ])('agrees with the reference step by step with SGR at alpha $alpha, delta $delta', (vector) => {
    const { alpha, delta, points, found } = vector
    expect(sgrSteps(approvalLadder(points), alpha, delta)).toEqual(
      found.trace.map(({ theta, n, errors, bound }) => ({
        rung: { threshold: theta, approved: n, missed: errors },
        upper: expect.closeTo(bound, 9) as unknown,
      })),
    )
    const approval = certifyApproval(points, { target: 'bad-among-approved', method: 'sgr', alpha, delta })
    expect([thresholdOf(approval), approval.status]).toEqual(
      found.best === null ? [Infinity, 'refused'] : [found.best.theta, 'certified'],
    )
  })

  it('is refused when the very first test fails, and before there are enough rows for it', () => {
    const options: ApprovalOptions = { target: 'bad-among-approved', alpha: 0.1, delta: 0.05 }
    const topIsBad = large.map((point) => ({ ...point, bad: point.score > 0.9 || point.bad }))
    expect(reasonOf(certifyApproval(topIsBad, options))).toBe('58 of the 58 most certain rows are violations: too many')
    const few = certifyApproval(large.slice(0, 40), options)
    expect(reasonOf(few)).toBe('40 labelled rows could be approved; the tests start at 58')
    expect(few).toMatchObject({ missing: { what: 'approvals', count: 18 } })
  })
})

describe('a certified share that is bad and approved', () => {
  it('agrees with the reference by conformal risk control, which promises nothing with a probability', () => {
    const options: ApprovalOptions = {
      target: 'bad-and-approved',
      method: 'conformal-risk-control',
      alpha: 0.02,
      delta: 0.05,
    }
    const { theta, approved, bad } = vectors['sel_crc_joint_0.02']
    expect(certifyApproval(large, options)).toMatchObject({ threshold: theta, approved, missed: bad, delta: null })
    const { theta: tied, approved: approvedTied, bad_approved } = vectors['crc_joint_alpha0.05']
    expect(certifyApproval(small, { ...options, alpha: 0.05 })).toMatchObject({
      threshold: tied,
      approved: approvedTied,
      missed: bad_approved,
    })
  })

  it('keeps the bound of the binomial below alpha and one more missed row above it', () => {
    const approval = certifyApproval(large, { target: 'bad-and-approved', alpha: 0.05, delta: 0.05 })
    if (approval.status === 'refused') throw new Error(toEnglish(approval.reason))
    expect(binomialCdf(approval.missed, 1000, 0.05)).toBeLessThanOrEqual(0.05)
    expect(binomialCdf(approval.missed + 1, 1000, 0.05)).toBeGreaterThan(0.05)
    expect(approval.upper).toBeLessThanOrEqual(0.05)
  })

  it('says how many rows are missing', () => {
    const few = large.slice(0, 30)
    const binomial = certifyApproval(few, { target: 'bad-and-approved', alpha: 0.05, delta: 0.05 })
    expect(binomial).toMatchObject({ status: 'refused', missing: { what: 'rows', count: 29 } })
    const inTheMean = certifyApproval(few, {
      target: 'bad-and-approved',
      method: 'conformal-risk-control',
      alpha: 0.02,
      delta: 0.05,
    })
    expect(inTheMean).toMatchObject({ status: 'refused', missing: { what: 'rows', count: 19 } })
  })
})

describe('what can be asked', () => {
  it('is only what a method promises, with shares between 0 and 1 and scores that are numbers', () => {
    expect(() => certifyApproval(large, { ...defaults, method: 'sgr' })).toThrow('sgr makes no promise about miss-rate')
    expect(() => certifyApproval(large, { ...defaults, alpha: 0 })).toThrow('alpha lies between 0 and 1, got 0')
    expect(() => certifyApproval(large, { ...defaults, delta: 1 })).toThrow('delta lies between 0 and 1, got 1')
    expect(() => certifyApproval([{ score: Number.NaN, bad: true }], defaults)).toThrow(
      'Only finite scores can be ranked, got NaN',
    )
  })
})

const defaults: ApprovalOptions = { target: 'miss-rate', alpha: 0.1, delta: 0.05 }

function thresholdOf(approval: Approval): number {
  return approval.status === 'certified' ? approval.threshold : Infinity
}

function reasonOf(approval: Approval): string {
  return approval.status === 'refused' ? toEnglish(approval.reason) : 'certified'
}
