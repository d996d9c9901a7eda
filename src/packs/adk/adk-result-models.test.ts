import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CaseRecord, EvalCase, Invocation, Run, Score } from '../../core/index.ts'
import { writeAdkResult } from './adk-result.ts'
import { readAdkVersion } from './adk-version.ts'

// What the models of google-adk and google-genai take: the fields that they have and, in the evaluation's own models and
// those of google-genai, nothing else (`extra="forbid"`). The file's own two levels pass over what they do not know.
const Part = z.strictObject({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  thought_signature: z.string().nullish(),
  function_call: z
    .strictObject({ id: z.string().nullish(), name: z.string().nullish(), args: z.looseObject({}).nullish() })
    .nullish(),
  function_response: z
    .strictObject({ id: z.string().nullish(), name: z.string().nullish(), response: z.looseObject({}).nullish() })
    .nullish(),
  inline_data: z.strictObject({ mime_type: z.string(), data: z.string() }).nullish(),
})
const Content = z.strictObject({ parts: z.array(Part).nullish(), role: z.string().nullish() })
const RubricScore = z.strictObject({
  rubric_id: z.string(),
  rationale: z.string().nullish(),
  score: z.number().nullish(),
})

function models({ newer }: { readonly newer: boolean }) {
  const onlyNewer = <Shape extends z.ZodRawShape>(shape: Shape) => (newer ? shape : {})
  const Event = z.strictObject({
    author: z.string(),
    content: Content.nullable(),
    ...onlyNewer({ usage_metadata: z.looseObject({}).nullish(), model_version: z.string().nullish() }),
    ...onlyNewer({ grounding_metadata: z.looseObject({}).nullish() }),
  })
  const AppDetails = z.strictObject({
    agent_details: z.record(
      z.string(),
      z.strictObject({ name: z.string(), instructions: z.string(), tool_declarations: z.array(z.looseObject({})) }),
    ),
  })
  const Invocation = z.strictObject({
    invocation_id: z.string(),
    user_content: Content,
    final_response: Content.nullish(),
    intermediate_data: z
      .union([
        z.strictObject({
          tool_uses: z.array(z.looseObject({})),
          tool_responses: z.array(z.looseObject({})),
          intermediate_responses: z.array(z.tuple([z.string(), z.array(Part)])),
        }),
        z.strictObject({ invocation_events: z.array(Event) }),
      ])
      .nullish(),
    creation_timestamp: z.number(),
    rubrics: z.array(z.looseObject({})).nullish(),
    app_details: AppDetails.nullish(),
    ...onlyNewer({ duration: z.number().nullish(), inference_call_count: z.int().nullish() }),
  })
  const Status = newer ? z.literal([1, 2, 3, 4]) : z.literal([1, 2, 3])
  const MetricResult = z.strictObject({
    metric_name: z.string(),
    threshold: z.number().nullish(),
    criterion: z.looseObject({ threshold: z.number() }).nullish(),
    custom_function_path: z.string().nullish(),
    score: z.number().nullish(),
    eval_status: Status,
    details: z.strictObject({
      rubric_scores: z.array(RubricScore).nullish(),
      ...onlyNewer({ token_usage_details: z.looseObject({}).nullish() }),
    }),
  })
  return z.looseObject({
    eval_set_result_id: z.string(),
    eval_set_result_name: z.string().nullish(),
    eval_set_id: z.string(),
    creation_timestamp: z.number(),
    eval_case_results: z.array(
      z.looseObject({
        eval_set_id: z.string(),
        eval_id: z.string(),
        final_eval_status: Status,
        eval_metric_results: z.null().optional(),
        overall_eval_metric_results: z.array(MetricResult),
        eval_metric_result_per_invocation: z.array(
          z.strictObject({
            actual_invocation: Invocation,
            expected_invocation: Invocation.nullish(),
            eval_metric_results: z.array(MetricResult),
          }),
        ),
        session_id: z.string(),
        user_id: z.string().nullish(),
      }),
    ),
  })
}

const rubric = { rubric_id: 'polite', rubric_content: { text_property: 'The answer is polite.' } }
const run: Run = {
  status: 'finished',
  plan: {
    runId: 'r1',
    createdAt: '2026-11-21T00:00:00.500Z',
    version: '0.1.0',
    dataset: { id: 'set', format: 'adk-eval-set', cases: 1 },
    target: { name: 't' },
    metrics: [
      {
        name: 'rubric_based_final_response_quality_v1',
        threshold: 0.5,
        options: { threshold: 0.5, rubrics: [rubric] },
      },
      { name: 'tool_call_count_v1' },
      { name: 'token_usage_v1' },
      { name: 'mine', options: { budget: 3 } },
    ],
    repeat: 1,
    concurrency: 1,
    seed: 1,
    adkCompat: false,
    failOn: [],
  },
}
const said = { role: 'model', parts: [{ text: 'Good morning.' }] }
const actual: Invocation = {
  userContent: { role: 'user', parts: [{ text: 'hi' }] },
  finalResponse: said,
  createdAt: 1000,
  durationSeconds: 0.5,
  modelCalls: 2,
  usage: { inputTokens: 3 },
  steps: {
    form: 'events',
    events: [
      {
        author: 'agent',
        content: { parts: [{ toolCall: { id: 'c1', name: 'find', args: {} }, extra: { thought_signature: 'c2ln' } }] },
        usage: { promptTokens: 3 },
        model: 'gemini-2.5-flash',
        extra: { grounding_metadata: {} },
      },
      { author: 'agent', content: { parts: [{ toolResponse: { id: 'c1', name: 'find', response: {} } }] } },
    ],
  },
  agents: { agent: { name: 'agent', instructions: 'Be polite.', toolDeclarations: [{ function_declarations: [] }] } },
  sessionState: { step: 1 },
  metadata: { trace: 1 },
}
const evalCase: EvalCase = {
  id: 'a',
  conversation: [{ userContent: actual.userContent, finalResponse: said, durationSeconds: 2, modelCalls: 1 }],
  rubrics: [{ id: 'short', property: 'The answer is short.', type: 'FINAL_RESPONSE_QUALITY' }],
}
const rows = [
  { subject: 'The answer is polite.', label: 'yes', value: 1, reason: 'It greets.' },
  { subject: 'The answer is short.', label: 'no', value: 0, reason: 'It has two words too many.' },
]
const parts = [
  { name: 'polite', value: 1 },
  { name: 'short', value: 0 },
]
const scores: Score[] = [
  {
    status: 'scored',
    metric: 'rubric_based_final_response_quality_v1',
    value: 0.5,
    threshold: 0.5,
    passed: true,
    parts,
    invocations: [{ status: 'scored', value: 0.5, passed: true, parts, evidence: [{ kind: 'verdicts', rows }] }],
  },
  { status: 'measured', metric: 'tool_call_count_v1', value: 1, unit: 'calls' },
  {
    status: 'measured',
    metric: 'token_usage_v1',
    value: 3,
    unit: 'tokens',
    parts: [{ name: 'input_tokens', value: 3 }],
  },
  { status: 'error', metric: 'mine', blame: 'metric', reason: { text: 'it broke' } },
]
const record: CaseRecord = {
  position: 0,
  repeat: 0,
  evalCase,
  invocations: [actual],
  scores,
  result: {
    position: 0,
    repeat: 0,
    evalCase,
    transcript: { invocations: [actual] },
    scores,
    verdict: 'passed',
    durationMs: 5,
    cost: { toolCalls: 1 },
  },
}

function written(version?: string) {
  const adk = version === undefined ? undefined : readAdkVersion(version)
  return JSON.parse(writeAdkResult(run, [record], { adk }).text)
}

describe('a result file for ADK', () => {
  it.each([[undefined], ['1.29'], ['1.29.0'], ['2.0'], ['2.5']])('is read by the models of 1.29 (%s)', (version) => {
    expect(models({ newer: false }).safeParse(written(version)).error?.issues).toBeUndefined()
  })

  it.each([[undefined], ['2.6'], ['2.10.1'], ['2.x'], ['3'], ['latest']])('is read by newer models (%s)', (version) => {
    expect(models({ newer: true }).safeParse(written(version)).error?.issues).toBeUndefined()
  })

  it('has what only newer versions know when one is asked for', () => {
    const [old] = written().eval_case_results
    const [recent] = written('latest').eval_case_results
    const names = (row: typeof old) =>
      row.overall_eval_metric_results.map((one: { metric_name: string }) => one.metric_name)
    expect(names(old)).toEqual(['rubric_based_final_response_quality_v1', 'mine'])
    expect(names(recent)).toEqual(run.plan.metrics.map(({ name }) => name))
    const [turn] = recent.eval_metric_result_per_invocation
    expect(turn.actual_invocation).toMatchObject({ duration: 0.5, inference_call_count: 2 })
    expect(turn.actual_invocation.intermediate_data.invocation_events[0]).toMatchObject({
      model_version: 'gemini-2.5-flash',
    })
  })

  it('has the judge’s reasons, rubric by rubric', () => {
    const [row] = written().eval_case_results
    const expected = [
      { rubric_id: 'polite', rationale: 'It greets.', score: 1 },
      { rubric_id: 'short', rationale: 'It has two words too many.', score: 0 },
    ]
    expect(row.overall_eval_metric_results[0].details.rubric_scores).toEqual(expected)
    const [turn] = row.eval_metric_result_per_invocation
    expect(turn.eval_metric_results[0].details.rubric_scores).toEqual(expected)
  })

  it.each([[''], ['new'], ['1.2.'], ['-1']])('refuses %j as a version', (version) => {
    expect(() => readAdkVersion(version)).toThrow('is no version of ADK')
  })
})
