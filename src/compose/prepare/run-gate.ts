import {
  type GateMeasures,
  type RunPlan,
  EvalError,
  limitOf,
  message,
  nearestNames,
  metricOfPassRate,
  correctedPassRates,
  passRates,
} from '../../core/index.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { metricNames } from '../metrics/metric-catalogue.ts'
import { packOf } from '../pack-of.ts'
import { defaultFailOn } from '../../runner/gate.ts'
import { settingName, type RunValues } from '../../settings/index.ts'
import { gateMeasuresOf } from '../pack-parts.ts'
import type { SettledRun } from './settle-run.ts'
import { didYouMean } from '../../core/basics/nearest-names.ts'

/** Returns the rules of a run's gate. @throws {EvalError} `usage` for a rule that the run's metrics can never meet */
export function gateRules(
  { asked: { request, settings }, world: { dependencies, warnings } }: SettledRun,
  opened: OpenedDataset,
  metrics: RunPlan['metrics'],
): readonly string[] {
  const measures = gateMeasuresOf(dependencies.packs)
  const named = settings.failOn ?? []
  const idle = request.failOn === undefined ? named.filter((rule) => isIdle(rule, metrics, measures)) : []
  const left = named.filter((rule) => !idle.includes(rule))
  const failOn = [
    ...(left.length > 0 ? left : defaultRules(opened, metrics, settings)),
    ...(settings.whenUnsure === 'fail' ? ['unsure-of-baseline'] : []),
  ]
  refuseMissingBaseline(failOn, settings)
  refuseUnknownMetrics(failOn, metrics, measures)
  for (const rule of idle) {
    warnings.add(
      message('the rule {rule} of the config has no effect: this run does not measure it', { rule }),
      left.length === 0
        ? message('Nothing is left, so the gate has its own: {rules}.', { rules: failOn.join(', ') })
        : undefined,
    )
  }
  return failOn
}

/** A config serves many datasets, so its rules about measures that this run lacks are meant for others. */
function isIdle(rule: string, metrics: RunPlan['metrics'], measures: readonly GateMeasures[]): boolean {
  const ofOthers = measures.filter((one) => !one.areMeasuredBy(metrics))
  if (ofOthers.some(({ rules = {} }) => Object.hasOwn(rules, rule))) return true
  const limit = limitOf(rule)
  if (limit === undefined) return false
  const name = metricOfPassRate(limit.name) ?? limit.name
  if (metrics.some((metric) => metric.name === name)) return false
  return metricNames().includes(name) || ofOthers.some(({ names }) => names.includes(name))
}

function refuseMissingBaseline(failOn: readonly string[], { baseline, whenUnsure }: RunValues): void {
  const isAsked = whenUnsure !== undefined || failOn.some((rule) => rule.endsWith('-baseline'))
  if (baseline !== undefined || !isAsked) return
  throw new EvalError('usage', message('the gate asks how the run stands against a baseline, and none is named'), {
    hint: message('Name one with --baseline FILE; `shinsa export RUN --format baseline` writes it.'),
  })
}

/**
 * Tells whether the run stops when its gate is decided. The setting of a config is ignored where only a whole run can
 * decide the gate, since a config serves many datasets.
 *
 * @throws {EvalError} `usage` where the request asks for that
 */
export async function stopsEarly(
  { asked: { request, settings, place }, world: { dependencies, warnings } }: SettledRun,
  gate: { readonly failOn: readonly string[]; readonly repeat: number },
): Promise<boolean> {
  if (!settings.stopEarly) return false
  // Further arms of an evaluation have no gate and stop when the comparison is decided.
  if (dependencies.comparedWith !== undefined) return true
  const { undecidableRule } = await import('../../runner/early/early-rules.ts')
  const rule = undecidableRule(gate, gateMeasuresOf(dependencies.packs))
  if (rule === undefined) return true
  const hint = message(
    'Early can be decided: failed, error, not-evaluated, pass-rate<0.9, METRIC.pass-rate<0.7, worse-than-baseline, unsure-of-baseline, and pass-rate-low<0.8 where each case is played once.',
  )
  if (request.stopEarly === undefined) {
    warnings.add(
      message('stopEarly of the config has no effect: only a whole run decides the rule {rule}', { rule }),
      hint,
    )
    return false
  }
  throw new EvalError(
    'usage',
    message('{setting}: only a whole run decides the rule {rule}', { setting: settingName('stopEarly', place), rule }),
    { hint },
  )
}

function defaultRules(
  { format }: OpenedDataset,
  metrics: RunPlan['metrics'],
  { baseline }: RunValues,
): readonly string[] {
  // Cases that failed in the baseline may fail now; a baseline demands no more than that.
  if (baseline !== undefined) return ['worse-than-baseline', 'not-evaluated']
  return packOf(format)?.failOn?.(metrics.map(({ name }) => name)) ?? defaultFailOn
}

/** A rule about a metric that the run lacks would fail only after the agent had answered everything. */
function refuseUnknownMetrics(
  failOn: readonly string[],
  metrics: RunPlan['metrics'],
  measures: readonly GateMeasures[],
): void {
  const ofSets = measures.filter((one) => one.areMeasuredBy(metrics)).flatMap(({ names }) => names)
  const known = [...passRates, ...correctedPassRates, ...ofSets, ...metrics.map(({ name }) => name)]
  const limits = failOn.flatMap((rule) => limitOf(rule) ?? [])
  const unknown = limits.find(({ name }) => !known.includes(metricOfPassRate(name) ?? name))?.name
  if (unknown !== undefined) {
    const near = nearestNames(unknown, known)
    throw new EvalError(
      'usage',
      message('the gate asks for {metric}, which this run does not measure', { metric: unknown }),
      {
        hint: didYouMean(near, message('It measures: {names}.', { names: known.join(', ') })),
      },
    )
  }
  const inverted = new Set(metrics.filter(({ polarity }) => polarity === 'lower-is-better').map(({ name }) => name))
  const turned = limits.find(({ name, side }) => side === 'below' && inverted.has(name))
  if (turned === undefined) return
  throw new EvalError(
    'usage',
    message('lower is better in {metric}: that rule would close the gate on good values', { metric: turned.name }),
    { hint: message('Write "{rule}".', { rule: `${turned.name}>${turned.limit}` }) },
  )
}
