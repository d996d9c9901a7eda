import { expect, it } from 'vitest'
import type { MetricSummary } from '../../core/index.ts'
import { byJudgeErrors } from './by-judge-errors.ts'

const metric: MetricSummary = {
  metric: 'm',
  scored: 1000,
  passed: 800,
  failed: 200,
  measured: 0,
  notEvaluated: 3,
  error: 0,
  passRate: null,
  mean: null,
}
const known = { metric: 'm', sensitivity: 0.9, positives: 100, specificity: 0.85, negatives: 100 }

it('corrects the pass rate of a metric whose judge is known, and of no other', () => {
  const summary = { metrics: [metric, { ...metric, metric: 'other' }] }
  const [corrected, other] = byJudgeErrors(summary, [known]).metrics
  expect(corrected?.byJudgeErrors?.estimate).toMatchObject({
    value: expect.closeTo(0.8666666667, 9),
    low: expect.closeTo(0.7982014863, 9),
    high: expect.closeTo(0.9581358093, 9),
    method: 'rogan-gladen',
  })
  expect(other).not.toHaveProperty('byJudgeErrors')
})

it('counts the repeats of a case as one, and has no rate for a judge that says next to nothing', () => {
  const repeats = { repeat: 5, flaky: 0, flakyCases: [], passAtK: [], passHatK: [] }
  const [repeated] = byJudgeErrors({ metrics: [metric], repeats }, [known]).metrics
  expect(repeated?.byJudgeErrors?.estimate).toMatchObject({ n: 200 })
  const [guessing] = byJudgeErrors({ metrics: [metric] }, [{ ...known, specificity: 0.1 }]).metrics
  expect(guessing?.byJudgeErrors).toMatchObject({ estimate: null, errors: { specificity: 0.1 } })
})
