import { type Message, type RunPlan, type Target, EvalError, isAnswerColumn, message, nearest } from '../core/index.ts'
import type { RunTraits, WhyIdle } from '../core/pack/pack-defaults.ts'
import { isTable } from '../formats/detect-format.ts'
import { isDefaultColumn, defaultColumnNames } from '../formats/table/table-columns.ts'
import { packs } from '../packs/index.ts'
import { settingName, settingValue, type SettingPlace, type SettingKey } from '../settings/index.ts'
import { judgedMetricNames } from './metrics/judged-metric-names.ts'
import { packMetrics } from './metrics/pack-metrics.ts'
import type { JudgeUse } from './judging/choose-judge.ts'
import type { DatasetTraits } from './dataset-traits.ts'
import { packOf } from './pack-of.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { Warnings } from './warnings.ts'

export type PreparedParts = {
  readonly request: RunRequest
  /** Names settings in messages the way the user wrote them. */
  readonly place: SettingPlace
  readonly format: string
  readonly isAnswered: boolean
  readonly simulated: number
  readonly target: Target
  readonly metrics: RunPlan['metrics']
  readonly uses: readonly JudgeUse[]
  readonly asksOtherModels: boolean
  readonly replays: boolean
  readonly traits: DatasetTraits
  readonly file: string
}

export function warnOfIdleSettings(parts: PreparedParts, warnings: Warnings): void {
  const { request, place } = parts
  refuseOverruledJudge(parts)
  for (const [setting, { because, hint }] of Object.entries(idleSettings)) {
    const why = isGiven(request, setting) ? because(parts) : undefined
    if (why !== undefined) warnings.add(why(settingName(setting, place)), hint?.(parts))
  }
  const traits = traitsOf(parts)
  for (const [setting, why] of Object.entries(ofPacks)) {
    const sentence = isGiven(request, setting) ? why(traits) : undefined
    if (sentence !== undefined) warnings.add(sentence)
  }
}

/**
 * Refuses a judge that is named for a run whose only judged metrics come from the config with judges of their own.
 * Their verdicts would be taken for those of the named judge.
 *
 * @throws {EvalError} `usage`
 */
function refuseOverruledJudge({ request, place, metrics, uses }: PreparedParts): void {
  const made = metrics.find(({ name, threshold }) => threshold === undefined && isJudged(name))
  if (request.judge === undefined || uses.length > 0 || made === undefined) return
  const values = { setting: settingName('judge', place), metric: made.name }
  throw new EvalError('usage', message('{setting} has no effect: {metric} was made with a judge of its own', values), {
    hint: message('Leave {setting} out, or name {metric} under "criteria" in place of "metrics".', values),
  })
}

function isJudged(metric: string): boolean {
  const ofPack = packMetrics.get(metric)
  return judgedMetricNames.includes(metric) || (ofPack !== undefined && 'judged' in ofPack)
}

/** A switch that is off counts as not given, except for those that are on by default. */
function isGiven(request: RunRequest, setting: string): boolean {
  const value = settingValue(request, setting)
  if (setting === 'canaries') return value === true
  return setting === 'cache' ? value === false : value !== undefined
}

type Why = (setting: string) => Message
type Idle = {
  readonly because: (parts: PreparedParts) => Why | undefined
  readonly hint?: (parts: PreparedParts) => Message | undefined
}

const when = (isIdle: (parts: PreparedParts) => boolean, why: Why): Idle => ({
  because: (parts) => (isIdle(parts) ? why : undefined),
})

const asksModelJudge = ({ uses }: PreparedParts): boolean => uses.some(({ judge }) => judge.id !== 'embedded')
const asksModels = (parts: PreparedParts): boolean =>
  asksModelJudge(parts) || parts.asksOtherModels || (parts.target.agentModels ?? []).length > 0

const ofModelJudges: Idle = {
  because(parts) {
    if (asksModelJudge(parts)) return undefined
    const made = parts.metrics.find(({ name, threshold }) => threshold === undefined && isJudged(name))?.name
    if (made === undefined)
      return (setting) => message('{setting} has no effect: no model judges in this run', { setting })
    return (setting) =>
      message('{setting} has no effect: {metric} was made with a judge of its own', { setting, metric: made })
  },
}
const ofAgents = when(
  ({ target }) => target.recorded === true,
  (setting) => message('{setting} has no effect: the answers are recorded, and no agent is asked', { setting }),
)
const ofSpans = when(
  ({ target, request }) => target.receivesSpans !== true && request.traces !== false,
  (setting) => message('{setting} has no effect: spans are received of programs and addresses', { setting }),
)
const noJudgedMetric: Why = (setting) =>
  message('{setting} has no effect: no metric of this run asks a judge', { setting })

/** Settings that can have no effect. In a config they may be meant for other datasets, so only requests are checked. */
export const idleSettings: Readonly<Partial<Record<SettingKey, Idle>>> = {
  judge: { ...when(({ uses }) => uses.length === 0, noJudgedMetric), hint: judgedMetricHint },
  canaries: ofModelJudges,
  decoys: ofModelJudges,
  cache: ofModelJudges,
  maxCost: {
    ...when(
      (parts) => !asksModels(parts),
      (setting) => message('{setting} has no effect: no model is asked in this run', { setting }),
    ),
    hint: () => message('What an agent of your own spends is its own affair.'),
  },
  secondLook: ofModelJudges,
  judgeTimeoutMs: ofModelJudges,
  judgeRetrySeconds: ofModelJudges,
  judgeCacheDays: ofModelJudges,
  judgeLanguage: when(({ uses, asksOtherModels }) => uses.length === 0 && !asksOtherModels, noJudgedMetric),
  userModel: when(
    ({ simulated }) => simulated === 0,
    (setting) => message('{setting} has no effect: every conversation of the dataset is written down', { setting }),
  ),
  sessionInput: ofAgents,
  traces: ofSpans,
  tracesWaitMs: ofSpans,
  tracesPort: ofSpans,
  timeoutMs: ofAgents,
  attempts: ofAgents,
  environment: when(
    ({ replays }) => replays,
    (setting) => message('{setting} has no effect: a recording answers every call of a tool', { setting }),
  ),
  resultFile: {
    ...when(
      ({ format }) => packOf(format)?.resultFile === undefined,
      (setting) =>
        message('{setting} has no effect: only reviews and questions about runbooks leave such a file', { setting }),
    ),
    hint: ({ place }) =>
      place === 'command line' ? message('--output FILE.json writes a report of every run.') : undefined,
  },
}

const ofPacks = Object.assign({}, ...packs.map(({ idleSettings: own }) => own)) as Readonly<Record<string, WhyIdle>>

function judgedMetricHint(parts: PreparedParts): Message {
  const hint = packOf(parts.format)?.criteria?.judgedMetric?.(traitsOf(parts))
  return (
    hint ??
    message('{metric} is one: name it under "criteria", or in the config.', { metric: 'final_response_match_v2' })
  )
}

function traitsOf({ request, format, isAnswered, metrics, target, place }: PreparedParts): RunTraits {
  return {
    request,
    format,
    isAnswered,
    metrics: metrics.map(({ name }) => name),
    target: target.name,
    nameOf: (setting) => settingName(setting, place),
  }
}

/**
 * Refuses `none`, which leaves a gate open, beside other rules, since it would have no effect there.
 *
 * @throws {EvalError} `usage` naming them
 */
export function refuseIdleNone(failOn: readonly string[]): void {
  const others = failOn.filter((rule) => rule !== 'none')
  if (others.length === 0 || others.length === failOn.length) return
  throw new EvalError(
    'usage',
    message('`none` has no effect beside other rules for the gate: {rules}', { rules: others.join(', ') }),
    { hint: message('It stands alone, or is left out.') },
  )
}

/** Warns of rubrics that no metric uses. Like ADK, we select rubrics by their type. */
export function warnOfIdleRubrics({ traits, metrics }: Pick<PreparedParts, 'traits' | 'metrics'>, warnings: Warnings) {
  const names = new Set(metrics.map(({ name }) => name))
  for (const [type, count] of traits.rubricTypes) {
    const metric = rubricMetrics[type]
    const values = { count, type, metric: metric ?? '' }
    if (type === '') {
      warnings.add(
        message(
          '{count} {count|rubric|rubrics} of the cases {count|has|have} no type and {count|is|are} not asked',
          values,
        ),
        message('A type says which metric asks it: {types}.', { types: Object.keys(rubricMetrics).join(', ') }),
      )
    } else if (metric === undefined) {
      const meant = nearest(type, Object.keys(rubricMetrics))
      warnings.add(
        message(
          '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: no metric has that type',
          values,
        ),
        meant === undefined ? undefined : message('Did you mean "{name}"?', { name: meant }),
      )
    } else if (!names.has(metric)) {
      warnings.add(
        message(
          '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: {metric} is no metric of this run',
          values,
        ),
        message('Name it under "criteria", with its threshold.'),
      )
    }
  }
}

const rubricMetrics: Readonly<Record<string, string>> = {
  FINAL_RESPONSE_QUALITY: 'rubric_based_final_response_quality_v1',
  TOOL_USE_QUALITY: 'rubric_based_tool_use_quality_v1',
  TRAJECTORY_QUALITY: 'rubric_based_multi_turn_trajectory_quality_v1',
}

/** Warns of columns that nothing reads although their names suggest a meaning. */
export function warnOfIdleColumns(
  { traits, format, file }: Pick<PreparedParts, 'traits' | 'format' | 'file'>,
  warnings: Warnings,
): void {
  if (!isTable(format)) return
  for (const column of traits.metadata) {
    if (isAnswerColumn(column)) continue
    if (isDefaultColumn(column)) {
      warnings.add(
        message('{file}: the column "{column}" is not read: another one says the same', { file, column }),
        message('Remove or rename one of them, or say which column is which: `columns` in the config.'),
      )
      continue
    }
    const meant = nearest(column, defaultColumnNames)
    if (meant === undefined || column.length < 4) continue
    warnings.add(
      message('{file}: the column "{column}" is not read', { file, column }),
      message('Did you mean "{name}"? Else rename it, or say which column is which: `columns` in the config.', {
        name: meant,
      }),
    )
  }
}
