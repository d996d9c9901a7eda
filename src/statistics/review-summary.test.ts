import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson, toEnglish } from '../core/index.ts'
import { ReviewSummary } from './review-measures.ts'
import { createRandom } from './random.ts'
import type { ReviewRow } from './review-rows.ts'
import { summariseReview } from './review-summary.ts'

const workedExample: readonly ReviewRow[] = [
  { caseId: 'TC001', expected: 'pass', result: 'pass', confidence: 0.95, evidenceStatus: 'sufficient' },
  { caseId: 'TC002', expected: 'fail', result: 'fail', confidence: 0.95, evidenceStatus: 'sufficient' },
  { caseId: 'TC004', expected: 'fail', result: 'fail', confidence: 0.4, evidenceStatus: 'insufficient' },
]

describe('the summary of a set of reviews', () => {
  it('has the numbers of the worked example, and says which row its calibration error comes from', () => {
    const summary = summariseReview(workedExample, { seed: 1 })
    expect(summary).toMatchObject({
      rows: { total: 3, scored: 3, calibrated: 3 },
      classification: { accuracy: { value: 1 }, recall: { value: 1 }, precision: { value: 1 }, f1: { value: 1 } },
      calibration: {
        ece: { value: expect.closeTo(0.233333, 6) },
        printedEce: expect.closeTo(0.065, 12),
        unweightedEce: expect.closeTo(0.325, 12),
        mce: 0.6,
        brier: { value: expect.closeTo(0.121667, 6) },
      },
      confidence: { overConfidenceRate: { value: 0 }, criticalErrors: [] },
      approvalGrid: { byRate: { recommended: null } },
      steps: { accuracy: 'good', recall: 'good', precision: 'good', ece: 'warning', criticalErrors: 'good' },
    })
    expect(warningsOf(summary)).toMatchInlineSnapshot(`
      [
        "few-cases: 3 cases are too few: the intervals are what to look at []",
        "ece: confidence is too low: the calibration error is 0.233, and 0.200 of it comes from 1 row with a confidence around 0.40 of which 1 is right [TC004]",
      ]
    `)
  })

  it('holds confidence against the truth apart where evidence was sufficient', () => {
    const { sufficientEvidence } = summariseReview(workedExample, { seed: 1 })
    expect(sufficientEvidence?.calibration).toMatchObject({ n: 2, ece: { value: expect.closeTo(0.05, 12) } })
    const confidentMiss: ReviewRow = { caseId: 'miss', expected: 'fail', result: 'pass', confidence: 0.9 }
    const last = [...workedExample.toReversed(), { ...confidentMiss, evidenceStatus: 'sufficient' as const }]
    const [critical] = summariseReview(last, { seed: 1 }).sufficientEvidence?.confidence.criticalErrors ?? []
    expect(critical).toMatchObject({ index: 3, caseId: 'miss' })
    const silent = workedExample.map((row) => ({ ...row, evidenceStatus: undefined }))
    expect(summariseReview(silent, { seed: 1 }).sufficientEvidence).toBeNull()
    const [, , insufficient = { caseId: 'none' }] = workedExample
    expect(summariseReview([insufficient], { seed: 1 }).sufficientEvidence?.calibration.n).toBe(0)
  })

  it('goes through JSON and its schema unchanged, whatever the rows', () => {
    for (const rows of [[], workedExample, hostileRows(), simulatedRows(300)]) {
      const summary = summariseReview(rows, { seed: 1, dataHash: 'sha256:0' })
      expect(ReviewSummary.parse(parseJson(stringifyJson(summary)))).toEqual(summary)
    }
  })

  it('counts every row once and never takes a name from its neighbour', () => {
    const rows = hostileRows()
    const { rows: counts, confidence, warnings } = summariseReview(rows, { seed: 1 })
    expect(counts).toEqual({
      total: 15,
      scored: 8,
      invalidExpected: 2,
      invalidResult: 1,
      agentErrors: 1,
      invalidOutputs: 1,
      declined: 1,
      skipped: 1,
      calibrated: 2,
      invalidConfidence: 6,
    })
    expect(confidence.criticalErrors.map(({ index, caseId }) => [index, caseId])).toEqual([[14, 'confident miss']])
    const unscored = warnings.filter(({ code }) => code === 'unscored')
    expect(unscored.map(({ sentence }) => sentence.values?.['count'])).toEqual([1, 1, 1, 2, 1, 1])
    expect(unscored.flatMap(({ caseIds = [] }) => caseIds)).toEqual(['could not be read'])
  })

  it('warns of nothing that did not occur', () => {
    const rows = [{ caseId: 'a', expected: 'fail', status: 'invalid-output' as const }]
    const unscored = summariseReview(rows, { seed: 1 }).warnings.filter(({ code }) => code === 'unscored')
    expect(unscored.map(({ sentence }) => toEnglish(sentence))).toEqual([
      '1 of 1 row not scored: the answer cannot be read',
    ])
  })

  it('passes no judgement on what it cannot see', () => {
    const unsure = [{ caseId: 'a', expected: 'fail', result: 'pass', confidence: null }]
    expect(summariseReview(unsure, { seed: 1 }).steps).toEqual({
      accuracy: 'fair',
      recall: 'warning',
      precision: null,
      ece: null,
      criticalErrors: null,
    })
    expect(Object.values(summariseReview([], { seed: 1 }).steps)).toEqual([null, null, null, null, null])
  })

  it.each([
    { confidence: 0.95, step: 'good' },
    { confidence: 0.9, step: 'fair' },
    { confidence: 0.8, step: 'fair' },
    { confidence: 0.75, step: 'warning' },
  ])('calls an agent that is always right and says $confidence $step', ({ confidence, step }) => {
    const rows = Array.from({ length: 12 }, (_, index): ReviewRow => ({
      caseId: `case ${index}`,
      expected: 'pass',
      result: 'pass',
      confidence,
    }))
    expect(summariseReview(rows, { seed: 1 }).steps.ece).toBe(step)
  })

  it('warns of one class, of misses and of confident ones by name', () => {
    const missed = Array.from({ length: 12 }, (_, index) => ({
      caseId: `case ${index}`,
      expected: 'fail',
      result: index < 9 ? 'fail' : 'pass',
      confidence: 0.9,
    }))
    expect(warningsOf(summariseReview(missed, { seed: 1 }))).toMatchInlineSnapshot(`
      [
        "one-class: every case is a violation: false alarms cannot be told []",
        "low-recall: 3 violations were missed [case 9, case 10, case 11]",
        "critical-errors: 3 violations were passed with high confidence [case 9, case 10, case 11]",
      ]
    `)
  })

  it('names the rows that pull the accuracy away from the confidence, the furthest ones first', () => {
    const rows = [
      ...Array.from({ length: 4 }, (_, index) => ({ right: true, confidence: 0.9, caseId: `right ${index}` })),
      { right: false, confidence: 0.91, caseId: 'wrong' },
      { right: false, confidence: 1, caseId: 'wrong and certain' },
      { right: false, confidence: 0.97, caseId: 'wrong and sure' },
    ].map(({ right, ...row }): ReviewRow => ({ ...row, expected: 'pass', result: right ? 'pass' : 'fail' }))
    const { warnings } = summariseReview(rows, { seed: 1 })
    expect(warnings.find(({ code }) => code === 'ece')?.caseIds).toEqual([
      'wrong and certain',
      'wrong and sure',
      'wrong',
    ])
  })

  it('has a certificate or a refusal for each promise, the miss rate first', () => {
    const { approvals } = summariseReview(simulatedRows(2000), { seed: 1, alpha: 0.1, delta: 0.1, dataHash: 'abc' })
    expect(approvals.map(({ target, method }) => `${target}: ${method}`)).toMatchInlineSnapshot(`
      [
        "miss-rate: clopper-pearson",
        "bad-among-approved: fixed-sequence",
        "bad-among-approved: sgr",
        "bad-and-approved: binomial",
        "bad-and-approved: conformal-risk-control",
      ]
    `)
    expect(approvals.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'certified'))
    expect(new Set(approvals.map(({ dataHash }) => dataHash))).toEqual(new Set(['abc']))
    const refused = summariseReview(workedExample, { seed: 1 }).approvals
    expect(refused.map((one) => (one.status === 'refused' ? toEnglish(one.reason) : ''))).toMatchInlineSnapshot(`
      [
        "2 labelled violations are too few; it takes at least 59",
        "1 labelled row could be approved; the tests start at 118",
        "none of 1 threshold tried keeps the bound below the target",
        "3 labelled rows are too few; it takes at least 59",
        "3 labelled rows are too few; it takes at least 19",
      ]
    `)
  })

  it('is the same for the same seed, and in another order but for names', () => {
    const rows = simulatedRows(120)
    const summary = summariseReview(rows, { seed: 5 })
    expect(summariseReview(rows, { seed: 5 })).toEqual(summary)
    const { calibration, riskCoverage, recalibration, approvals } = summariseReview(rows.toReversed(), { seed: 5 })
    expect({ calibration, riskCoverage, recalibration, approvals }).toEqual({
      calibration: summary.calibration,
      riskCoverage: summary.riskCoverage,
      recalibration: summary.recalibration,
      approvals: summary.approvals,
    })
  })

  it('has work that grows with the number of rows, and not with its square', async () => {
    expect(await growth((scale) => summariseReview(simulatedRows(500 * scale), { seed: 1 }))).toBeLessThan(2.3)
  })
})

function warningsOf({ warnings }: ReviewSummary): readonly string[] {
  return warnings.map(({ code, sentence, caseIds = [] }) => `${code}: ${toEnglish(sentence)} [${caseIds.join(', ')}]`)
}

function hostileRows(): ReviewRow[] {
  const defaults = { expected: 'pass', result: 'pass', confidence: 0.9 }
  return [
    { ...defaults, caseId: 'expected in capitals', expected: 'PASS' },
    { caseId: 'no expectation', result: 'pass', confidence: 0.9 },
    { ...defaults, caseId: 'no result', result: null },
    { ...defaults, caseId: 'threw', status: 'agent-error' },
    { ...defaults, caseId: 'unreadable', result: 'fail', expected: 'fail', confidence: 0.5, status: 'invalid-output' },
    { ...defaults, caseId: 'skipped', status: 'skipped' },
    { ...defaults, caseId: 'could not be read', result: 'fail', expected: 'fail', status: 'declined' },
    { ...defaults, caseId: 'no number', confidence: Number.NaN },
    { ...defaults, caseId: 'endless', confidence: Infinity },
    { ...defaults, caseId: 'per cent', confidence: 95 },
    { ...defaults, caseId: 'negative', confidence: -0.05 },
    { ...defaults, caseId: 'text', confidence: '0.9' },
    { ...defaults, caseId: 'an object', confidence: { valueOf: () => 0.9 } },
    { ...defaults, caseId: 'fine' },
    { ...defaults, caseId: 'confident miss', expected: 'fail' },
  ]
}

/** A fair reviewer: surer where it is right, and nine in ten right. */
function simulatedRows(count: number): ReviewRow[] {
  const random = createRandom(21)
  return Array.from({ length: count }, (_, index) => {
    const expected = random() < 0.3 ? 'fail' : 'pass'
    const right = random() < 0.9
    const result = right === (expected === 'pass') ? 'pass' : 'fail'
    const confidence = right ? 1 - random() ** 2 / 2 : 0.5 + random() / 2.5
    return { caseId: `case ${index}`, expected, result, confidence, evidenceStatus: 'sufficient' }
  })
}
