import { isObject } from '../../src/core/basics/is-object.ts'
import { readJsonDocument } from '../../src/formats/kit/source-text.ts'
import {
  type EvalCase,
  type Invocation,
  type JsonObject,
  type InvocationScore,
  type Metric,
  type RunPlan,
  type Score,
  type ToolCall,
  type Transcript,
  EvalError,
  message,
  responseTextOf,
  stringifyJson,
  textOf,
  toolCallsOf,
} from '../../src/core/index.ts'
import { embeddedJudges } from '../../src/compose/judging/choose-judge.ts'
import { collectWarnings } from '../../src/compose/warnings.ts'
import { makeMetric } from '../../src/compose/metrics/metric-catalogue.ts'
import {
  addCase,
  adkEvalCaseFrom,
  adkInvocationFrom,
  adkStepsFrom,
  deleteCase,
  isEvalSetId,
  isSafePathSegment,
  parseDatasetSelectors,
  toAdkInvocation,
  updateCase,
} from '../../src/formats/index.ts'
import { adkDefaultCriteria, readAdkEvalConfig } from '../../src/compose/criteria/eval-config.ts'
import { caseMetricResult, turnMetricResult } from '../../src/packs/adk/adk-metric-result.ts'
import { adkResultName, adkResultPath } from '../../src/packs/adk/adk-result-name.ts'
import {
  aggregateRuns,
  evalStatus,
  finalStatus,
  statusFromWire,
  statusToWire,
  type AdkOutcome,
  type AdkStatus,
} from '../../src/packs/adk/adk-verdict.ts'
import { convertLegacyEvalSet, convertLegacyTest, isLegacyEvalSet } from '../../src/packs/adk/adk-legacy.ts'
import { invocationsFromEvents } from '../../src/packs/adk/adk-events.ts'
import { parseCriterion, type CriterionKind } from '../../src/compose/criteria/criterion-kinds.ts'
import { parseUserSimulatorConfig } from '../../src/compose/criteria/user-simulator-config.ts'
import { adkEvalSetFrom, toAdkEvalSet } from '../../src/packs/adk/adk-eval-set.ts'
import { adkResultFrom } from '../../src/packs/adk/adk-result-reader.ts'
import { scenariosFrom, scenarioId, scenarioText } from '../../src/packs/adk/adk-scenarios.ts'
import { rouge1, tokenizers } from '../../src/text/index.ts'

/** Each function runs one input of a vector through the product's own code and puts the answer into the vector's words. */
export const operations: Readonly<Record<string, (input: never) => unknown>> = {
  trajectory: ({ criterion, actual, expected }: TurnsOfCalls & { criterion: JsonObject }) =>
    caseOutcome('tool_trajectory_avg_score', criterion, callsCase(expected), callsTranscript(actual)),
  tool_parameter_match: ({ threshold, actual, expected }: TurnsOfCalls & { threshold: number }) =>
    // Unlike the others, this one has an answer for a case without a reference: not evaluated.
    caseOutcome('tool_parameter_match', { threshold }, callsCase(expected), callsTranscript(actual), {
      refuses: false,
    }),
  response_match_case: (input: { actual_final_texts: Texts; expected_final_texts: Texts | null; threshold: number }) =>
    caseOutcome(
      'response_match_score',
      { threshold: input.threshold },
      { id: 'case', conversation: input.expected_final_texts?.map(answering) },
      { invocations: input.actual_final_texts.map(answering) },
    ),
  efficiency: efficiencyOutcome,
  rouge1: (input: { candidate: string; reference: string; tokenizer: 'default' | 'unicode' }) =>
    rouge1(input.candidate, input.reference, tokenizers[input.tokenizer]),
  tokenize: ({ text, tokenizer }: { text: string; tokenizer: 'default' | 'unicode' }) => ({
    tokens: tokenizers[tokenizer](text),
  }),

  extract_tool_calls: ({ intermediate_data }: { intermediate_data: unknown }) => {
    const { steps: _, ...rest } = question
    const calls = toolCallsOf({ ...rest, steps: stepsFrom(intermediate_data) })
    return { tool_calls: writtenCalls(calls ?? []) }
  },
  intermediate_data_kind: ({ intermediate_data }: { intermediate_data: unknown }) => ({
    kind: stepsFrom(intermediate_data)?.form === 'events' ? 'InvocationEvents' : 'IntermediateData',
  }),
  content_text: ({ content }: { content: unknown }) => {
    const { finalResponse } = adkInvocationFrom({ user_content: { parts: [] }, final_response: content }, origin)
    return { text: textOf(finalResponse, { thoughts: true }) ?? null }
  },
  invocation_text: (input: { invocation: unknown; include_intermediate_responses_in_final: boolean }) => ({
    text:
      responseTextOf(adkInvocationFrom(input.invocation, origin), {
        thoughts: true,
        intermediate: input.include_intermediate_responses_in_final,
      }) ?? null,
  }),
  events_to_invocations: ({ events }: { events: readonly EventRow[] }) => ({
    invocations: invocationsFromEvents(events.map(withContent)).map(invocationOutcome),
  }),

  eval_status: ({ score, threshold }: { score: number | null; threshold: number }) => ({
    status: evalStatus(score, threshold),
  }),
  final_status: ({ metric_statuses }: { metric_statuses: AdkStatus[] }) => ({ status: finalStatus(metric_statuses) }),
  metric_outcome: (input: {
    evaluator?: { overall: AdkOutcome; per_invocation: AdkOutcome[] } | { error: unknown } | null
    turns: number
  }) => {
    const { evaluator } = input
    const isResult = typeof evaluator === 'object' && evaluator !== null && 'overall' in evaluator
    const perInvocation = isResult ? evaluator.per_invocation : []
    const isEvaluated = isResult && evaluator.overall.status !== 'NOT_EVALUATED'
    // Metrics of ours score each turn or say why not; ADK refuses one that skips a turn.
    if (isEvaluated && perInvocation.length !== input.turns) throw new EvalError('format', 'a turn has no result')
    const invocations = perInvocation.map(scoreFrom)
    const score: Score = { metric: 'metric', ...scoreFrom(isResult ? evaluator.overall : undefined), invocations }
    return {
      overall: outcomeIn(caseMetricResult(score, noMetrics)),
      per_invocation: Array.from({ length: input.turns }, (_, turn) =>
        outcomeIn(turnMetricResult(score, turn, noMetrics)),
      ),
    }
  },
  multi_run_aggregate: (input: { threshold: number; runs: { turn_scores: (number | null)[]; status: AdkStatus }[] }) =>
    aggregateRuns(
      input.runs.map(({ turn_scores, status }) => ({ turnScores: turn_scores, status })),
      input.threshold,
    ),
  agent_evaluator_case: ({
    metrics,
  }: {
    metrics: Record<string, { threshold: number; scores_of_all_runs_and_turns: (number | null)[] }>
  }) => {
    const failedMetrics = Object.entries(metrics).flatMap(
      ([name, { threshold, scores_of_all_runs_and_turns: scores }]) => {
        // Its pytest helper pools all turns of several runs.
        const runs = [scores, []].map((turnScores) => ({ turnScores, status: 'NOT_EVALUATED' as const }))
        return aggregateRuns(runs, threshold).status === 'PASSED' ? [] : [name]
      },
    )
    const passed = failedMetrics.length === 0
    return { failed_metrics: failedMetrics, passed }
  },

  eval_config: ({ config }: { config: unknown }) => ({
    metrics: readAdkEvalConfig(stringifyJson(config), 'config').criteria.map(
      ({ metricName, threshold, customFunctionPath, criterion }) => ({
        metric_name: metricName,
        threshold,
        custom_function_path: customFunctionPath ?? null,
        criterion,
      }),
    ),
  }),
  eval_config_default: ({ file_exists }: { file_exists: boolean }) => {
    const criteria = file_exists ? readAdkEvalConfig('{}', 'config').criteria : adkDefaultCriteria()
    return { criteria: Object.fromEntries(criteria.map(({ metricName, threshold }) => [metricName, threshold])) }
  },
  criterion_defaults: ({ criterion_type, criterion }: { criterion_type: string; criterion: unknown }) => ({
    criterion: parseCriterion(criterionKinds[criterion_type] ?? 'base', criterion),
  }),
  user_sim_config: ({ user_simulator_config }: { user_simulator_config: unknown }) => {
    const { type, model, max_allowed_invocations, include_function_calls } =
      parseUserSimulatorConfig(user_simulator_config)
    return { type, model, max_allowed_invocations, include_function_calls }
  },

  eval_case_validate: ({ eval_case }: { eval_case: unknown }) =>
    validity(() => ({ kind: adkEvalCaseFrom(eval_case, origin).scenario === undefined ? 'static' : 'scenario' })),
  eval_set_validate: ({ eval_set }: { eval_set: unknown }) =>
    validity(() => {
      const { cases, ...set } = readJsonDocument(stringifyJson(eval_set), 'eval_set', adkEvalSetFrom)
      return { dump: toAdkEvalSet(set, cases) }
    }),
  eval_set_id_valid: ({ eval_set_id }: { eval_set_id: string }) => ({ valid: isEvalSetId(eval_set_id) }),
  path_segment_valid: ({ value }: { value: string }) => ({ valid: isSafePathSegment(value) }),
  eval_set_crud: ({
    ids,
    operations: steps,
  }: {
    ids: string[]
    operations: { op: 'add' | 'update' | 'delete'; eval_id: string }[]
  }) => {
    const crud = {
      add: (cases: readonly EvalCase[], id: string) => addCase(cases, emptyCase(id)),
      update: (cases: readonly EvalCase[], id: string) => updateCase(cases, emptyCase(id)),
      delete: deleteCase,
    }
    const cases = steps.reduce<readonly EvalCase[]>(
      (left, { op, eval_id }) => crud[op](left, eval_id),
      ids.map(emptyCase),
    )
    return { ids: cases.map(({ id }) => id) }
  },
  legacy_convert: ({ eval_set_id, legacy }: { eval_set_id: string; legacy: unknown }) => {
    const convert = isLegacyEvalSet(legacy) ? convertLegacyEvalSet : convertLegacyTest
    const { cases, ...set } = convert(legacy, eval_set_id, { newId: () => '', origin })
    return { eval_set: toAdkEvalSet(set, cases) }
  },
  legacy_validate_row: ({ row, criteria }: { row: unknown; criteria: object }) => {
    checkLegacyRow(row, Object.keys(criteria))
    return { ok: true }
  },
  scenario_eval_id: ({ scenario }: { scenario: unknown }) => {
    const [read] = readJsonDocument(stringifyJson({ scenarios: [scenario] }), 'scenario', scenariosFrom)
    if (read === undefined) throw new Error('a list of one has a first')
    return { hashed_text: scenarioText(read), eval_id: scenarioId(read) }
  },

  eval_selector: ({ args }: { args: string[] }) => ({
    selection: Object.fromEntries(parseDatasetSelectors(args).map(({ path, caseIds }) => [path, caseIds])),
  }),
  cli_summary: ({ case_statuses }: { case_statuses: AdkStatus[] }) => {
    // What `adk eval` prints and ends with; ours fails where a case did.
    const passed = case_statuses.filter((status) => status === 'PASSED').length
    return { tests_passed: passed, tests_failed: case_statuses.length - passed, exit_code: 0 }
  },
  result_name: ({ eval_set_result_id }: { eval_set_result_id: string }) => {
    const name = adkResultName(eval_set_result_id)
    return { eval_set_result_name: name, file: adkResultPath(name) }
  },
  result_parse: ({ file_text }: { file_text: string }) => {
    const [first] = readJsonDocument(file_text, 'result', adkResultFrom).cases
    return { eval_id: first?.caseId, final_eval_status: first?.status, score: first?.metrics[0]?.score ?? null }
  },
  status_wire_value: (input: { status: AdkStatus } | { value: number }) =>
    'status' in input
      ? { value: existing(statusToWire(input.status)) }
      : { status: existing(statusFromWire(input.value)) },
}

type Texts = readonly (string | null)[]
type Turns = readonly (readonly ToolCall[])[]
type TurnsOfCalls = { actual: Turns; expected: Turns | null }
type EventRow = JsonObject & { author: string; parts?: unknown }

const origin = { file: 'vector' }
const question: Invocation = { userContent: { role: 'user', parts: [{ text: 'q' }] } }

const criterionKinds: Readonly<Record<string, CriterionKind>> = {
  BaseCriterion: 'base',
  ToolTrajectoryCriterion: 'tool-trajectory',
  LlmAsAJudgeCriterion: 'llm-judge',
  RubricsBasedCriterion: 'rubrics',
  HallucinationsCriterion: 'hallucinations',
  LlmBackedUserSimulatorCriterion: 'user-simulator',
}

function existing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new EvalError('format', 'ADK has no such status')
  return value
}

function stepsFrom(intermediateData: unknown) {
  return intermediateData === null || intermediateData === undefined
    ? undefined
    : adkStepsFrom(intermediateData, origin)
}

function writtenCalls(calls: readonly ToolCall[]): unknown {
  const steps = { form: 'lists' as const, toolCalls: [...calls], toolResponses: [], responses: [] }
  const written = toAdkInvocation({ ...question, steps }) as { intermediate_data: { tool_uses?: unknown } }
  return written.intermediate_data.tool_uses ?? []
}

function callsTurn(calls: readonly ToolCall[]): Invocation {
  const steps = adkStepsFrom({ tool_uses: calls }, origin)
  return { ...question, steps }
}

function callsCase(turns: Turns | null): EvalCase {
  return { id: 'case', conversation: turns?.map(callsTurn) }
}

function callsTranscript(turns: Turns): Transcript {
  return { invocations: turns.map(callsTurn) }
}

function answering(text: string | null): Invocation {
  return text === null ? question : { ...question, finalResponse: { role: 'model', parts: [{ text }] } }
}

function emptyCase(id: string): EvalCase {
  return { id, conversation: [] }
}

/** One metric as a config file asks for it, under ADK's rules. A metric that ADK cannot compute is a refusal. */
async function caseOutcome(
  name: string,
  criterion: JsonObject,
  evalCase: EvalCase,
  transcript: Transcript,
  options: { readonly refuses?: boolean } = {},
): Promise<unknown> {
  const [read] = readAdkEvalConfig(stringifyJson({ criteria: { [name]: criterion } }), 'config').criteria
  if (read === undefined) throw new Error('a config of one criterion has a first')
  const metric = await makeMetric(read, {
    adkCompat: true,
    folder: '.',
    judges: embeddedJudges(),
    documents: async () => [],
    warnings: collectWarnings(),
  })
  return outcomeOf(await metric.score(evalCase, transcript, {}), options)
}

function outcomeOf(score: Score, { refuses = true }: { readonly refuses?: boolean }): unknown {
  if (score.status === 'error') throw new EvalError('format', score.reason)
  if (refuses && score.status === 'not-evaluated' && score.invocations === undefined)
    throw new EvalError('format', score.reason)
  return {
    overall_score: 'value' in score ? score.value : null,
    overall_status: statusOf(score),
    per_invocation: (score.invocations ?? []).map((turn) => ({
      score: 'value' in turn ? turn.value : null,
      status: statusOf(turn),
    })),
  }
}

function statusOf(score: Score | NonNullable<Extract<Score, { status: 'scored' }>['invocations']>[number]): AdkStatus {
  if (score.status === 'scored') return score.passed ? 'PASSED' : 'FAILED'
  return score.status === 'measured' ? 'INFORMATIONAL' : 'NOT_EVALUATED'
}

type EfficiencyInput = { metric: string } & Readonly<Record<string, unknown>>

async function efficiencyOutcome({ metric: name, ...rest }: EfficiencyInput): Promise<unknown> {
  const turns = Object.values(rest).find(Array.isArray) ?? []
  const metric = await efficiencyMetric(name)
  const score = await metric.score(
    { id: 'case' },
    { invocations: turns.map((turn: unknown) => efficiencyTurn(name, turn)) },
    {},
  )
  const known = score.status === 'measured' ? score : undefined
  const details = Object.fromEntries(
    (known?.parts ?? []).flatMap(({ name: part, value }) => (value === null ? [] : [[part, value]])),
  )
  return {
    overall_score: known?.value ?? null,
    per_invocation:
      score.status === 'error'
        ? []
        : (score.invocations ?? turns.map(() => ({}))).map((turn) => ('value' in turn ? turn.value : null)),
    ...(Object.keys(details).length > 0 && { overall_details: details }),
    status: 'INFORMATIONAL',
  }
}

async function efficiencyMetric(name: string): Promise<Metric> {
  const { efficiencyMetrics } = await import('../../src/compose/metrics/metric-catalogue.ts')
  const metric = efficiencyMetrics({ adkCompat: true }).find((candidate) => candidate.name === name)
  if (metric === undefined) throw new EvalError('config', `no metric ${name}`)
  return metric
}

function efficiencyTurn(name: string, turn: unknown): Invocation {
  if (typeof turn === 'object' && turn !== null && !Array.isArray(turn)) {
    if ('intermediate_data' in turn) return adkInvocationFrom({ user_content: { parts: [] }, ...turn }, origin)
    const usage = Object.fromEntries(
      Object.entries(turn).map(([key, value]) => [
        key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    )
    return Object.keys(usage).length === 0 ? question : { ...question, usage }
  }
  if (typeof turn !== 'number') return question
  if (name === 'tool_call_count_v1')
    return callsTurn(Array.from({ length: turn }, (_, index) => ({ name: `tool_${index}` })))
  return name === 'inference_call_count_v1' ? { ...question, modelCalls: turn } : { ...question, durationSeconds: turn }
}

function withContent({ parts, ...row }: EventRow): JsonObject {
  if (parts === undefined) return row
  return { ...row, content: { role: row.author === 'user' ? 'user' : 'model', parts } }
}

function invocationOutcome(invocation: Invocation): unknown {
  const written = toAdkInvocation(invocation) as { intermediate_data?: { invocation_events?: unknown } }
  return {
    invocation_id: invocation.id,
    user_text: textOf(invocation.userContent) ?? '',
    final_text: textOf(invocation.finalResponse, { thoughts: true }) ?? null,
    creation_timestamp: invocation.createdAt ?? 0,
    events: written.intermediate_data?.invocation_events ?? [],
  }
}

function validity(read: () => object): unknown {
  try {
    return { valid: true, ...read() }
  } catch (error) {
    if (error instanceof EvalError) return { valid: false }
    throw error
  }
}

const noMetrics = { metrics: [] } as unknown as RunPlan // nothing else is read

function outcomeIn({ score, status }: AdkOutcome): AdkOutcome {
  return { score, status }
}

function scoreFrom(told: AdkOutcome | undefined): Exclude<InvocationScore, { status: 'measured' }> {
  if (told === undefined || told.score === null)
    return { status: 'not-evaluated', reason: message('it was not evaluated') }
  return { status: 'scored', value: told.score, passed: told.status === 'PASSED' }
}

const columnsByCriterion: Readonly<Record<string, readonly string[]>> = {
  tool_trajectory_avg_score: ['query', 'expected_tool_use'],
  response_evaluation_score: ['query'],
  response_match_score: ['query', 'reference'],
  safety_v1: [],
}

/** ADK's pytest helper refuses criteria whose columns the first row lacks; ours say of each case what it lacks. */
function checkLegacyRow(row: unknown, criteria: readonly string[]): void {
  for (const criterion of criteria) {
    if (columnsByCriterion[criterion] === undefined) {
      throw new EvalError('config', `the criterion ${criterion} needs a modern eval set`)
    }
  }
  const present = isObject(row) ? Object.keys(row) : []
  for (const criterion of criteria) {
    const missing = columnsByCriterion[criterion]?.find((column) => !present.includes(column))
    if (missing === undefined) continue
    throw new EvalError('format', `the criterion ${criterion} needs ${missing}`)
  }
}
