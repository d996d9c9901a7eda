import { z } from 'zod'
import {
  type EvaluatorCriterion,
  type JsonObject,
  type JudgeSource,
  type MadeEvaluator,
  type Metric,
  EvalError,
  message,
  nearest,
} from '../../../core/index.ts'
import { type StrandsEvaluator, type StrandsEvaluatorName, strandsEvaluators } from './strands-evaluators.ts'
import { equalsValue, named, startsWithText, stateEquals, toolCalled } from './strands-checks.ts'
import { strandsMetric } from './strands-metric.ts'
import type { RubricSettings } from './strands-questions.ts'
import { containsText } from '../../../metrics/answer/text-match.ts'
import { trajectoryShare } from '../../../metrics/trajectory/trajectory-share.ts'
import { schemaError } from '../../../metrics/shared/criterion-schema-error.ts'
import { evaluatorsNotOffered, strandsEvaluatorNames, type StrandsCheckName } from './strands-evaluator-names.ts'

/**
 * Returns the evaluators of an experiment as criteria, in the order of the file. strands-evals writes the bare
 * `Evaluator` for an experiment without any, so it is left out.
 */
export function strandsCriteria(evaluators: readonly JsonObject[]): readonly EvaluatorCriterion[] {
  return evaluators.map(readEvaluator).filter(({ type }) => type !== 'Evaluator')
}

function readEvaluator(evaluator: JsonObject): EvaluatorCriterion {
  const { evaluator_type: type, name } = Named.parse(evaluator)
  const { pass_threshold: threshold } = z
    .looseObject({ pass_threshold: z.number().optional().catch(undefined) })
    .parse(evaluator)
  return { name: name ?? type, type, ...(threshold === undefined ? {} : { threshold }), options: evaluator }
}

const Named = z.looseObject({ evaluator_type: z.string(), name: z.string().nullish() })

/**
 * Makes the metric of an evaluator of strands-evals.
 *
 * @throws {EvalError} `config` for an unknown evaluator or option
 */
export async function makeStrandsMetric(criterion: EvaluatorCriterion, judges: JudgeSource): Promise<MadeEvaluator> {
  const { name, type, threshold } = criterion
  warnOfIdleOptions(criterion, judges)
  if (isCheck(type)) return { metric: checks[type](criterion), threshold: threshold ?? 1 }
  if (!isJudged(type)) throw notThere(type, name)
  const evaluator: StrandsEvaluator = strandsEvaluators[type]
  const settings = readSettings(criterion, type)
  const asked = { metricName: name, criterion: criterion.options }
  const { judge, samples } = await judges.judgeOf(asked, {
    model: writtenModel(criterion),
    ...(evaluator.level === 'tool' && { questions: { typical: 1 } }),
  })
  return {
    metric: strandsMetric(type, { ...settings, name, judge, samples, threshold, language: judges.language }),
    threshold: threshold ?? evaluator.threshold,
  }
}

function warnOfIdleOptions({ name, type, options }: EvaluatorCriterion, { warn }: Pick<JudgeSource, 'warn'>): void {
  const idle = isCheck(type) ? [...ofInstructions, ...ofJudges] : ofInstructions
  for (const key of idle) {
    if ((options[key] ?? null) === null) continue
    warn(
      message('{place}: {key} has no effect', { place: name, key }),
      isCheck(type)
        ? message('{evaluator} asks no judge.', { evaluator: type })
        : message('Judges are given our own instructions, never those of a file.'),
    )
  }
}

function isCheck(type: string): type is StrandsCheckName {
  return Object.hasOwn(checks, type)
}

function isJudged(type: string): type is StrandsEvaluatorName {
  return Object.hasOwn(strandsEvaluators, type)
}

function notThere(type: string, name: string): EvalError {
  const isKnown = evaluatorsNotOffered.includes(type)
  const problem = isKnown
    ? message('the evaluator {evaluator} of strands-evals is not offered', { evaluator: type })
    : message('there is no evaluator {evaluator}', { evaluator: type })
  const meant = isKnown ? undefined : likelyMeant(type)
  return new EvalError('config', problem, {
    hint:
      meant === undefined
        ? message('There are: {names}. A metric or criterion called {name} in shinsa.config.ts takes its place.', {
            names: strandsEvaluatorNames.join(', '),
            name,
          })
        : message('Did you mean {meant}? A metric or criterion called {name} in shinsa.config.ts takes its place.', {
            meant,
            name,
          }),
  })
}

/** Almost all names end in "Evaluator", which would make any two of them look similar. */
const stem = (name: string) => name.replace(/Evaluator$/, '')

function likelyMeant(type: string): string | undefined {
  const meant = nearest(stem(type), strandsEvaluatorNames.map(stem))
  return strandsEvaluatorNames.find((name) => stem(name) === meant)
}

type Check = (criterion: EvaluatorCriterion) => Metric

const TextOptions = z.strictObject({ value: z.string(), case_sensitive: z.boolean().optional() })
const EqualsOptions = z.strictObject({ value: z.unknown().optional() })
const ToolOptions = z.strictObject({ tool_name: z.string() })
const NoOptions = z.strictObject({})

const checks: Readonly<Record<StrandsCheckName, Check>> = {
  Equals: (criterion) => equalsValue({ ...base(criterion), value: given(read(EqualsOptions, criterion).value) }),
  Contains: (criterion) => {
    const { value, case_sensitive: matters = true } = read(TextOptions, criterion)
    const { threshold } = criterion
    return named(containsText({ text: value, ignoreCase: !matters, threshold }), criterion.name)
  },
  StartsWith: (criterion) => {
    const { value, case_sensitive: matters = true } = read(TextOptions, criterion)
    return startsWithText({ ...base(criterion), text: value, ignoreCase: !matters })
  },
  ToolCalled: (criterion) => toolCalled({ name: criterion.name, tool: read(ToolOptions, criterion).tool_name }),
  StateEquals: (criterion) => {
    const state = z.looseObject({ name: z.string().optional() }).parse(criterion.options).name ?? criterion.name
    return stateEquals({ name: criterion.name, state, value: given(read(EqualsOptions, criterion).value) })
  },
  exact_match_scorer: (criterion) => scorer('exact', criterion),
  in_order_match_scorer: (criterion) => scorer('in-order', criterion),
  any_order_match_scorer: (criterion) => scorer('any-order', criterion),
}

function scorer(matchType: 'exact' | 'in-order' | 'any-order', criterion: EvaluatorCriterion): Metric {
  read(NoOptions, criterion)
  return trajectoryShare({ ...base(criterion), matchType })
}

function base({ name, threshold }: EvaluatorCriterion) {
  return { name, ...(threshold === undefined ? {} : { threshold }) }
}

/** Python writes None for an option that is not set. */
function given(value: unknown): unknown {
  return value === null ? undefined : value
}

const RubricOptions = { rubric: z.string().min(1), include_inputs: z.boolean().optional() }
const optionsOf: Partial<Record<StrandsEvaluatorName, z.ZodType<JsonObject>>> = {
  OutputEvaluator: z.strictObject({ ...RubricOptions, uses_environment_state: z.boolean().optional() }),
  TrajectoryEvaluator: z.strictObject({ ...RubricOptions, trajectory_description: z.unknown().optional() }),
  InteractionsEvaluator: z.strictObject({
    ...RubricOptions,
    rubric: z.union([z.string().min(1), z.record(z.string(), z.string())]),
    interaction_description: z.unknown().optional(),
  }),
  AttackSuccessEvaluator: z.strictObject({ pass_threshold: z.number().optional() }),
}

const Settings = z.looseObject({
  rubric: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  include_inputs: z.boolean().optional(),
  uses_environment_state: z.boolean().optional(),
  trajectory_description: z.unknown().optional(),
  interaction_description: z.unknown().optional(),
})

function readSettings(criterion: EvaluatorCriterion, type: StrandsEvaluatorName): RubricSettings {
  const own = Settings.parse(read(optionsOf[type] ?? NoOptions, criterion))
  return {
    rubric: own.rubric,
    includeInputs: own.include_inputs,
    usesState: own.uses_environment_state,
    description: own.trajectory_description ?? own.interaction_description ?? undefined,
  }
}

/** Handled elsewhere or without effect here: judges get our own instructions, never those of a file. */
const ofInstructions = ['system_prompt', 'reference_system_prompt', 'disclosure', 'tools', 'trace_extractor']
const ofJudges = ['model', 'model_id', 'judge_model_options']
const otherOptions: ReadonlySet<string> = new Set([
  'evaluator_type',
  'name',
  'threshold',
  'include_intermediate_responses_in_final',
  'version',
  ...ofJudges,
  ...ofInstructions,
])

function read<Options>(schema: z.ZodType<Options>, { name, options }: EvaluatorCriterion): Options {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !otherOptions.has(key)))
  const parsed = schema.safeParse(own)
  if (parsed.success) return parsed.data
  throw schemaError(name, parsed.error, schema)
}

// strands-evals writes its default model into every file, so these names are no choice of the user.
const defaultModels: readonly string[] = [
  'us.anthropic.claude-sonnet-4-20250514-v1:0',
  'global.anthropic.claude-sonnet-4-6',
]

const Model = z.looseObject({ model_id: z.string().nullish(), model: z.string().nullish() })

function writtenModel({ name, options }: EvaluatorCriterion): string | undefined {
  const parsed = Model.safeParse(options)
  if (!parsed.success) throw schemaError(name, parsed.error, Model)
  const { model_id: modelId, model } = parsed.data
  return [modelId, model].find((one) => one && !defaultModels.includes(one)) ?? undefined
}
