import { type Message, type Metric, type Origin, EvalError, message, nearest } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { defaulted, object, optional, required } from '../../formats/kit/foreign-object.ts'
import { jsonObject, list, number, readForeign, string, wholeNumber } from '../../formats/kit/foreign-value.ts'
import type { Criterion } from './eval-config.ts'

// Reads the eval_config.yaml (or .json) of Google's agents-cli. It selects and defines metrics, without thresholds.

const customMetric = object(
  {
    name: required('name', string),
    code: optional('custom_function', string),
    codeFile: optional('custom_function_file', string),
    prompt: optional('prompt_template', string),
    samples: optional('judge_model_sampling_count', wholeNumber(1)),
    judge: optional('judge_model', string),
    parameters: optional('metric_spec_parameters', jsonObject),
    /** Not part of their format: the platform has no thresholds. */
    threshold: optional('threshold', number),
  },
  { unknown: 'ignore' },
)

const config = object(
  {
    selected: defaulted('metrics_to_run', list(string), []),
    custom: defaulted('custom_metrics', list(customMetric), []),
  },
  { unknown: 'ignore' },
)

type CustomMetric = ReturnType<typeof customMetric.read>

export type AgentsCliConfig = {
  readonly criteria: readonly Criterion[]
  /** Metrics that cannot run here. Every result has them as not evaluated, with the reason. */
  readonly unavailable: readonly { readonly metric: Metric; readonly reason: Message }[]
  readonly notes: readonly Message[]
}

const builtIn: Readonly<Record<string, string>> = {
  multi_turn_task_success: 'multi_turn_task_success_v1',
  multi_turn_trajectory_quality: 'multi_turn_trajectory_quality_v1',
  multi_turn_tool_use_quality: 'multi_turn_tool_use_quality_v1',
  tool_use_quality: 'multi_turn_tool_use_quality_v1',
  final_response_quality: 'rubric_based_final_response_quality_v1',
  final_response_reference_free: 'rubric_based_final_response_quality_v1',
  final_response_match: 'final_response_match_v2',
  hallucination: 'hallucinations_v1',
  grounding: 'hallucinations_v1',
  safety: 'safety_v1',
}

const withoutCounterpart = [
  'general_quality',
  'text_quality',
  'instruction_following',
  'multi_turn_general_quality',
  'multi_turn_text_quality',
]

const THRESHOLD = 0.8

export function isAgentsCliConfig(value: unknown): boolean {
  return (
    isObject(value) && !('criteria' in value) && ('metrics_to_run' in value || Array.isArray(value['custom_metrics']))
  )
}

/**
 * Reads the criteria of a config.
 *
 * @param known the names of all metrics here, which the config may use too
 * @throws {EvalError} `format` or `config`
 */
export function agentsCliConfigFrom(value: unknown, origin: Origin, known: readonly string[]): AgentsCliConfig {
  const { selected, custom } = readForeign(config, value, origin)
  const pool = new Map(custom.map((one) => [one.name, one]))
  const criteria = new Map<string, Criterion>()
  const unavailable: { metric: Metric; reason: Message }[] = []
  const notes: Message[] = []
  for (const name of new Set(selected)) {
    const own = pool.get(name)
    const reason = reasonAgainst(name, own)
    const metricName = builtIn[name] ?? (known.includes(name) ? name : undefined)
    if (reason !== undefined) unavailable.push({ metric: notEvaluated(name, reason), reason })
    else if (metricName === undefined) throw unknown(name, [...pool.keys(), ...known], origin)
    else criteria.set(metricName, criterionOf(metricName, own))
    if (own?.parameters !== undefined) {
      notes.push(
        message('{file}: {metric} asks the rubrics of all groups; metric_spec_parameters choose none', {
          file: origin.file,
          metric: name,
        }),
      )
    }
  }
  if (selected.length === 0) {
    throw new EvalError('config', message('{file}: metrics_to_run names no metric', { file: origin.file }), {
      hint: message('custom_metrics only says what there is: {names}.', { names: [...pool.keys()].join(', ') || '–' }),
    })
  }
  return { criteria: [...criteria.values()], unavailable, notes }
}

function criterionOf(metricName: string, own: CustomMetric | undefined): Criterion {
  const threshold = own?.threshold ?? THRESHOLD
  const judging = {
    ...(own?.judge !== undefined && { judge_model: own.judge }),
    ...(own?.samples !== undefined && { num_samples: own.samples }),
  }
  const options = Object.keys(judging).length === 0 ? {} : { judge_model_options: judging }
  return { metricName, threshold, criterion: { threshold, ...options } }
}

function reasonAgainst(metric: string, own: CustomMetric | undefined): Message | undefined {
  if (own?.code !== undefined) return message('{metric} is Python in the config, which does not run here', { metric })
  if (own?.codeFile !== undefined) {
    return message('{metric} is Python in {file}, which does not run here', { metric, file: own.codeFile })
  }
  if (own?.prompt !== undefined) {
    return message('{metric} is a prompt for the judge of agents-cli, whose scale is its own', { metric })
  }
  return withoutCounterpart.includes(metric) ? message('{metric} has no counterpart here', { metric }) : undefined
}

function notEvaluated(name: string, reason: Message): Metric {
  return { name, score: () => ({ metric: name, status: 'not-evaluated', reason, informational: true }) }
}

function unknown(name: string, known: readonly string[], { file }: Origin): EvalError {
  const names = [...new Set([...known, ...Object.keys(builtIn), ...withoutCounterpart])]
  const meant = nearest(name, names)
  return new EvalError('config', message('{file}: there is no metric {metric}', { file, metric: name }), {
    hint:
      meant === undefined
        ? message('agents-cli has {names}; others stand under custom_metrics.', {
            names: Object.keys(builtIn).join(', '),
          })
        : message('Did you mean "{name}"?', { name: meant }),
  })
}
