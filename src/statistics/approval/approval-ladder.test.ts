import { describe, expect, it } from 'vitest'
import { approvalPoints } from './approval-ladder.ts'
import { certifyApproval } from './approval-threshold.ts'
import { createRandom } from '../random.ts'
import type { ReviewRow } from '../review-rows.ts'

describe('reviews as points of a certificate', () => {
  it('have the stated probability that the documents comply as score, and violations as bad', () => {
    const rows: ReviewRow[] = [
      { caseId: 'right pass', expected: 'pass', result: 'pass', confidence: 0.9 },
      { caseId: 'miss', expected: 'fail', result: 'pass', confidence: 0.6 },
      { caseId: 'right fail', expected: 'fail', result: 'fail', confidence: 0.75 },
      { caseId: 'alarm', expected: 'pass', result: 'fail', confidence: 0.25 },
    ]
    expect(approvalPoints(rows)).toEqual([
      { score: 0.9, bad: false, approvable: true },
      { score: 0.6, bad: true, approvable: true },
      { score: 0.25, bad: true, approvable: false },
      { score: 0.75, bad: false, approvable: false },
    ])
  })

  it('leave out what has no verdict or no confidence, and all repeats but the first', () => {
    const rows: ReviewRow[] = [
      { caseId: 'a', expected: 'pass', result: 'pass', confidence: 95 },
      { caseId: 'a', expected: 'pass', result: 'pass', confidence: 0.8 },
      { caseId: 'a', expected: 'pass', result: 'pass', confidence: 0.2 },
      { caseId: 'b', expected: 'fail', result: 'fail', confidence: 0.5, status: 'invalid-output' },
    ]
    expect(approvalPoints(rows)).toEqual([{ score: 0.8, bad: false, approvable: true }])
  })

  it('certify just what auto-approval does: pass what the agent passed with at least the threshold', () => {
    const rows = reviewerThatDoubtsItsAlarms()
    const approval = certifyApproval(approvalPoints(rows), { target: 'miss-rate', alpha: 0.2, delta: 0.1 })
    if (approval.status === 'refused') throw new Error('should be certified')
    const approved = rows.filter(({ result, confidence }) => result === 'pass' && confidence >= approval.threshold)
    expect(approval.approved).toBe(approved.length)
    expect(approval.missed).toBe(approved.filter(({ expected }) => expected === 'fail').length)
    const byScoreAlone = approvalPoints(rows).filter(({ score }) => score >= approval.threshold)
    expect(byScoreAlone.length).toBeGreaterThan(approved.length)
  })
})

/** Its `fail`s have confidences down to 0, as a rule for missing evidence can make them. */
function reviewerThatDoubtsItsAlarms() {
  const random = createRandom(12)
  return Array.from({ length: 400 }, (_, index) => {
    const expected = random() < 0.4 ? ('fail' as const) : ('pass' as const)
    const right = random() < 0.8
    const result = right ? expected : expected === 'pass' ? ('fail' as const) : ('pass' as const)
    const confidence = result === 'pass' ? (right ? 1 - random() ** 2 / 2 : 0.5 + random() / 4) : random()
    return { caseId: `case ${index}`, expected, result, confidence }
  })
}
