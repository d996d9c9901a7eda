import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../formats/kit/source-text.ts'
import type { CaseRecord, EvalCase, Run, Score } from '../../core/index.ts'
import { adkResultFrom } from './adk-result-reader.ts'
import { writeAdkResult } from './adk-result.ts'
import { readAdkVersion } from './adk-version.ts'
import { adkResultId } from './adk-result-name.ts'
import { formats } from '../../compose/datasets.ts'
import { documentDataset } from '../../formats/document-dataset.ts'

const user = (text: string) => ({ role: 'user', parts: [{ text }] })
const evalCase: EvalCase = {
  id: 'late',
  conversation: [{ id: 't1', userContent: user('q'), finalResponse: { parts: [{ text: 'yes' }] } }],
  session: { appName: 'hotel', userId: 'g', id: 's1' },
}
const run: Run = {
  status: 'finished',
  plan: {
    runId: 'r1',
    createdAt: '2026-11-21T00:00:00.500Z',
    version: '0.1.0',
    dataset: { id: 'set', format: 'adk-eval-set', cases: 1 },
    target: { name: 't' },
    metrics: [
      { name: 'm', threshold: 0.5, options: { threshold: 0.5 } },
      { name: 'token_usage_v1' },
      { name: 'j', threshold: 1 },
    ],
    repeat: 1,
    concurrency: 1,
    seed: 1,
    adkCompat: false,
    failOn: [],
  },
}
const scored = (value: number): Score => ({
  status: 'scored',
  metric: 'm',
  value,
  threshold: 0.5,
  passed: value >= 0.5,
  invocations: [{ status: 'scored', value, passed: value >= 0.5 }],
})
const tokens: Score = {
  status: 'measured',
  metric: 'token_usage_v1',
  value: 12,
  unit: 'tokens',
  parts: [
    { name: 'input_tokens', value: 10 },
    { name: 'output_tokens', value: null },
  ],
  invocations: [{ status: 'measured', value: 12 }],
}
const broken: Score = { status: 'error', metric: 'j', blame: 'judge', reason: { text: 'the judge is away' } }

function record(
  repeat: number,
  scores: readonly Score[],
  failure?: { code: string; reason: { text: string } },
): CaseRecord {
  const invocations =
    failure === undefined ? [{ id: 'x', userContent: user('q'), finalResponse: { parts: [{ text: 'no' }] } }] : []
  const result = {
    position: 0,
    repeat,
    evalCase,
    transcript: failure === undefined ? { invocations } : { invocations, failure },
    scores: [...scores],
    verdict: 'failed' as const,
    durationMs: 5,
    cost: { toolCalls: 0 },
  }
  return { position: 0, repeat, evalCase, invocations, scores, result }
}

const whole = (value: number, passed: boolean): Score => ({ status: 'scored', metric: 'm', value, passed })

/** What the file says of one metric, and of the case, after a repeat for each score. */
function outcomeOf(...scores: Score[]) {
  const records = scores.map((score, repeat) => record(repeat, [score]))
  const [read] = readJsonDocument(writeAdkResult(run, records).text, 'r.json', adkResultFrom).cases
  return [read?.metrics[0]?.score, read?.metrics[0]?.status, read?.status]
}

describe('writeAdkResult', () => {
  it('writes what ADK writes, nulls included, and what ADK has no place for under one key', () => {
    const { name, path, text } = writeAdkResult(run, [record(0, [scored(1), tokens, broken])], {
      adk: readAdkVersion('latest'),
    })
    expect(name).toBe('hotel_set_1795219200.5')
    expect(path).toBe('.adk/eval_history/hotel_set_1795219200.5.evalset_result.json')
    const { shinsa, ...file } = JSON.parse(text) as { shinsa: object }
    expect(file).toMatchInlineSnapshot(`
      {
        "creation_timestamp": 1795219200.5,
        "eval_case_results": [
          {
            "eval_id": "late",
            "eval_metric_result_per_invocation": [
              {
                "actual_invocation": {
                  "app_details": null,
                  "creation_timestamp": 0,
                  "final_response": {
                    "parts": [
                      {
                        "function_call": null,
                        "function_response": null,
                        "inline_data": null,
                        "text": "no",
                        "thought": null,
                      },
                    ],
                    "role": null,
                  },
                  "intermediate_data": null,
                  "invocation_id": "x",
                  "rubrics": null,
                  "user_content": {
                    "parts": [
                      {
                        "function_call": null,
                        "function_response": null,
                        "inline_data": null,
                        "text": "q",
                        "thought": null,
                      },
                    ],
                    "role": "user",
                  },
                },
                "eval_metric_results": [
                  {
                    "criterion": {
                      "threshold": 0.5,
                    },
                    "custom_function_path": null,
                    "details": {
                      "rubric_scores": null,
                    },
                    "eval_status": 1,
                    "metric_name": "m",
                    "score": 1,
                    "threshold": 0.5,
                  },
                  {
                    "criterion": null,
                    "custom_function_path": null,
                    "details": {
                      "rubric_scores": null,
                    },
                    "eval_status": 4,
                    "metric_name": "token_usage_v1",
                    "score": 12,
                    "threshold": null,
                  },
                  {
                    "criterion": {
                      "threshold": 1,
                    },
                    "custom_function_path": null,
                    "details": {
                      "rubric_scores": null,
                    },
                    "eval_status": 3,
                    "metric_name": "j",
                    "score": null,
                    "threshold": 1,
                  },
                ],
                "expected_invocation": {
                  "app_details": null,
                  "creation_timestamp": 0,
                  "final_response": {
                    "parts": [
                      {
                        "function_call": null,
                        "function_response": null,
                        "inline_data": null,
                        "text": "yes",
                        "thought": null,
                      },
                    ],
                    "role": null,
                  },
                  "intermediate_data": null,
                  "invocation_id": "t1",
                  "rubrics": null,
                  "user_content": {
                    "parts": [
                      {
                        "function_call": null,
                        "function_response": null,
                        "inline_data": null,
                        "text": "q",
                        "thought": null,
                      },
                    ],
                    "role": "user",
                  },
                },
              },
            ],
            "eval_metric_results": null,
            "eval_set_file": "set",
            "eval_set_id": "set",
            "final_eval_status": 1,
            "overall_eval_metric_results": [
              {
                "criterion": {
                  "threshold": 0.5,
                },
                "custom_function_path": null,
                "details": {
                  "rubric_scores": null,
                },
                "eval_status": 1,
                "metric_name": "m",
                "score": 1,
                "threshold": 0.5,
              },
              {
                "criterion": null,
                "custom_function_path": null,
                "details": {
                  "rubric_scores": null,
                  "token_usage_details": {
                    "cached_tokens": null,
                    "candidates_tokens": null,
                    "input_tokens": 10,
                    "output_tokens": null,
                    "prompt_tokens": null,
                    "reasoning_tokens": null,
                    "tool_use_tokens": null,
                    "total_tokens": null,
                  },
                },
                "eval_status": 4,
                "metric_name": "token_usage_v1",
                "score": 12,
                "threshold": null,
              },
              {
                "criterion": {
                  "threshold": 1,
                },
                "custom_function_path": null,
                "details": {
                  "rubric_scores": null,
                },
                "eval_status": 3,
                "metric_name": "j",
                "score": null,
                "threshold": 1,
              },
            ],
            "session_details": null,
            "session_id": "s1",
            "user_id": "g",
          },
        ],
        "eval_set_id": "set",
        "eval_set_result_id": "hotel_set_1795219200.5",
        "eval_set_result_name": "hotel_set_1795219200.5",
      }
    `)
    expect(shinsa).toMatchObject({
      version: '0.1.0',
      plan: { runId: 'r1' },
      cases: [{ eval_id: 'late', verdict: 'failed', scores: [{}, {}, { reason: { text: 'the judge is away' } }] }],
    })
  })

  it('is read back', () => {
    const { text } = writeAdkResult(run, [record(0, [scored(1), tokens, broken])], { adk: readAdkVersion('latest') })
    expect(readJsonDocument(text, 'r.json', adkResultFrom)).toMatchObject({
      id: 'hotel_set_1795219200.5',
      evalSetId: 'set',
      cases: [
        {
          caseId: 'late',
          status: 'PASSED',
          invocations: [{ id: 'x', finalResponse: { parts: [{ text: 'no' }] } }],
          expected: [{ id: 't1', finalResponse: { parts: [{ text: 'yes' }] } }],
          metrics: [
            { metricName: 'm', score: 1, status: 'PASSED' },
            {
              metricName: 'token_usage_v1',
              score: 12,
              status: 'INFORMATIONAL',
              details: { tokens: { inputTokens: 10 } },
            },
            { metricName: 'j', score: null, status: 'NOT_EVALUATED' },
          ],
        },
      ],
    })
  })

  it('drops the scores of single turns when the case was not evaluated, as ADK does', () => {
    const score: Score = {
      status: 'not-evaluated',
      metric: 'm',
      reason: { text: 'tie' },
      invocations: [{ status: 'scored', value: 1, passed: true }],
    }
    const file = JSON.parse(writeAdkResult(run, [record(0, [score])]).text) as object
    expect(file).toMatchObject({
      eval_case_results: [
        { eval_metric_result_per_invocation: [{ eval_metric_results: [{ score: null, eval_status: 3 }] }] },
      ],
    })
  })

  it('lists rubrics that were mentioned without a verdict', () => {
    const metric = 'rubric_based_tool_use_quality_v1'
    const parts = [{ name: 'polite', value: null }]
    const reason = { text: 'no verdict' }
    const score: Score = {
      status: 'not-evaluated',
      metric,
      reason,
      parts,
      invocations: [{ status: 'not-evaluated', reason, parts }],
    }
    const { cases } = readJsonDocument(writeAdkResult(run, [record(0, [score])]).text, 'r.json', adkResultFrom)
    expect(cases[0]?.metrics[0]?.details).toEqual({
      rubricScores: [{ rubricId: 'polite', rationale: null, score: null }],
    })
  })

  it('pools the turns of repeats into one case', () => {
    const { text } = writeAdkResult(run, [record(0, [scored(1)]), record(1, [scored(0.2)])])
    const { cases } = readJsonDocument(text, 'r.json', adkResultFrom)
    expect(cases).toMatchObject([
      { status: 'PASSED', metrics: [{ score: 0.6, status: 'PASSED' }], invocations: [{}, {}] },
    ])
  })

  it('pools the cases of repeats where a metric looks at the case as a whole', () => {
    expect(outcomeOf(whole(0.9, true), whole(0.7, true))).toEqual([0.8, 'PASSED', 'PASSED'])
    // The judge's own verdict, whatever the mean says.
    expect(outcomeOf(whole(0.9, true), whole(0.9, false))).toEqual([0.9, 'FAILED', 'FAILED'])
    const open: Score = { status: 'not-evaluated', metric: 'm', reason: { text: 'unclear' } }
    expect(outcomeOf(whole(0.9, true), open)).toEqual([0.9, 'NOT_EVALUATED', 'NOT_EVALUATED'])
  })

  it('fails a case whose agent failed in one repeat, and leaves out what has not ended', () => {
    const failure = { code: 'timeout', reason: { text: 'too slow' } }
    const unfinished: CaseRecord = { ...record(0, []), position: 1, result: undefined }
    const { text } = writeAdkResult(run, [record(0, [scored(1)]), record(1, [], failure), unfinished])
    expect(readJsonDocument(text, 'r.json', adkResultFrom).cases).toMatchObject([{ status: 'FAILED' }])
    expect(text).toContain('too slow')
  })

  it('refuses names that would lead out of its folder', () => {
    expect(() => writeAdkResult(run, [], { appName: '../x' })).toThrow('app_name "../x" cannot be part of a file name')
    expect(adkResultId('a', 's', 17)).toBe('a_s_17.0')
  })
})

describe('adkResultFrom', () => {
  const old = {
    evalSetResultId: 'r',
    evalSetId: 's',
    evalCaseResults: [
      {
        evalId: 'e',
        finalEvalStatus: 2,
        evalMetricResults: [
          [
            { metric_name: 'm', threshold: 0.5 },
            { score: 0.25, eval_status: 2 },
          ],
        ],
        futureKey: 1,
        evalMetricResultPerInvocation: [
          {
            actualInvocation: { userContent: { parts: [{ text: 'q', futurePart: null }] }, futureThing: {} },
            evalMetricResults: [],
          },
        ],
      },
    ],
  }

  it('takes JSON inside a JSON text, keys of other versions, and pairs of metric and result', () => {
    expect(readJsonDocument(JSON.stringify(JSON.stringify(old)), 'r.json', adkResultFrom).cases).toMatchObject([
      {
        caseId: 'e',
        status: 'FAILED',
        invocations: [{ userContent: { parts: [{ text: 'q' }] } }],
        expected: [],
        metrics: [{ metricName: 'm', threshold: 0.5, score: 0.25 }],
      },
    ])
  })

  it('refuses a result that is wrapped into JSON text twice, which no version of ADK writes', async () => {
    const wrapped = JSON.stringify(JSON.stringify(JSON.stringify(old)))
    const refusal = 'r.json: the result is wrapped into JSON text more than once'
    expect(() => readJsonDocument(wrapped, 'r.json', adkResultFrom)).toThrow(refusal)
    await expect(documentDataset(wrapped, 'r.json', { name: 'r', formats })).rejects.toThrow(refusal)
  })

  it('says which status there is not', () => {
    const text = JSON.stringify({ ...old, evalCaseResults: [{ evalId: 'e', finalEvalStatus: 9 }] })
    expect(() => readJsonDocument(text, 'r.json', adkResultFrom)).toThrow(
      'r.json:1: eval_case_results[0].final_eval_status: there is no status 9',
    )
  })
})
