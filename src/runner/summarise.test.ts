import { describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { CaseResult, RunPlan, Score, ScoredCase, Verdict } from '../core/index.ts'
import { wilsonInterval } from '../statistics/index.ts'
import { judgeRun } from './gate.ts'
import { summaryCounter } from './summarise.ts'

const because = { text: 'because' }
const pass: Score = { status: 'scored', metric: 'm', value: 1, threshold: 1, passed: true }
const fail: Score = { status: 'scored', metric: 'm', value: 0.5, threshold: 1, passed: false }
const abstained: Score = { status: 'not-evaluated', metric: 'm', reason: because }
const notApplicable: Score = { ...abstained, informational: true }
const judgeBroke: Score = { status: 'error', metric: 'm', blame: 'judge', reason: because }

type Kind = 'passed' | 'failed' | 'agent' | 'abstained' | 'judge' | 'user' | 'measured'

describe('a run of which a part was not evaluated', () => {
  it('has a pass rate of what was evaluated, and says beside it what was not', () => {
    const { results, passRate, passRateAtWorst } = summaryOf({ passed: 9, failed: 3, abstained: 10, judge: 3 })
    expect(results).toEqual({
      total: 25,
      evaluated: 12,
      passed: 9,
      failed: 3,
      error: 0,
      notEvaluated: 13,
      broken: 3,
    })
    expect(passRate).toEqual(wilsonInterval(9, 12))
    expect(passRateAtWorst).toEqual(wilsonInterval(9, 25))
  })

  it('counts an agent that broke as not passed, in the rates of its metrics as well', () => {
    const { results, passRate, passRateAtWorst, metrics } = summaryOf({ passed: 6, agent: 4, user: 2 })
    expect(results).toMatchObject({ evaluated: 10, error: 4, notEvaluated: 2, broken: 2 })
    expect(passRate).toEqual(wilsonInterval(6, 10))
    expect(passRateAtWorst).toEqual(wilsonInterval(6, 12))
    expect(metrics[0]).toMatchObject({ scored: 6, passed: 6, agentErrors: 4, notEvaluated: 2, error: 0 })
    expect(metrics[0]?.passRate).toEqual(wilsonInterval(6, 10))
    // A mean is one of values, and nobody makes up a value for an answer that never came.
    expect(metrics[0]?.mean).toMatchObject({ value: 1, n: 6 })
  })

  it('has no pass rate at all where nothing was evaluated', () => {
    for (const kind of ['abstained', 'judge', 'user', 'measured'] as const) {
      expect(summaryOf({ [kind]: 25 }).passRate).toBeNull()
      expect(summaryOf({ [kind]: 25 }, 5).passRate).toBeNull()
    }
    expect(summaryOf({}).passRate).toBeNull()
  })

  it('has no mean of what was reported only in part, and counts it', () => {
    const counter = summaryCounter(planOf(2, 1))
    const measured = { status: 'measured', metric: 'm', unit: 'tokens' } as const
    counter.add(caseOf(0, 0, 'not-evaluated', [{ ...measured, value: 100 }]))
    counter.add(caseOf(1, 0, 'not-evaluated', [{ ...measured, value: 5, isLeast: true }]))
    expect(counter.summary([]).metrics[0]).toMatchObject({ measured: 1, reportedInPart: 1, mean: { value: 100 } })
  })

  it('has nothing to add where all was evaluated', () => {
    expect(summaryOf({ passed: 3, failed: 1, agent: 1 })).not.toHaveProperty('passRateAtWorst')
  })

  it('tells what does not apply from what could not be evaluated', () => {
    const counter = summaryCounter(planOf(3, 1))
    counter.add(caseOf(0, 0, 'passed', [pass]))
    counter.add(caseOf(1, 0, 'not-evaluated', [notApplicable]))
    counter.add(caseOf(2, 0, 'not-evaluated', [abstained]))
    expect(counter.summary([]).metrics[0]).toMatchObject({ scored: 1, notApplicable: 1, notEvaluated: 1 })
  })
})

describe('repeats', () => {
  it('of a case count as far as they were evaluated', () => {
    const counter = summaryCounter(planOf(3, 3))
    const rows: readonly (readonly Kind[])[] = [
      ['passed', 'passed', 'judge'], // passed wherever it was evaluated: not flaky
      ['passed', 'agent', 'passed'], // the agent broke once
      ['judge', 'judge', 'judge'],
    ]
    for (const [position, kinds] of rows.entries()) {
      for (const [repeat, kind] of kinds.entries()) counter.add(resultOf(position, repeat, kind))
    }
    const { passRate, passRateAtWorst, repeats } = counter.summary([])
    expect(passRate).toMatchObject({ value: 4 / 5, n: 5, method: 'beta-clustered' })
    expect(passRateAtWorst).toMatchObject({ value: 4 / 9, n: 9 })
    expect(repeats).toMatchObject({ flaky: 1, flakyCases: ['c1'] })
    // Two cases have two evaluated repeats, one has three: pass^2 of 2 of 2 is 1, of 2 of 3 it is 1/3.
    expect(repeats?.passHatK.find(({ k }) => k === 2)?.estimate).toMatchObject({ value: (1 + 1 / 3) / 2, n: 2 })
  })
})

describe('rules over rates and means', () => {
  it('count what was not evaluated against the run', () => {
    const run = summaryOf({ passed: 9, failed: 3, abstained: 10, judge: 3 })
    const reasons = judgeRun(run, ['pass-rate<0.7', 'pass-rate-low<0.3', 'm<0.7', 'm>0.9', 'm.pass-rate<0.7']).reasons
    expect(reasons.map(({ values }) => [values?.['name'], values?.['value'], values?.['missing']])).toEqual([
      ['pass-rate', 0.36, 13],
      ['pass-rate-low', 0.2025, 13],
      ['m', 0.42, 13],
      ['m', 0.94, 13],
      ['m.pass-rate', 0.36, 13],
    ])
    expect(judgeRun(run, ['pass-rate<0.36', 'm<0.42']).passed).toBe(true)
  })
})

function summaryOf(counts: Partial<Record<Kind, number>>, repeat = 1) {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind as Kind))
  const counter = summaryCounter(planOf(Math.ceil(kinds.length / repeat), repeat))
  for (const [index, kind] of kinds.entries()) counter.add(resultOf(Math.floor(index / repeat), index % repeat, kind))
  return counter.summary([])
}

function resultOf(position: number, repeat: number, kind: Kind): ScoredCase {
  switch (kind) {
    case 'passed':
      return caseOf(position, repeat, 'passed', [pass])
    case 'failed':
      return caseOf(position, repeat, 'failed', [fail])
    case 'agent':
      return { ...caseOf(position, repeat, 'error', [abstained]), failure: { code: 'timeout', reason: because } }
    case 'user':
      return { ...caseOf(position, repeat, 'not-evaluated', [abstained]), failure: { code: 'user', reason: because } }
    case 'judge':
      return caseOf(position, repeat, 'not-evaluated', [judgeBroke])
    case 'abstained':
      return caseOf(position, repeat, 'not-evaluated', [abstained])
    case 'measured':
      return caseOf(position, repeat, 'not-evaluated', [{ status: 'measured', metric: 'm', value: 3, unit: 'calls' }])
  }
}

function caseOf(position: number, repeat: number, verdict: Verdict, scores: CaseResult['scores']): ScoredCase {
  return { position, repeat, caseId: `c${position}`, scores, verdict, cost: { toolCalls: 0 } }
}

function planOf(cases: number, repeat: number): RunPlan {
  return madePlan({
    dataset: { id: 'set', format: 'table', cases },
    metrics: [{ name: 'm', threshold: 1 }],
    repeat,
    failOn: ['none'],
  })
}
