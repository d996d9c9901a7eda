import { describe, expect, it } from 'vitest'
import { type RunSummary, toEnglish } from '../core/index.ts'
import { defaultFailOn, judgeRun, parseGateRules } from './gate.ts'

describe('judgeRun', () => {
  it('passes a run in which everything passed', () => {
    expect(judgeRun(facts({ passed: 3 }), defaultFailOn)).toMatchObject({ passed: true, reasons: [] })
  })

  it.each([
    [{ passed: 2, failed: 1 }, '1 result failed'],
    [{ passed: 2, error: 2 }, '2 results ended in an error'],
    [{ passed: 2, notEvaluated: 1 }, '1 result could not be evaluated'],
  ])('closes by default on %o', (counts, reason) => {
    expect(reasonsOf(judgeRun(facts(counts), defaultFailOn))).toEqual([reason])
  })

  it('never passes a run that evaluated nothing, or was stopped, unless nothing is asked of it', () => {
    expect(reasonsOf(judgeRun(facts({}), ['failed']))).toEqual(['no case was evaluated'])
    expect(reasonsOf(judgeRun({ ...facts({ passed: 1 }), unfinished: 4 }, ['failed']))).toEqual([
      '4 results are missing: the run was stopped',
    ])
    expect(judgeRun(facts({}), ['none']).passed).toBe(true)
  })

  it.each(['failed', 'error', 'not-evaluated', 'pass-rate<0.1', 'pass-rate-low<0', 'rouge_l<0', 'rouge_l>1'])(
    'never passes a run under %s in which nothing was scored',
    (rule) => {
      const silent = { ...facts({ notEvaluated: 3 }), passRate: null }
      expect(judgeRun(silent, [rule]).passed).toBe(false)
      expect(reasonsOf(judgeRun(silent, [rule]))[0]).toBe('nothing was evaluated: 3 results without a verdict')
      expect(reasonsOf(judgeRun(facts({ error: 3 }), [rule]))[0]).toBe(
        'nothing was scored: the agent failed wherever it was evaluated',
      )
      expect(reasonsOf(judgeRun(facts({}), [rule]))[0]).toBe('no case was evaluated')
      expect(judgeRun(silent, ['none']).passed).toBe(true)
    },
  )

  it('asks for whole answers where it is told to', () => {
    const evidence = { exchanges: 3, reported: {}, observed: {}, listeners: [], cut: { length: 1, error: 1 } }
    const run = { ...facts({ passed: 3 }), evidence }
    expect(reasonsOf(judgeRun(run, ['cut']))).toEqual(['2 answers were cut'])
    expect(judgeRun(run, defaultFailOn).passed).toBe(true)
    expect(judgeRun(facts({ passed: 3 }), ['cut']).passed).toBe(true)
  })

  it('takes errors of judges for errors, once', () => {
    const run = facts({ passed: 3, notEvaluated: 2, broken: 2 })
    expect(reasonsOf(judgeRun(run, ['error']))).toEqual(['2 results ended in an error'])
    expect(reasonsOf(judgeRun(run, ['error', 'not-evaluated']))).toEqual(['2 results could not be evaluated'])
    expect(judgeRun(run, ['failed']).passed).toBe(true)
  })

  it('holds pass rate, its lower end and means of metrics against limits', () => {
    const run = facts({ passed: 8, failed: 2 })
    expect(reasonsOf(judgeRun(run, ['pass-rate<0.8']))).toEqual([])
    expect(reasonsOf(judgeRun(run, ['pass-rate<0.81']))).toEqual(['pass-rate is 0.8, below 0.81'])
    expect(reasonsOf(judgeRun(run, ['pass-rate-low<0.5']))).toEqual(['pass-rate-low is 0.49, below 0.5'])
    expect(reasonsOf(judgeRun(run, ['rouge_l<0.7', 'unknown<0.1']))).toEqual([
      'rouge_l is 0.6, below 0.7',
      'unknown was not measured, and the gate asks for 0.1',
    ])
  })

  it('holds means of metrics in which lower is better against a limit from above', () => {
    const run = facts({ passed: 8, failed: 2 })
    expect(reasonsOf(judgeRun(run, ['rouge_l>0.6', 'unknown>0.1']))).toEqual([
      'unknown was not measured, and the gate asks for 0.1',
    ])
    expect(reasonsOf(judgeRun(run, ['rouge_l>0.5']))).toEqual(['rouge_l is 0.6, above 0.5'])
  })

  it('counts the share of all results that pass a metric: one without a score does not', () => {
    // 5 of 10 scored ones passed, and 2 results have no score.
    const run = facts({ passed: 8, failed: 2, error: 2 })
    expect(reasonsOf(judgeRun(run, ['rouge_l.pass-rate<0.5']))).toEqual([
      'rouge_l.pass-rate is 0.4167 with 2 not evaluated counted against it, below 0.5',
    ])
    expect(reasonsOf(judgeRun(run, ['rouge_l.pass-rate<0.41']))).toEqual([])
    expect(reasonsOf(judgeRun(run, ['unknown.pass-rate<0.1']))).toEqual([
      'unknown.pass-rate was not measured, and the gate asks for 0.1',
    ])
  })

  it.each([
    { passed: 7, values: Array.from({ length: 10 }, () => 0.7), reasons: [] },
    {
      passed: 7,
      values: [0.95, ...Array.from({ length: 8 }, () => 0.7), 0.44],
      reasons: ['panel is 0.699, below 0.7'],
    },
    { passed: 6, values: Array.from({ length: 10 }, () => 0.9), reasons: ['panel.pass-rate is 0.6, below 0.7'] },
    { passed: 9, values: Array.from({ length: 12 }, () => 0.7), reasons: [] },
    { passed: 8, values: Array.from({ length: 12 }, () => 0.7), reasons: ['panel.pass-rate is 0.6667, below 0.7'] },
  ])('decides $passed passes with the values $values', ({ passed, values, reasons }) => {
    const total = values.length
    const mean = values.reduce((sum, value) => sum + value / total, 0)
    const run = facts({ passed, failed: total - passed })
    const metrics = run.metrics.map((metric) => ({
      ...metric,
      metric: 'panel',
      scored: total,
      passed,
      mean: { value: mean, low: 0, high: 1, n: total, level: 0.95, method: 't' as const },
    }))
    const { reasons: said } = judgeRun({ ...run, metrics }, ['panel.pass-rate<0.7', 'panel<0.7'])
    expect(said.map(toEnglish)).toEqual(reasons)
  })

  it.each(['fail', 'panel.pass-rate>0.5', 'pass-rate<2', 'pass-rate>0.5', '<0.5', 'pass-rate<'])(
    'refuses the rule %s',
    (rule) => {
      expect(() => parseGateRules([rule], [])).toThrow(`${JSON.stringify(rule)} is not a rule for the gate`)
    },
  )
})

function facts(counts: Partial<RunSummary['results']>): Omit<RunSummary, 'gate'> {
  const results = { total: 0, passed: 0, failed: 0, error: 0, notEvaluated: 0, ...counts }
  results.total = results.passed + results.failed + results.error + results.notEvaluated
  const estimate = { value: 0.8, low: 0.49, high: 0.94, n: 10, level: 0.95, method: 'wilson' }
  const rouge = { metric: 'rouge_l', scored: 10, passed: 5, failed: 5, measured: 0, notEvaluated: 0, error: 0 }
  return {
    results,
    unfinished: 0,
    passRate: estimate,
    metrics: [{ ...rouge, passRate: estimate, mean: { ...estimate, value: 0.6 } }],
    cost: { toolCalls: 0 },
  }
}

function reasonsOf({ reasons }: RunSummary['gate']): readonly string[] {
  return reasons.map(toEnglish)
}
