import { describe, expect, it } from 'vitest'
import {
  adkSummary,
  agentEvaluatorVerdict,
  aggregateRuns,
  evalStatus,
  finalStatus,
  metricOutcome,
  statusFromWire,
  statusToWire,
} from './adk-verdict.ts'

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

  it('forget the scores of single turns when the whole was not evaluated', () => {
    const result = {
      overall: { score: null, status: 'NOT_EVALUATED' },
      perInvocation: [{ score: 1, status: 'PASSED' }],
    } as const
    expect(metricOutcome(result, 2).perInvocation).toEqual([
      { score: null, status: 'NOT_EVALUATED' },
      { score: null, status: 'NOT_EVALUATED' },
    ])
    expect(metricOutcome(undefined, 0)).toEqual({
      overall: { score: null, status: 'NOT_EVALUATED' },
      perInvocation: [],
    })
  })

  it('refuse an evaluated metric that skipped a turn', () => {
    const overall = { score: 1, status: 'PASSED' } as const
    expect(() => metricOutcome({ overall, perInvocation: [overall] }, 2)).toThrow('the metric scored 1 of 2 turns')
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

  it('fail a metric without any score in the pytest helper', () => {
    const metrics = { a: { threshold: 0, scores: [null] }, b: { threshold: 1, scores: [null, 1] } }
    expect(agentEvaluatorVerdict(metrics)).toEqual({ failedMetrics: ['a'], passed: false })
    expect(agentEvaluatorVerdict({})).toEqual({ failedMetrics: [], passed: true })
  })

  it('count everything that did not pass as failed on the command line', () => {
    expect(adkSummary(['PASSED', 'NOT_EVALUATED', 'FAILED'])).toEqual({ passed: 1, failed: 2, exitCode: 0 })
  })

  it('are integers on the wire', () => {
    for (const status of ['PASSED', 'FAILED', 'NOT_EVALUATED', 'INFORMATIONAL'] as const) {
      expect(statusFromWire(statusToWire(status))).toBe(status)
    }
    expect(statusFromWire(5)).toBeUndefined()
  })
})
