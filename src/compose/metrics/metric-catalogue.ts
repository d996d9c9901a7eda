import { z } from 'zod'
import {
  type DocumentsOf,
  type JudgeSource,
  type Metric,
  type PackMetric,
  EvalError,
  message,
  nearestNames,
  type Message,
} from '../../core/index.ts'
import type { Criterion } from '../criteria/eval-config.ts'
import {
  inferenceCallCount,
  invocationDuration,
  tokenUsage,
  toolCallCount,
} from '../../metrics/trajectory/efficiency.ts'
import type { RunJudges } from '../judging/choose-judge.ts'
import { snakeCaseOptions } from '../../metrics/shared/snake-case-options.ts'
import { schemaError } from '../../metrics/shared/criterion-schema-error.ts'
import { warnOfIdleOptions, checkOptionNames, optionsOfAdk } from './idle-options.ts'
import { judgedMetricNames } from './judged-metric-names.ts'
import { evaluatorFor, packEvaluators, packMetrics } from './pack-metrics.ts'
import type { Warnings } from '../warnings.ts'
import { didYouMean } from '../../core/basics/nearest-names.ts'

type RunDependencies = {
  readonly adkCompat: boolean
  /** Folder that must contain the code named by criteria. */
  readonly folder: string
  readonly judges: RunJudges
  readonly documents: DocumentsOf
  readonly warnings: Warnings
}

/** Returns the metrics that every run reports. */
export function efficiencyMetrics({ adkCompat }: { readonly adkCompat: boolean }): readonly Metric[] {
  return [toolCallCount(), inferenceCallCount({ adkCompat }), tokenUsage(), invocationDuration()]
}

/**
 * Builds the metric of a criterion. With `adkCompat` an invalid criterion becomes a metric that evaluates nothing, as
 * in ADK; otherwise it is refused.
 *
 * @throws {EvalError} `config` for an unknown name or an invalid option
 */
export async function makeMetric(given: Criterion, run: RunDependencies): Promise<Metric> {
  try {
    const criterion = { ...given, criterion: snakeCaseOptions(given.criterion, given.metricName) }
    if (criterion.customFunctionPath !== undefined) {
      const { customMetric } = await import('./custom-metric.ts')
      return await customMetric(criterion, criterion.customFunctionPath, run.folder)
    }
    warnOfIdleOptions(criterion, run.warnings)
    if (judgedMetricNames.includes(criterion.metricName)) {
      const { makeJudgedMetric } = await import('./judged-metrics.ts')
      return await makeJudgedMetric(criterion, run)
    }
    const ofPack = packMetrics.get(criterion.metricName)
    if (ofPack !== undefined) return await makePackMetric(criterion, ofPack, run)
    const evaluator = evaluatorFor(criterion.metricName, criterion.criterion)
    if (evaluator !== undefined) {
      const { metricName: name, threshold, criterion: options } = criterion
      const judges = judgesForMetrics(run.judges)
      return (await evaluator.of.make({ name, type: evaluator.type, threshold, options }, judges)).metric
    }
    const build = Object.hasOwn(catalogue, criterion.metricName) ? catalogue[criterion.metricName] : undefined
    if (build === undefined) throw unknownMetric(criterion.metricName)
    return await build(criterion, run)
  } catch (error) {
    if (!(error instanceof EvalError) || !run.adkCompat) throw error
    // ADK finds this out during the run and only logs it, so other passing metrics hide it.
    run.warnings.add(error.sentence, error.hint)
    const { metricName: metric } = given
    return { name: metric, score: () => ({ status: 'not-evaluated', metric, reason: error.sentence }) }
  }
}

export function metricNames(): readonly string[] {
  return [
    ...Object.keys(catalogue),
    ...judgedMetricNames,
    ...packMetrics.keys(),
    ...packEvaluators.flatMap(({ names }) => names),
  ]
}

async function makePackMetric(criterion: Criterion, metric: PackMetric, run: RunDependencies): Promise<Metric> {
  if ('judged' in metric) {
    const { makeJudgedPackMetric } = await import('./judged-metrics.ts')
    return makeJudgedPackMetric(criterion, metric, run)
  }
  const { options = [] } = metric
  checkOptionNames(criterion, options, run)
  const own = Object.fromEntries(Object.entries(criterion.criterion).filter(([key]) => options.includes(key)))
  const { adkCompat, documents } = run
  return metric.make(own, { threshold: criterion.threshold, adkCompat, documents })
}

export function judgesForMetrics(judges: RunJudges): JudgeSource {
  return {
    language: judges.language,
    warn: judges.warnings.add,
    async judgeOf(criterion, otherwise) {
      const { judgeOf } = await import('./judged-metrics.ts')
      return judgeOf(criterion, judges, otherwise)
    },
  }
}

type Build = (criterion: Criterion, run: RunDependencies) => Metric | Promise<Metric>

async function matchers() {
  const { ArgumentMatchers } = await import('../../metrics/trajectory/argument-matchers.ts')
  return ArgumentMatchers.optional()
}

const Texts = { ignore_case: z.boolean(), ignore_whitespace: z.boolean(), nfkc: z.boolean(), thoughts: z.boolean() }
const IgnoredArguments = z.union([z.boolean(), z.literal('unless-stated')])
const Tokenizer = z.enum(['default', 'unicode', 'words'])

// Each metric is imported at first use: a run needs only a few, and users wait for the start.
const catalogue: Readonly<Record<string, Build>> = {
  tool_trajectory_avg_score: withOptions(
    async () => ({ match_type: z.unknown(), ignore_args: IgnoredArguments, arguments: await matchers() }),
    async ({ match_type, ignore_args, arguments: argumentMatchers }, threshold, { adkCompat }) => {
      const { toolTrajectory } = await import('../../metrics/trajectory/tool-trajectory.ts')
      const { parseMatchType } = await import('../../metrics/trajectory/match-type.ts')
      return toolTrajectory({
        threshold,
        matchType: parseMatchType(match_type),
        ignoreArgs: ignore_args,
        argumentMatchers,
        adkCompat,
      })
    },
  ),
  reference_match: withOptions({}, async (_options, _threshold, { judges }) =>
    (await import('./offline-reference-match.ts')).offlineReferenceMatch(judges.language),
  ),
  response_match_score: withOptions(
    { tokenizer: Tokenizer, thoughts: z.boolean() },
    async (options, threshold, { adkCompat }) =>
      (await import('../../metrics/answer/response-match.ts')).responseMatch({ threshold, ...options, adkCompat }),
  ),
  tool_call_f1: withOptions(
    async () => ({
      credit: z.enum(['exact', 'partial']),
      order: z.enum(['any', 'in-order']),
      ignore_args: IgnoredArguments,
      arguments: await matchers(),
    }),
    async ({ credit, order, ignore_args, arguments: argumentMatchers }, threshold) =>
      (await import('../../metrics/trajectory/tool-call-f1.ts')).toolCallF1({
        threshold,
        credit,
        order,
        ignoreArgs: ignore_args,
        argumentMatchers,
      }),
  ),
  tool_parameter_match: withOptions(
    async () => ({ arguments: await matchers() }),
    async (options, threshold, { adkCompat }) =>
      (await import('../../metrics/trajectory/tool-parameter-match.ts')).toolParameterMatch({
        threshold,
        argumentMatchers: options.arguments,
        adkCompat,
      }),
  ),
  async tool_rules({ criterion }) {
    const { toolRules } = await import('../../metrics/trajectory/tool-rules.ts')
    return toolRules(Object.fromEntries(Object.entries(criterion).filter(([key]) => !optionsOfAdk.includes(key))))
  },
  final_state_match: withOptions({ mode: z.enum(['equal', 'subset']), ignore: z.array(z.string()) }, async (options) =>
    (await import('../../metrics/trajectory/final-state.ts')).finalState(options),
  ),
  exact_match: withOptions({ ...Texts, text: z.string() }, async (options, threshold) =>
    (await import('../../metrics/answer/text-match.ts')).exactMatch({ threshold, ...inCamelCase(options) }),
  ),
  contains: withOptions({ ...Texts, text: z.string(), texts: z.array(z.string()) }, async (options, threshold) =>
    (await import('../../metrics/answer/text-match.ts')).containsText({ threshold, ...inCamelCase(options) }),
  ),
  regex_match: withOptions(
    { pattern: z.string(), flags: z.string(), max_length: z.number(), thoughts: z.boolean() },
    async ({ max_length: maxLength, ...options }, threshold) =>
      (await import('../../metrics/answer/regex-match.ts')).regexMatch({ threshold, ...options, maxLength }),
  ),
  json_match: withOptions(
    { value: z.unknown(), subset: z.boolean(), thoughts: z.boolean() },
    async (options, threshold) =>
      (await import('../../metrics/answer/json-match.ts')).jsonMatch({ threshold, ...options }),
  ),
  edit_similarity: withOptions(Texts, async (options, threshold) =>
    (await import('../../metrics/answer/edit-similarity.ts')).editSimilarity({ threshold, ...inCamelCase(options) }),
  ),
  chrf: withOptions({ order: z.number(), beta: z.number(), thoughts: z.boolean() }, async (options, threshold) =>
    (await import('../../metrics/answer/chrf.ts')).chrf({ threshold, ...options }),
  ),
  rouge_l: withOptions({ tokenizer: Tokenizer, thoughts: z.boolean() }, async (options, threshold) =>
    (await import('../../metrics/answer/rouge-l.ts')).rougeL({ threshold, ...options }),
  ),
  tool_choice: withOptions(
    async () => ({ arguments: await matchers() }),
    async (options, threshold) =>
      (await import('../../metrics/trajectory/tool-choice.ts')).toolChoice({
        threshold,
        argumentMatchers: options.arguments,
      }),
  ),
  skill_used: withOptions({ skills: z.array(z.string()) }, async (options) =>
    (await import('../../metrics/trajectory/skill-used.ts')).skillUsed(options),
  ),
  workspace_checks: withOptions({}, async (_options, threshold) =>
    (await import('../../metrics/trajectory/workspace-checks.ts')).workspaceChecks({ threshold }),
  ),
  tool_call_count_v1: withBudget(toolCallCount),
  inference_call_count_v1: withBudget(inferenceCallCount),
  token_usage_v1: withBudget(tokenUsage),
  invocation_duration_v1: withBudget(invocationDuration),
}

/** Each option may be left out. */
function withOptions<Shape extends z.ZodRawShape>(
  options: Shape | (() => Promise<Shape>),
  build: (options: Partial<z.infer<z.ZodObject<Shape>>>, threshold: number, run: RunDependencies) => Promise<Metric>,
): Build {
  return async ({ metricName, threshold, criterion }, run) => {
    const shape = typeof options === 'function' ? await options() : options
    const schema = z.strictObject(shape).partial()
    const known = Object.keys(shape)
    checkOptionNames({ metricName, criterion }, known, run)
    const isOwn = (key: string) => !optionsOfAdk.includes(key) && known.includes(key)
    const own = Object.fromEntries(Object.entries(criterion).filter(([key]) => isOwn(key)))
    const read = schema.safeParse(own, { jitless: true })
    if (!read.success) throw schemaError(metricName, read.error, schema)
    return build(read.data as Partial<z.infer<z.ZodObject<Shape>>>, threshold, run)
  }
}

/** Adds a budget to a quantity. Without one it passes no judgement, so a threshold would mean nothing. */
function withBudget(make: (options: { budget?: number }) => Metric): Build {
  return ({ metricName, criterion }, run) => {
    checkOptionNames({ metricName, criterion }, ['budget'], run)
    const { budget } = criterion
    if (typeof budget === 'number') return make({ budget })
    throw new EvalError('config', message('{metric} measures and has no threshold', { metric: metricName }), {
      hint: message('It is reported without being asked for. To make it gate, give it a budget: {example}', {
        example: `"${metricName}": { "threshold": 1, "budget": 10 }`,
      }),
    })
  }
}

function unknownMetric(name: string): EvalError {
  return new EvalError('config', message('there is no metric {metric}', { metric: name }), { hint: meantMetrics(name) })
}

/** Hints at the metrics that a name may stand for, or else lists all. */
export function meantMetrics(name: string): Message {
  return didYouMean(nearestMetrics(name), message('There are: {names}.', { names: metricNames().join(', ') }))
}

/** Suggests metrics: the equivalents of another library's metric, else similarly spelt names. */
export function nearestMetrics(name: string): readonly string[] {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const other = plain.endsWith('metric') ? plain.slice(0, -'metric'.length) : plain
  return Object.hasOwn(elsewhere, other) ? (elsewhere[other] ?? []) : nearestNames(name, metricNames())
}

const rubrics = ['rubric_based_final_response_quality_v1']
/** Metrics of DeepEval, Ragas, autoevals and promptfoo, in lower case, with their equivalents. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  answercorrectness: ['final_response_match_v2', 'reference_match'],
  answerrelevancy: rubrics,
  answersimilarity: ['final_response_match_v2'],
  bias: ['safety_v1'],
  bleu: ['chrf'],
  closedqa: rubrics,
  conversationcompleteness: ['multi_turn_task_success_v1'],
  factuality: ['final_response_match_v2', 'hallucinations_v1'],
  faithfulness: ['hallucinations_v1'],
  geval: rubrics,
  groundedness: ['hallucinations_v1'],
  hallucination: ['hallucinations_v1'],
  jsondiff: ['json_match'],
  levenshtein: ['edit_similarity'],
  llmrubric: rubrics,
  rouge: ['response_match_score', 'rouge_l'],
  summarization: ['key_points'],
  taskcompletion: ['multi_turn_task_success_v1'],
  toolcorrectness: ['tool_call_f1', 'tool_trajectory_avg_score'],
  toxicity: ['safety_v1'],
}

/** Config files spell options in snake_case like ADK, functions in camelCase. */
function inCamelCase<Options extends { ignore_case?: boolean; ignore_whitespace?: boolean }>({
  ignore_case: ignoreCase,
  ignore_whitespace: ignoreWhitespace,
  ...rest
}: Options) {
  return { ...rest, ignoreCase, ignoreWhitespace }
}
