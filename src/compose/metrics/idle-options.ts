import { type JsonObject, EvalError, message, nearest, nearestNames } from '../../core/index.ts'
import type { Criterion } from '../criteria/eval-config.ts'
import { snakeCase } from '../../formats/kit/key-spelling.ts'
import type { Warnings } from '../warnings.ts'
import { packMetrics } from './pack-metrics.ts'

/** The metrics that read this option, which ADK accepts for every criterion. */
const readIntermediate: readonly string[] = ['final_response_match_v2', 'rubric_based_final_response_quality_v1']
const intermediate = 'include_intermediate_responses_in_final'

const withoutThreshold: readonly string[] = ['final_state_match', 'reference_match', 'tool_rules']

/** An option without effect while the option before it is given too. */
const hidden: Readonly<Record<string, { readonly option: string; readonly behind: string }>> = {
  tool_trajectory_avg_score: { option: 'arguments', behind: 'ignore_args' },
  tool_call_f1: { option: 'arguments', behind: 'ignore_args' },
  contains: { option: 'text', behind: 'texts' },
}

/** Warns of options of a criterion that its metric has but does not use here. */
export function warnOfIdleOptions(given: Criterion, warnings: Warnings): void {
  const { metricName: metric, threshold, criterion } = given
  if (criterion[intermediate] === true && !readIntermediate.includes(metric)) {
    warnings.add(
      message('{place}: {key} has no effect', { place: metric, key: intermediate }),
      message('Metrics that have it: {names}.', { names: readIntermediate.join(', ') }),
    )
  }
  if (isPassedAsWhole(given) && threshold !== 1) {
    warnings.add(
      message('{metric}: the threshold {threshold} has no effect: it is passed as a whole or not', {
        metric,
        threshold,
      }),
    )
  }
  const { option, behind } = hidden[metric] ?? {}
  if (option === undefined || behind === undefined || !isGiven(criterion, option) || !isGiven(criterion, behind)) return
  warnings.add(message('{place}: {key} has no effect beside {other}', { place: metric, key: option, other: behind }))
}

/** Returns whether a criterion's threshold has no effect. */
export function isPassedAsWhole({ metricName: metric, criterion }: Criterion): boolean {
  const isWhole = withoutThreshold.includes(metric) || packMetrics.get(metric)?.withoutThreshold === true
  return isWhole || criterion['budget'] !== undefined
}

function isGiven(criterion: JsonObject, option: string): boolean {
  return criterion[option] !== undefined && criterion[option] !== false
}

const renamed: ReadonlyMap<string, readonly string[]> = new Map([['evaluate_full_response', [intermediate]]])

/**
 * A criterion's options as a run states them: in ADK's spelling, and without ADK's defaults, which only some sources of
 * criteria write out. Equal criteria are stated alike.
 */
export function statedOptions({ metricName, criterion }: Criterion): JsonObject {
  const isDefault: Readonly<Record<string, unknown>> = {
    [intermediate]: false,
    ...(metricName === 'tool_trajectory_avg_score' && { match_type: 'EXACT' }),
  }
  const options = Object.entries(criterion).map(([key, value]) => [snakeCase(key), value] as const)
  return Object.fromEntries(options.filter(([key, value]) => value === undefined || isDefault[key] !== value))
}

/** The options that ADK has for every criterion; a metric uses those that it knows. */
export const optionsOfAdk: readonly string[] = ['threshold', intermediate]

/**
 * Refuses options that the metric does not have. Where verdicts must equal ADK's, which ignores them, it only warns.
 *
 * @throws {EvalError} `config`
 */
export function checkOptionNames(
  { metricName: metric, criterion }: Pick<Criterion, 'metricName' | 'criterion'>,
  own: readonly string[],
  { adkCompat, warnings }: { readonly adkCompat: boolean; readonly warnings: Warnings },
): void {
  const known = [...optionsOfAdk, ...own]
  for (const option of Object.keys(criterion).filter((key) => !known.includes(key))) {
    if (adkCompat) {
      const name = nearest(option, known)
      const hint = name === undefined ? undefined : message('Did you mean "{name}"?', { name })
      warnings.add(message('{place}: {key} has no effect', { place: metric, key: option }), hint)
      continue
    }
    const options = { options: known.join(', ') }
    const names = (renamed.get(option) ?? nearestNames(option, known)).join(', ')
    throw new EvalError('config', message('the criterion of {metric} has no option {option}', { metric, option }), {
      hint:
        names === ''
          ? message('Its options are: {options}.', options)
          : message('Did you mean {names}? Its options are: {options}.', { names, ...options }),
    })
  }
}
