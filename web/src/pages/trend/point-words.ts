import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { settingSentences } from '../../../../src/reporters/comparison/comparison-verdict.ts'
import { decimal, inUnit, interval, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import { badges } from '../../components/badge.tsx'
import type { Measure } from './measures.ts'
import { formatted, say } from '../../words/say.ts'

export type GateState = 'passed' | 'failed' | 'not-gated'

export function gateOf({ gatePassed }: TrendPoint): GateState {
  if (gatePassed === undefined) return 'not-gated'
  return gatePassed ? 'passed' : 'failed'
}

/** A point's value and interval. */
export function pointValue(point: TrendPoint, measure: Measure): { readonly value: string; readonly interval: string } {
  const estimate = measure.of(point)
  if (estimate === null) return { value: '–', interval: say('not measured') }
  if (measure.as === 'share') return { value: rate(estimate), interval: rateInterval(estimate) }
  const shown = measure.unit === undefined ? decimal(estimate.value) : say(inUnit(estimate.value, measure.unit))
  return { value: shown, interval: interval(estimate) }
}

/** The settings that a point changed, a sentence each. */
export function pointChanges({ changes }: TrendPoint): readonly string[] {
  return settingSentences({ settings: changes }).map(say)
}

/** A point for screen readers. */
export function spokenPoint(point: TrendPoint, measure: Measure): string {
  const shown = pointValue(point, measure)
  return say('{run}, {when}: {value}. {gate}. {changes}', {
    run: point.name ?? point.runId,
    when: formatted.dateTime(point.createdAt),
    value: `${shown.value} (${shown.interval})`,
    gate: say(badges[gateOf(point)].name),
    changes: pointChanges(point).join('. '),
  })
}

/** The changed settings in a few words. */
export function changeKinds({ changes }: TrendPoint): string {
  return [...new Set(changes.map(({ setting }) => say(kindOf(setting))))].join(', ')
}

function kindOf(setting: TrendPoint['changes'][number]['setting']) {
  if (setting === 'target' || setting === 'models' || setting === 'prompt') return 'agent'
  if (setting === 'judge' || setting === 'instruction') return 'judge'
  if (setting === 'metrics' || setting === 'threshold' || setting === 'options') return 'metrics'
  if (setting === 'version') return 'Shinsa##version'
  return setting === 'commit' ? 'commit' : 'settings'
}
