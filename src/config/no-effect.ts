import type { Message, RunPlan, Target } from '../core/index.ts'
import { EvalError, message, nearest } from '../core/index.ts'
import { isTable } from '../formats/detect-format.ts'
import { usualColumnNames } from '../formats/index.ts'
import type { JudgeUse } from './choose-judge.ts'
import type { DatasetTraits } from './dataset-traits.ts'
import type { RunRequest } from './run-request.ts'
import type { Warnings } from './warnings.ts'

export type PreparedParts = {
  readonly request: RunRequest
  readonly format: string
  /** Cases for which somebody has to play the user. */
  readonly simulated: number
  readonly target: Target
  readonly metrics: RunPlan['metrics']
  readonly uses: readonly JudgeUse[]
  /** Whether a model plays users or answers tools. */
  readonly asksOtherModels: boolean
  readonly traits: DatasetTraits
  readonly file: string
}

/** Says of everything that was asked for and changes nothing in this run that it does not. */
export function warnOfIdleSettings(parts: PreparedParts, warnings: Warnings): void {
  for (const { given, name, isIdle, why, hint } of idleSettings) {
    if (given(parts.request) && isIdle(parts)) {
      warnings.add(why(name), hint)
    }
  }
}

const noJudgedMetric = (setting: string) =>
  message('{setting} has no effect: no metric of this run asks a judge', { setting })
const noModelJudge = (setting: string) => message('{setting} has no effect: no model judges in this run', { setting })
const noModel = (setting: string) => message('{setting} has no effect: no model is asked in this run', { setting })
const isRecorded = (setting: string) =>
  message('{setting} has no effect: the answers are recorded, and no agent is asked', { setting })
const noScenario = (setting: string) =>
  message('{setting} has no effect: every conversation of the dataset is written down', { setting })
const nameOne = message('final_response_match_v2 is one: name it under "criteria", or in the config.')

type Idle = {
  readonly name: string
  readonly given: (request: RunRequest) => boolean
  readonly isIdle: (parts: PreparedParts) => boolean
  readonly why: (setting: string) => Message
  readonly hint?: Message
}

const asksModelJudge = ({ uses }: PreparedParts): boolean => uses.some(({ judge }) => judge.id !== 'embedded')
const asksModels = (parts: PreparedParts): boolean =>
  asksModelJudge(parts) || parts.asksOtherModels || (parts.target.agentModels ?? []).length > 0

/** Each setting that can be given in vain, by the names of the command line and of `evaluate()`. */
export const idleSettings: readonly Idle[] = [
  {
    name: '--judge',
    given: ({ judge }) => judge !== undefined,
    isIdle: ({ uses }) => uses.length === 0,
    why: noJudgedMetric,
    hint: nameOne,
  },
  {
    name: '--canaries',
    given: ({ canaries }) => canaries === true,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: '--no-cache',
    given: ({ cache }) => cache === false,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: '--max-cost',
    given: ({ maxCost }) => maxCost !== undefined,
    isIdle: (parts) => !asksModels(parts),
    why: noModel,
    hint: message('What an agent of your own spends is its own affair.'),
  },
  {
    name: 'secondLook',
    given: ({ secondLook }) => secondLook !== undefined,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: 'judgeTimeoutMs',
    given: ({ judgeTimeoutMs }) => judgeTimeoutMs !== undefined,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: 'judgeRetrySeconds',
    given: ({ judgeRetrySeconds }) => judgeRetrySeconds !== undefined,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: 'judgeCacheDays',
    given: ({ judgeCacheDays }) => judgeCacheDays !== undefined,
    isIdle: (parts) => !asksModelJudge(parts),
    why: noModelJudge,
  },
  {
    name: 'judgeLanguage',
    given: ({ judgeLanguage }) => judgeLanguage !== undefined,
    isIdle: ({ uses, asksOtherModels }) => uses.length === 0 && !asksOtherModels,
    why: noJudgedMetric,
  },
  {
    name: '--user-model',
    given: ({ userModel }) => userModel !== undefined,
    isIdle: ({ simulated }) => simulated === 0,
    why: noScenario,
  },
  {
    name: '--timeout',
    given: ({ timeoutMs }) => timeoutMs !== undefined,
    isIdle: ({ target }) => target.recorded === true,
    why: isRecorded,
  },
  {
    name: 'attempts',
    given: ({ attempts }) => attempts !== undefined,
    isIdle: ({ target }) => target.recorded === true,
    why: isRecorded,
  },
  {
    name: '--result-file',
    given: ({ resultFile }) => resultFile !== undefined,
    isIdle: ({ format }) => !leavesResults(format),
    why: (setting) =>
      message('{setting} has no effect: only reviews and questions about runbooks leave such a file', { setting }),
    hint: message('--output FILE.json writes a report of every run.'),
  },
  {
    name: '--runbooks',
    given: ({ runbooks }) => runbooks !== undefined,
    isIdle: ({ target }) => !target.name.startsWith('runbook-assistant'),
    why: (setting) => message('{setting} has no effect: the runbook assistant is not asked', { setting }),
  },
  {
    name: 'review',
    given: ({ review = {} }) => Object.values(review).some((value) => value !== undefined),
    isIdle: ({ format }) => !format.startsWith('review') && !leavesResults(format),
    why: (setting) => message('{setting} has no effect: the dataset is no review suite', { setting }),
  },
]

function leavesResults(format: string): boolean {
  return /review|runbook/.test(format)
}

/**
 * The rule of a gate that is always open opens nothing while other rules stand beside it.
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

/** Rubrics of cases and turns that no metric asks. ADK takes a rubric by its type, too. */
export function warnOfIdleRubrics({ traits, metrics }: Pick<PreparedParts, 'traits' | 'metrics'>, warnings: Warnings) {
  const names = new Set(metrics.map(({ name }) => name))
  for (const [type, count] of traits.rubricTypes) {
    const metric = rubricMetrics[type]
    if (type === '') {
      warnings.add(
        message('{count} {count|rubric|rubrics} of the cases {count|has|have} no type and {count|is|are} not asked', {
          count,
        }),
        message('A type says which metric asks it: {types}.', { types: Object.keys(rubricMetrics).join(', ') }),
      )
    } else if (metric === undefined) {
      const meant = nearest(type, Object.keys(rubricMetrics))
      warnings.add(
        message(
          '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: no metric has that type',
          {
            count,
            type,
          },
        ),
        meant === undefined ? undefined : message('Did you mean "{name}"?', { name: meant }),
      )
    } else if (!names.has(metric)) {
      warnings.add(
        message(
          '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: {metric} is no metric of this run',
          {
            count,
            type,
            metric,
          },
        ),
        message('Name it under "criteria", with its threshold.'),
      )
    }
  }
}

const rubricMetrics: Readonly<Record<string, string>> = {
  FINAL_RESPONSE_QUALITY: 'rubric_based_final_response_quality_v1',
  TOOL_USE_QUALITY: 'rubric_based_tool_use_quality_v1',
}

/** Columns of a table that nothing reads as what they may be meant to be. */
export function warnOfIdleColumns(
  { traits, format, file }: Pick<PreparedParts, 'traits' | 'format' | 'file'>,
  warnings: Warnings,
): void {
  if (!isTable(format)) return
  for (const column of traits.metadata) {
    const meant = nearest(column, usualColumnNames)
    if (meant === undefined || column.length < 4) continue
    warnings.add(
      message('{file}: the column "{column}" is not read', { file, column }),
      message('Did you mean "{name}"? Else rename it, or say which column is which: `columns` in the config.', {
        name: meant,
      }),
    )
  }
}
