import { describe, expect, it } from 'vitest'
import { aggregateRuns, evalStatus, finalStatus, statusFromWire, statusToWire } from './adk-verdict.ts'

describe('ADK verdicts', () => {
  it('pass at the threshold, and are not evaluated without a score', () => {
    expect([evalStatus(0.5, 0.5), evalStatus(0.49, 0.5), evalStatus(null, 0)]).toEqual([
      'PASSED',
      'FAILED',
      'NOT_EVALUATED',
    ])
  })

  it('let one failure fail a case and one pass hide what was not evaluated', () => {
    expect(finalStatus(['PASSED', 'FAILED'])).toBe('FAILED')
    expect(finalStatus(['NOT_EVALUATED', 'PASSED', 'INFORMATIONAL'])).toBe('PASSED')
    expect(finalStatus(['INFORMATIONAL'])).toBe('NOT_EVALUATED')
    expect(finalStatus([])).toBe('NOT_EVALUATED')
  })

  it('pool the turns of all runs', () => {
    const failed = { turnScores: [1, 0, 0], status: 'FAILED' } as const
    expect(aggregateRuns([failed, { turnScores: [1], status: 'PASSED' }], 0.5)).toEqual({
      score: 0.5,
      status: 'PASSED',
    })
    expect(aggregateRuns([{ turnScores: [1, 0], status: 'PASSED' }], 0.9)).toEqual({ score: 0.5, status: 'PASSED' })
    expect(
      aggregateRuns(
        [
          { turnScores: [], status: 'FAILED' },
          { turnScores: [1], status: 'PASSED' },
        ],
        0.5,
      ).status,
    ).toBe('FAILED')
    const tokens = { turnScores: [5], status: 'INFORMATIONAL' } as const
    expect(aggregateRuns([tokens, tokens], null)).toEqual({ score: 5, status: 'INFORMATIONAL' })
  })

  it('are integers on the wire', () => {
    for (const status of ['PASSED', 'FAILED', 'NOT_EVALUATED', 'INFORMATIONAL'] as const) {
      expect(statusFromWire(statusToWire(status))).toBe(status)
    }
    expect(statusFromWire(5)).toBeUndefined()
  })
})
