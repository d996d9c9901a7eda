import type { GateMeasures, RunPlan } from '../../core/index.ts'
import { EvalError, limitOf, message, metricOfPassRate, passRates } from '../../core/index.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { packOf } from '../pack-of.ts'
import { defaultFailOn } from '../../runner/gate.ts'
import { gateMeasuresOf } from '../pack-parts.ts'
import type { SettledRun } from './settle-run.ts'

/** The rules of a run's gate. @throws {EvalError} `usage` for a rule that the run's metrics can never keep */
export function gateRules(
  { settings, dependencies }: SettledRun,
  opened: OpenedDataset,
  metrics: RunPlan['metrics'],
): readonly string[] {
  const failOn = [...(settings.failOn ?? defaultRules(opened, metrics, settings)), ...unsureRule(settings)]
  refuseMissingBaseline(failOn, settings)
  refuseUnknownMetrics(failOn, metrics, gateMeasuresOf(dependencies.packs))
  return failOn
}

function unsureRule({ whenUnsure }: SettledRun['settings']): readonly string[] {
  return whenUnsure === 'fail' ? ['unsure-of-baseline'] : []
}

function refuseMissingBaseline(failOn: readonly string[], { baseline, whenUnsure }: SettledRun['settings']): void {
  const isAsked = whenUnsure !== undefined || failOn.some((rule) => rule.endsWith('-baseline'))
  if (baseline !== undefined || !isAsked) return
  throw new EvalError('usage', message('the gate asks how the run stands against a baseline, and none is named'), {
    hint: message('Name one with --baseline FILE; `shinsa export RUN --format baseline` writes it.'),
  })
}

/** The rules of a run when nobody says any. */
function defaultRules(
  { format }: OpenedDataset,
  metrics: RunPlan['metrics'],
  { baseline }: SettledRun['settings'],
): readonly string[] {
  // What failed then may fail now: a baseline is there to ask for no more than that.
  if (baseline !== undefined) return ['worse-than-baseline', 'not-evaluated']
  return packOf(format)?.failOn?.(metrics.map(({ name }) => name)) ?? defaultFailOn
}

/** A rule about a metric that the run does not have could only ever fail, after the agent was asked everything. */
function refuseUnknownMetrics(
  failOn: readonly string[],
  metrics: RunPlan['metrics'],
  measures: readonly GateMeasures[],
): void {
  const ofSets = measures.filter((one) => one.areMeasuredBy(metrics)).flatMap(({ names }) => names)
  const known = [...passRates, ...ofSets, ...metrics.map(({ name }) => name)]
  const limits = failOn.flatMap((rule) => limitOf(rule) ?? [])
  const unknown = limits.find(({ name }) => !known.includes(metricOfPassRate(name) ?? name))?.name
  if (unknown !== undefined) {
    throw new EvalError(
      'usage',
      message('the gate asks for {metric}, which this run does not measure', { metric: unknown }),
      {
        hint: message('It measures: {names}.', { names: known.join(', ') }),
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
