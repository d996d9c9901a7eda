import { describe, expect, it } from 'vitest'
import { approvalGrid } from './approval-grid.ts'
import type { ReviewRow } from '../review-rows.ts'

describe('the safe threshold on a grid', () => {
  it('needs 59 clean rows for a bound of 5 %, and three for a rate', () => {
    expect(approvalGrid(clean(58))).toMatchObject({ byRate: { recommended: 0.7 }, byBound: { recommended: null } })
    expect(approvalGrid(clean(59))).toMatchObject({ byRate: { recommended: 0.7 }, byBound: { recommended: 0.7 } })
    expect(approvalGrid(clean(3)).byRate.recommended).toBe(0.7)
    expect(approvalGrid(clean(2)).byRate.recommended).toBeNull()
  })

  it('is marked as no guarantee', () => {
    expect(approvalGrid(clean(59)).guarantee).toBe('none')
  })

  it('counts wrong verdicts of both kinds, and takes the lowest threshold that is good enough', () => {
    const wrong: ReviewRow[] = [
      { caseId: 'miss', expected: 'fail', result: 'pass', confidence: 0.72 },
      { caseId: 'alarm', expected: 'pass', result: 'fail', confidence: 0.79 },
    ]
    const { rows, byRate } = approvalGrid([...clean(10), ...wrong])
    expect(rows.slice(0, 3).map(({ threshold, n, errors, misses }) => [threshold, n, errors, misses])).toEqual([
      [0.7, 12, 2, 1],
      [0.75, 11, 1, 0],
      [0.8, 10, 0, 0],
    ])
    expect(byRate.recommended).toBe(0.8)
  })

  it('leaves out thresholds that no row reaches', () => {
    const rows = clean(4).map((row) => ({ ...row, confidence: 0.8 }))
    expect(approvalGrid(rows).rows.map(({ threshold }) => threshold)).toEqual([0.7, 0.75, 0.8])
    expect(approvalGrid([])).toMatchObject({ rows: [], byRate: { recommended: null }, byBound: { recommended: null } })
  })
})

function clean(count: number): ReviewRow[] {
  return Array.from({ length: count }, (_, index) => ({
    caseId: `case ${index}`,
    expected: 'pass',
    result: 'pass',
    confidence: 0.95,
  }))
}
