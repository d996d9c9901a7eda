import { type JsonObject, type Origin, EvalError, message } from '../../core/index.ts'
import { adkCriterion } from './criterion-kinds.ts'
import { type UserSimulatorConfig, userSimulatorConfig } from './user-simulator-config.ts'
import { defaulted, object, optional, required } from '../../formats/kit/foreign-object.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { flag, number, readForeign, record, string } from '../../formats/kit/foreign-value.ts'
import { camelCase } from '../../formats/kit/key-spelling.ts'
import { keysAsWritten, readJsonDocument } from '../../formats/kit/source-text.ts'

/** A metric of a config. `criterion` has snake_case keys and the common defaults; other keys are unchanged. */
export type Criterion = {
  readonly metricName: string
  readonly threshold: number
  readonly criterion: JsonObject
  readonly customFunctionPath?: string
}

export type AdkEvalConfig = {
  readonly criteria: readonly Criterion[]
  readonly userSimulatorConfig?: UserSimulatorConfig
  readonly liveModelConfig?: { readonly timeoutSeconds: number }
  readonly ignored: readonly string[]
  readonly unusedMetrics: readonly string[]
  /** Metrics with the threshold `false`, which ADK reads as 0, so that they always pass. */
  readonly falseThresholds: readonly string[]
  /** Metrics whose threshold is a number in quotes. */
  readonly textThresholds: readonly string[]
}

/**
 * Reads a `test_config.json`; criteria are in the order of their keys.
 *
 * @throws {EvalError} with file, line and path of the first problem
 */
export function readAdkEvalConfig(text: string, file: string): AdkEvalConfig {
  const config = readJsonDocument(text, file, adkEvalConfigFrom)
  return { ...config, criteria: asWritten(config.criteria, text) }
}

function asWritten(criteria: readonly Criterion[], text: string): readonly Criterion[] {
  if (!criteria.some(({ metricName }) => /^\d+$/.test(metricName))) return criteria
  const names = keysAsWritten(text, ['criteria'])
  return criteria.toSorted((one, other) => names.indexOf(one.metricName) - names.indexOf(other.metricName))
}

/** JavaScript moves keys that look like numbers to the front; `readAdkEvalConfig` restores the order of the file. */
function adkEvalConfigFrom(value: unknown, origin: Origin): AdkEvalConfig {
  const read = readForeign(evalConfig, value, origin)
  const criteria = Object.entries(read.criteria).map(([metricName, criterion]): Criterion => {
    const custom = read.customMetrics?.[metricName]
    return {
      metricName,
      threshold: criterion.threshold,
      criterion,
      ...(custom !== undefined && { customFunctionPath: custom.code.name }),
    }
  })
  return {
    criteria,
    ...(read.userSimulator === undefined ? {} : { userSimulatorConfig: read.userSimulator }),
    ...(read.liveModel === undefined ? {} : { liveModelConfig: read.liveModel }),
    ignored: ignoredKeys(value),
    unusedMetrics: Object.keys(read.customMetrics ?? {}).filter((name) => !Object.hasOwn(read.criteria, name)),
    falseThresholds: metricsWhere(value, (threshold) => threshold === false),
    textThresholds: metricsWhere(value, (threshold) => typeof threshold === 'string'),
  }
}

/**
 * Reads criteria written in code; undefined options count as absent. `file` names them in errors.
 *
 * @throws {EvalError} `config` for a criterion that is undefined, since its metric would be missing unnoticed
 */
export function adkCriteriaFrom(criteria: object, file: string): readonly Criterion[] {
  for (const [metric, criterion] of Object.entries(criteria)) {
    if (criterion !== undefined) continue
    throw new EvalError('config', message('{file}: criteria.{metric} is undefined', { file, metric }), {
      hint: message('Give it a threshold, such as 0.8, or leave {metric} out.', { metric }),
    })
  }
  return adkEvalConfigFrom({ criteria: withoutUndefined(criteria) }, { file }).criteria
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (!isObject(value)) return value
  const given = Object.entries(value).filter(([, child]) => child !== undefined)
  return Object.fromEntries(given.map(([key, child]) => [key, withoutUndefined(child)]))
}

/** ADK's criteria without a config file. An empty config, in contrast, scores nothing. */
export function adkDefaultCriteria(): readonly Criterion[] {
  return adkEvalConfigFrom(
    { criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 } },
    { file: 'default criteria' },
  ).criteria
}

/** A custom metric's description of its values is only checked, as ADK does. */
const metricInfoObject = object(
  {
    description: optional('description', string),
    values: optional(
      'metric_value_info',
      object(
        {
          interval: optional(
            'interval',
            object(
              {
                min: required('min_value', number),
                max: required('max_value', number),
                openAtMin: defaulted('open_at_min', flag, false),
                openAtMax: defaulted('open_at_max', flag, false),
              },
              { unknown: 'ignore' },
            ),
          ),
        },
        { unknown: 'ignore' },
      ),
    ),
  },
  { unknown: 'ignore' },
)

const customMetric = object(
  {
    code: required('code_config', object({ name: required('name', string) }, { unknown: 'ignore' })),
    info: optional('metric_info', metricInfoObject),
    description: optional('description', string),
  },
  { unknown: 'ignore' },
)

const fields = {
  criteria: defaulted('criteria', record(adkCriterion), {}),
  customMetrics: optional('custom_metrics', record(customMetric)),
  userSimulator: optional('user_simulator_config', userSimulatorConfig),
  liveModel: optional(
    'live_model_config',
    object({ timeoutSeconds: defaulted('timeout_seconds', number, 300) }, { unknown: 'reject' }),
  ),
}
const evalConfig = object(fields, { unknown: 'ignore' })

export const EVAL_CONFIG_KEYS: readonly string[] = Object.values(fields).map(({ key }) => key)

/** ADK silently ignores unknown keys, so a mistyped `criteria` scores nothing; callers can warn of these. */
function ignoredKeys(value: unknown): readonly string[] {
  const known = EVAL_CONFIG_KEYS.flatMap((key) => [key, camelCase(key)])
  return isObject(value) ? Object.keys(value).filter((key) => !known.includes(key)) : []
}

function metricsWhere(value: unknown, isSuch: (threshold: unknown) => boolean): readonly string[] {
  const criteria = isObject(value) && isObject(value.criteria) ? value.criteria : {}
  return Object.keys(criteria).filter((metric) => {
    const criterion = criteria[metric]
    return isSuch(isObject(criterion) ? criterion.threshold : criterion)
  })
}
