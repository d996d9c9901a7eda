import { describe, expect, it } from 'vitest'
import { confidenceExtremes, confidenceRules } from './confidence-extremes.ts'
import type { ReviewRow } from '../review-rows.ts'

describe('confident errors', () => {
  it('begin above 0.85, or from 0.8 on as RAPID has it', () => {
    const rows = [0.79, 0.8, 0.85, 0.86].map((confidence): ReviewRow => missed(`at ${confidence}`, confidence))
    expect(namesOf(confidenceExtremes(rows))).toEqual(['at 0.86'])
    expect(namesOf(confidenceExtremes(rows, { rule: confidenceRules['rapid-compat'] }))).toEqual([
      'at 0.8',
      'at 0.85',
      'at 0.86',
    ])
    expect(namesOf(confidenceExtremes(rows, { rule: { threshold: 0.85, inclusive: true } }))).toEqual([
      'at 0.85',
      'at 0.86',
    ])
  })

  it('are critical only where a violation was passed, and keep the index of their row', () => {
    const rows: ReviewRow[] = [
      { caseId: 'unreadable', expected: 'fail', status: 'invalid-output', confidence: 0.99 },
      { caseId: 'alarm', expected: 'pass', result: 'fail', confidence: 0.99 },
      missed('critical', 0.9),
      missed('without a confidence', 95),
    ]
    const { high, overConfidenceRate, criticalErrors } = confidenceExtremes(rows)
    expect(high).toEqual({ n: 2, right: 0 })
    expect(overConfidenceRate).toMatchObject({ status: 'measured', value: 1, n: 2 })
    expect(criticalErrors).toEqual([
      { index: 2, caseId: 'critical', expected: 'fail', result: 'pass', confidence: 0.9 },
    ])
  })

  it('have no rate without a confident row, and modest right answers none without a row below 0.5', () => {
    const { overConfidenceRate, underConfidenceRate } = confidenceExtremes([missed('even', 0.5)])
    expect(overConfidenceRate).toMatchObject({ status: 'undefined', reason: { text: 'no row is confident' } })
    expect(underConfidenceRate.status).toBe('undefined')
    const modest = confidenceExtremes([{ caseId: 'a', expected: 'fail', result: 'fail', confidence: 0.4 }])
    expect(modest).toMatchObject({ low: { n: 1, right: 1 }, underConfidenceRate: { value: 1 } })
  })
})

function missed(caseId: string, confidence: number): ReviewRow {
  return { caseId, expected: 'fail', result: 'pass', confidence }
}

function namesOf({ criticalErrors }: ReturnType<typeof confidenceExtremes>): readonly string[] {
  return criticalErrors.map(({ caseId }) => caseId)
}
