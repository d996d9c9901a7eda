import { z } from 'zod'
import {
  type DocumentsOf,
  type InstructionLanguage,
  type Judge,
  type Metric,
  type PackMetric,
  type QuestionsPerTurn,
  EvalError,
  JsonObject,
  message,
} from '../../core/index.ts'
import { parseCriterion, type CriterionKind } from '../criteria/criterion-kinds.ts'
import type { Criterion } from '../criteria/eval-config.ts'
import * as metrics from '../../metrics/index.ts'
import { builtInPersona, withStopSignal } from '../../targets/users/personas.ts'
import { mostIntermediateAnswers } from '../../metrics/judged/groundedness/hallucinations.ts'
import type { RunJudges, JudgeUse } from '../judging/choose-judge.ts'
import { warnOfNoEffect } from '../judging/generation-config.ts'
import { checkOptionNames } from './idle-options.ts'
import { judgedMetricName, type JudgedMetricName } from './judged-metric-names.ts'
import { refuseAddress } from '../judging/refuse-address.ts'
import { snakeCaseOptions } from '../../metrics/shared/snake-case-options.ts'

type JudgedRun = {
  readonly adkCompat: boolean
  readonly judges: RunJudges
  readonly documents: DocumentsOf
}

export async function makeJudgedMetric(criterion: Criterion, run: JudgedRun): Promise<Metric> {
  const { adkCompat, judges } = run
  const entry = catalogue[judgedMetricName(criterion.metricName)]
  checkOptionNames(criterion, [...judgeOptions, ...(entry.options ?? [])], { adkCompat, warnings: judges.warnings })
  const read = JudgedCriterion.parse(parseCriterion(entry.kind, criterion.criterion, { file: criterion.metricName }))
  const questions = entry.questions?.(read, adkCompat)
  const decoys = entry.decoys === 'along' && adkCompat ? undefined : entry.decoys
  const { judge, samples } = await judgeOf(criterion, judges, { samples: entry.samples, questions, decoys })
  return entry.build(
    { judge, threshold: criterion.threshold, samples, language: judges.language, adkCompat },
    read,
    criterion.criterion,
  )
}

export async function makeJudgedPackMetric(
  criterion: Criterion,
  { options: own, judged }: Extract<PackMetric, { readonly judged: object }>,
  run: JudgedRun,
): Promise<Metric> {
  const { adkCompat, judges, documents } = run
  const { criterion: options, metricName, threshold } = criterion
  const { samples: defaultSamples, questions } = judged
  checkOptionNames(criterion, [...judgeOptions, ...(own ?? [])], { adkCompat, warnings: judges.warnings })
  parseCriterion('llm-judge', options, { file: metricName })
  const panel = await judged.panel?.(options, judges.language)
  const { judge, samples } = await judgeOf(criterion, judges, { samples: defaultSamples, questions, panel })
  return judged.make(options, { judge, threshold, samples, language: judges.language, adkCompat, documents })
}

type AskedJudge = { readonly judge: Judge; readonly samples: number | undefined }

/** Returns the judge of a criterion's `judge_model_options`; `otherwise` has the defaults for missing ones. */
export async function judgeOf(
  { metricName: metric, criterion }: Pick<Criterion, 'metricName' | 'criterion'>,
  judges: RunJudges,
  otherwise: Pick<JudgeUse, 'questions' | 'panel' | 'decoys'> & { readonly samples?: number; readonly model?: string },
): Promise<AskedJudge> {
  const written = writtenOptions(criterion['judge_model_options'], metric)
  const { judge_model: model = otherwise.model, ...wish } = written
  if (model !== undefined) refuseAddress(model, 'judge')
  const judge = await judges.judgeFor(metric, {
    model,
    generation: wish.judge_model_config ?? undefined,
    limit: wish.parallelism_limit,
  })
  if (judge.id === 'embedded') warnOfIdleSamples(metric, wish, judges)
  const samples = judge.id === 'embedded' ? 1 : (wish.num_samples ?? otherwise.samples)
  const { questions, panel, decoys } = otherwise
  judges.note({ metric, judge, samples: samples ?? 1, questions, panel, ...(judge.wantsDecoy && { decoys }) })
  return { judge, samples }
}

function warnOfIdleSamples(metric: string, wish: Partial<JudgeOptions>, { warnings }: RunJudges): void {
  const keys = [
    ...((wish.num_samples ?? 1) > 1 ? ['num_samples'] : []),
    ...(wish.parallelism_limit === undefined ? [] : ['parallelism_limit']),
  ]
  warnOfNoEffect({ place: `${metric}: judge_model_options`, keys, on: 'embedded' }, warnings)
}

/** Keeps only the options that the user wrote, without ADK's defaults. */
function writtenOptions(options: unknown = {}, metric: string): Partial<JudgeOptions> {
  const criterion = parseCriterion('llm-judge', { threshold: 0, judge_model_options: options }, { file: metric })
  const { judge_model_options: read } = JudgedCriterion.parse(criterion)
  const given = JsonObject.safeParse(options).data ?? {}
  const written = Object.entries(snakeCaseOptions(given, metric)).flatMap(([key, value]) => (value === null ? [] : key))
  return Object.fromEntries(Object.entries(read).filter(([key]) => written.includes(key)))
}

const judgeOptions = ['judge_model_options']

const JudgeOptions = z.object({
  judge_model: z.string(),
  judge_model_config: JsonObject.nullable(),
  num_samples: z.number(),
  parallelism_limit: z.number().optional(),
})
type JudgeOptions = z.infer<typeof JudgeOptions>

const JudgedCriterion = z.looseObject({
  judge_model_options: JudgeOptions,
  rubrics: z
    .array(
      z.looseObject({
        rubric_id: z.string(),
        rubric_content: z.looseObject({ text_property: z.string() }),
        description: z.string().nullish(),
        type: z.string().nullish(),
      }),
    )
    .optional(),
  include_intermediate_responses_in_final: z.boolean().optional(),
  evaluate_intermediate_nl_responses: z.boolean().optional(),
  stop_signal: z.string().optional(),
})
type JudgedCriterion = z.infer<typeof JudgedCriterion>

type JudgedMetricsEntry = {
  readonly kind: CriterionKind
  readonly options?: readonly string[]
  /** Default number of samples; undefined leaves it to the metric. */
  readonly samples?: number
  readonly decoys?: JudgeUse['decoys']
  readonly build: (options: metrics.JudgedOptions, criterion: JudgedCriterion, raw: JsonObject) => Metric
  /** Questions per turn, to estimate the cost; defaults to one. */
  readonly questions?: (criterion: JudgedCriterion, adkCompat: boolean) => QuestionsPerTurn
}

const ofRubrics = { kind: 'rubrics', options: ['rubrics'], decoys: 'along', samples: 5 } as const

const catalogue: Readonly<Record<JudgedMetricName, JudgedMetricsEntry>> = {
  final_response_match_v2: {
    kind: 'llm-judge',
    samples: 5,
    decoys: 'own call',
    build: (options, { include_intermediate_responses_in_final: intermediate }) =>
      metrics.finalResponseMatch({ ...options, intermediate }),
  },
  rubric_based_final_response_quality_v1: {
    ...ofRubrics,
    build: (options, criterion) =>
      metrics.rubricFinalResponseQuality({
        ...options,
        rubrics: rubricsOf(criterion),
        intermediate: criterion.include_intermediate_responses_in_final,
      }),
  },
  rubric_based_tool_use_quality_v1: {
    ...ofRubrics,
    build: (options, criterion) => metrics.rubricToolUseQuality({ ...options, rubrics: rubricsOf(criterion) }),
  },
  rubric_based_multi_turn_trajectory_quality_v1: {
    ...ofRubrics,
    build: (options, criterion) => metrics.rubricTrajectoryQuality({ ...options, rubrics: rubricsOf(criterion) }),
  },
  hallucinations_v1: {
    kind: 'hallucinations',
    decoys: 'along',
    options: ['evaluate_intermediate_nl_responses'],
    // ADK first asks the judge to split each text.
    questions: ({ evaluate_intermediate_nl_responses: intermediate }, adkCompat) => {
      const typical = adkCompat ? 2 : 1
      return { typical, most: typical * (intermediate === true ? 1 + mostIntermediateAnswers : 1) }
    },
    build: (options, { evaluate_intermediate_nl_responses: intermediate }) =>
      metrics.hallucinations({ ...options, intermediate }),
  },
  per_turn_user_simulator_quality_v1: {
    kind: 'user-simulator',
    options: ['stop_signal'],
    samples: 5,
    build: (options, { stop_signal: stopSignal = '</finished>' }) =>
      withPersonas(metrics.userSimulatorQuality({ ...options, stopSignal }), options.language, stopSignal),
  },
  safety_v1: { kind: 'llm-judge', decoys: 'own call', build: (options) => metrics.safety(options) },
  response_evaluation_score: {
    kind: 'llm-judge',
    decoys: 'own call',
    build: (options) => metrics.responseEvaluation(options),
  },
  multi_turn_task_success_v1: { kind: 'llm-judge', build: (options) => metrics.taskSuccess(options) },
  multi_turn_trajectory_quality_v1: { kind: 'llm-judge', build: (options) => metrics.trajectoryQuality(options) },
  multi_turn_tool_use_quality_v1: { kind: 'llm-judge', build: (options) => metrics.toolUseQuality(options) },
  key_points: {
    kind: 'llm-judge',
    options: ['points'],
    decoys: 'along',
    samples: 1,
    build: (options, _criterion, raw) => metrics.keyPoints({ ...options, points: pointsOf(raw) }),
  },
}

function pointsOf({ points }: JsonObject): string[] | undefined {
  const read = z.array(z.string()).optional().safeParse(points)
  if (read.success) return read.data
  throw new EvalError('config', message('key_points: points is no list of texts'), {
    hint: message('Leave it out where each case has its own, as "key_points".'),
  })
}

/** A case may name a built-in persona; the judge needs its description. */
function withPersonas(metric: Metric, language: InstructionLanguage | undefined, stopSignal: string): Metric {
  return {
    name: metric.name,
    score(evalCase, transcript, context) {
      const { scenario } = evalCase
      if (typeof scenario?.persona !== 'string') return metric.score(evalCase, transcript, context)
      const persona = withStopSignal(builtInPersona(scenario.persona, language), stopSignal)
      return metric.score({ ...evalCase, scenario: { ...scenario, persona } }, transcript, context)
    },
  }
}

function rubricsOf({ rubrics = [] }: JudgedCriterion) {
  return rubrics.map(({ rubric_id, rubric_content, description, type }) => ({
    id: rubric_id,
    property: rubric_content.text_property,
    ...(description && { description }),
    ...(type && { type }),
  }))
}
