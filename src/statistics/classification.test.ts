import { describe, expect, it } from 'vitest'
import { classificationOf } from './classification.ts'
import { wilsonInterval } from './proportion.ts'
import type { ReviewRow } from './review-rows.ts'

describe('verdicts against right answers', () => {
  it('are counted with violations as what is looked for', () => {
    const found = classificationOf(rowsOf({ 'fail fail': 9, 'fail pass': 1, 'pass fail': 2, 'pass pass': 8 }))
    expect(found).toMatchObject({
      truePositives: 9,
      falseNegatives: 1,
      falsePositives: 2,
      trueNegatives: 8,
      matrix: [
        [8, 2],
        [1, 9],
      ],
      recall: { status: 'measured', ...wilsonInterval(9, 10) },
      missRate: { status: 'measured', ...wilsonInterval(1, 10) },
      precision: { status: 'measured', ...wilsonInterval(9, 11) },
      specificity: { status: 'measured', ...wilsonInterval(8, 10) },
      falseAlarmRate: { status: 'measured', ...wilsonInterval(2, 10) },
      accuracy: { status: 'measured', ...wilsonInterval(17, 20) },
      missShare: { status: 'measured', ...wilsonInterval(1, 20) },
      falseAlarmShare: { status: 'measured', ...wilsonInterval(2, 20) },
    })
  })

  it('give F1 the interval of the rate that it rises with', () => {
    const { f1 } = classificationOf(rowsOf({ 'fail fail': 9, 'fail pass': 1, 'pass fail': 2, 'pass pass': 8 }))
    const { low, high } = wilsonInterval(9, 12)
    expect(f1).toEqual({
      status: 'measured',
      value: expect.closeTo(18 / 21, 12),
      low: expect.closeTo((2 * low) / (1 + low), 12),
      high: expect.closeTo((2 * high) / (1 + high), 12),
      n: 12,
      level: 0.95,
      method: 'wilson-f1',
    })
  })

  it('leave a rate without a denominator undefined, say why, and keep the zeros that old programs expect apart', () => {
    const { recall, f1, precision, specificity, zeroForUndefined, matrix } = classificationOf(
      rowsOf({ 'pass pass': 3 }),
    )
    expect(
      [recall, precision, f1].map((rate) => (rate.status === 'undefined' ? rate.reason.text : rate.value)),
    ).toEqual(['no violation in the data', 'nothing was flagged', 'no violation in the data and nothing flagged'])
    expect(specificity).toMatchObject({ status: 'measured', value: 1 })
    expect(zeroForUndefined).toEqual({ precision: 0, recall: 0, f1: 0 })
    expect(matrix).toEqual([
      [3, 0],
      [0, 0],
    ])
  })

  it('say nothing at all of no rows', () => {
    const found = classificationOf([])
    expect(found.zeroForUndefined).toBeNull()
    expect(Object.values(found).filter((part) => typeof part === 'object' && part !== null && 'value' in part)).toEqual(
      [],
    )
  })

  it('name the misses and false alarms by the rows that they came with, whatever stands between', () => {
    const rows: ReviewRow[] = [
      { caseId: 'broken', expected: 'fail', result: null, confidence: 0.9 },
      { caseId: 'missed', expected: 'fail', result: 'pass', confidence: Number.NaN },
      { caseId: 'unlabelled', result: 'pass', confidence: 0.9 },
      { caseId: 'alarm', expected: 'pass', result: 'fail', confidence: 0.7 },
    ]
    const { misses, falseAlarms } = classificationOf(rows)
    expect(misses).toEqual([{ index: 1, caseId: 'missed', expected: 'fail', result: 'pass', confidence: null }])
    expect(falseAlarms).toEqual([{ index: 3, caseId: 'alarm', expected: 'pass', result: 'fail', confidence: 0.7 }])
  })

  it('also have an accuracy in which an agent that does not answer is wrong', () => {
    const rows: ReviewRow[] = [
      { caseId: 'a', expected: 'fail', result: 'fail' },
      { caseId: 'b', expected: 'fail', result: 'fail', status: 'agent-error' },
      { caseId: 'c', expected: 'fail', result: 'fail', status: 'invalid-output' },
      { caseId: 'd', expected: 'pass', result: 'PASS' },
      { caseId: 'e', expected: 'pass', result: 'pass', status: 'skipped' },
      { caseId: 'f', expected: 'maybe', result: 'pass' },
      { caseId: 'g', status: 'agent-error' },
    ]
    const { accuracy, accuracyWithErrors, truePositives } = classificationOf(rows)
    expect(truePositives).toBe(1)
    expect(accuracy).toMatchObject({ value: 1, n: 1 })
    expect(accuracyWithErrors).toMatchObject({ value: 0.2, n: 5 })
  })

  it('do not take repeats of a case for cases', () => {
    const once = rowsOf({ 'fail fail': 12, 'fail pass': 8 })
    const repeated = once.flatMap((row) => [row, row, row])
    const [alone, together] = [classificationOf(once).recall, classificationOf(repeated).recall]
    expect(together).toMatchObject({ method: 'beta-clustered', n: 60, value: 0.6 })
    expect(widthOf(together)).toBeGreaterThan(0.95 * widthOf(alone))
    expect(classificationOf(repeated).f1).toMatchObject({ method: 'beta-clustered-f1' })
  })

  it('do not depend on the order of the rows, but for the lists', () => {
    const rows = rowsOf({ 'fail fail': 5, 'fail pass': 2, 'pass fail': 3, 'pass pass': 9 })
    const { misses: _, falseAlarms: __, ...forwards } = classificationOf(rows)
    expect(classificationOf(rows.toReversed())).toMatchObject(forwards)
  })
})

function rowsOf(counts: Readonly<Record<string, number>>): ReviewRow[] {
  return Object.entries(counts).flatMap(([verdicts, count]) =>
    Array.from({ length: count }, (_, index) => {
      const [expected, result] = verdicts.split(' ')
      return { caseId: `${verdicts} ${index}`, expected, result, confidence: 0.9 }
    }),
  )
}

function widthOf(rate: object): number {
  return 'high' in rate && 'low' in rate ? Number(rate.high) - Number(rate.low) : Number.NaN
}
