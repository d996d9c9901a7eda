import { describe, expect, it } from 'vitest'
import { caseResult, sampleRun } from '../../../../test/fixtures/sample-run.ts'
import type { CaseResult, Review, Score } from '../../../core/index.ts'
import { summariseReview } from '../../../statistics/index.ts'
import { toReviewResult } from './review-result.ts'

const task = {
  documents: ['report.pdf'],
  folder: '/suites/fixtures',
  checkName: 'Lights',
  checkDescription: 'They last 60 minutes.',
  languageName: 'English',
}

type Reviewed = { readonly result: CaseResult; readonly review: Review | undefined; readonly row: object }

function reviewed(id: string, expected: 'pass' | 'fail', result: 'pass' | 'fail', confidence?: number): Reviewed {
  const stated = confidence === undefined ? {} : { confidence }
  const passed = expected === result
  const verdict: Score = {
    status: 'scored',
    metric: 'verdict_match',
    value: passed ? 1 : 0,
    threshold: 1,
    passed,
    evidence: [{ kind: 'classification', expected, actual: result, ...stated }],
  }
  const { evalCase, ...rest } = caseResult(id, '', [verdict])
  const review = { result, ...stated, explanation: 'So it is.', shortExplanation: '', citations: [], sources: [] }
  return {
    result: { ...rest, evalCase: { ...evalCase, review: { ...task, expected } } },
    review,
    row: { expected, result, ...stated },
  }
}

function unanswered(id: string, failure: boolean): Reviewed {
  const reason = { text: 'no answer' }
  const score: Score = { status: 'not-evaluated', metric: 'verdict_match', reason }
  const { evalCase, transcript, ...rest } = caseResult(id, '', [score])
  return {
    result: {
      ...rest,
      evalCase: { ...evalCase, review: { ...task, expected: 'fail' } },
      transcript: { ...transcript, ...(failure && { failure: { code: 'agent', reason } }) },
    },
    review: undefined,
    row: { status: failure ? 'agent-error' : 'invalid-output' },
  }
}

function fileOf(cases: readonly Reviewed[]) {
  const rows = cases.map(({ row, result }) => ({ caseId: result.evalCase.id, ...row }))
  const run = sampleRun()
  const plan = { ...run.plan, metrics: [{ name: 'verdict_match', threshold: 1 }] }
  return toReviewResult({
    run: { ...run, plan },
    experiment: 'accuracy',
    endedAt: new Date(0),
    summary: summariseReview(rows, { seed: 1 }),
    results: cases,
  })
}

describe('the result file of reviews', () => {
  it('says of each verdict whether it was right, how confident, and what kind of mistake', () => {
    const cases = [
      reviewed('right', 'fail', 'fail', 0.95),
      reviewed('critical', 'fail', 'pass', 0.95),
      reviewed('alarm', 'pass', 'fail', 0.95),
      reviewed('unsure', 'fail', 'pass', 0.5),
      reviewed('silent', 'pass', 'pass'),
    ]
    const { case_results: results } = fileOf(cases) as { case_results: { evaluations: object }[] }
    expect(results.map(({ evaluations }) => Object.values(evaluations).map(line))).toMatchInlineSnapshot(`
      [
        [
          "1 true expected=fail|actual=fail|confidence=0.950",
          "1 true confidence=0.950|correct=1|high_conf=1",
        ],
        [
          "0 false expected=fail|actual=pass|confidence=0.950|error=false_negative",
          "0 false confidence=0.950|correct=0|high_conf=1|over_confident=1|critical_error=1|fn_high_conf=1",
        ],
        [
          "0 false expected=pass|actual=fail|confidence=0.950|error=false_positive",
          "0 false confidence=0.950|correct=0|high_conf=1|over_confident=1",
        ],
        [
          "0 false expected=fail|actual=pass|confidence=0.500|error=false_negative",
          "0.5 true confidence=0.500|correct=0|high_conf=0",
        ],
        [
          "1 true expected=pass|actual=pass",
        ],
      ]
    `)
  })

  it('keeps a list where older programs wrote a number, and the number beside it', () => {
    const file = fileOf([reviewed('alarm', 'pass', 'fail', 0.6), reviewed('right', 'pass', 'pass', 0.9)])
    expect(file).toMatchObject({
      aggregated_metrics: {
        AccuracyEvaluator: {
          accuracy: 0.5,
          recall: null,
          zero_division_0: { recall: 0 },
          confusion_matrix: [
            [1, 1],
            [0, 0],
          ],
          false_positive_count: 1,
          false_positive_cases: [
            { case_index: 0, case_name: 'alarm', confidence: 0.6, expected: 'pass', actual: 'fail' },
          ],
          false_positive_rate: 0.5,
        },
        ConfidenceCalibrationEvaluator: { safe_operating_threshold: { guarantee: 'none', recommended: null } },
      },
    })
  })

  it('counts what was not answered as failed and not as a verdict, with what happened', () => {
    const file = fileOf([
      unanswered('broken', true),
      unanswered('vague', false),
      reviewed('right', 'fail', 'fail', 0.9),
    ])
    expect(file).toMatchObject({
      total_cases: 3,
      successful_cases: 1,
      failed_cases: 2,
      case_results: [
        { status: 'agent_error', agent_output: null, error: 'no answer' },
        {
          status: 'invalid_output',
          agent_output: null,
          evaluations: { AccuracyEvaluator: { score: null, pass: null } },
        },
        { status: 'ok', agent_output: { result: 'fail' } },
      ],
      aggregated_metrics: { AccuracyEvaluator: { accuracy: 1, total_cases: 1 } },
    })
    expect(file).toHaveProperty('aggregated_metrics.AccuracyEvaluator.accuracy_with_errors', 1 / 3)
    expect(file).not.toHaveProperty('aggregated_metrics.OutputEvaluator')
  })
})

function line(evaluation: { score: number; details: string; pass: boolean }): string {
  return `${evaluation.score} ${evaluation.pass} ${evaluation.details}`
}
