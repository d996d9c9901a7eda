import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { settingSentences } from '../../../../src/reporters/comparison/comparison-verdict.ts'
import { decimal, inUnit, interval, percent, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import { useFormats } from '../../words/formats.ts'
import { useAllWords } from '../../words/language.tsx'
import type { Say } from '../../words/speaking.ts'
import { badges } from '../../components/badge.tsx'
import type { Measure } from './measures.ts'

export type GateState = 'passed' | 'failed' | 'not-gated'

export function gateOf({ gatePassed }: TrendPoint): GateState {
  if (gatePassed === undefined) return 'not-gated'
  return gatePassed ? 'passed' : 'failed'
}

/** Texts for points, in the table, under the chart and for screen readers. */
export function usePointWords() {
  const { say } = useAllWords()
  const { dateTime } = useFormats()
  const value = (point: TrendPoint, measure: Measure): { readonly value: string; readonly interval: string } => {
    const estimate = measure.of(point)
    if (estimate === null) return { value: '–', interval: say('not measured') }
    if (measure.as === 'share') return { value: rate(estimate), interval: rateInterval(estimate) }
    const shown = measure.unit === undefined ? decimal(estimate.value) : say(inUnit(estimate.value, measure.unit))
    return { value: shown, interval: interval(estimate) }
  }
  const changes = (point: TrendPoint): readonly string[] => settingSentences({ settings: point.changes }).map(say)
  return {
    value,
    changes,
    tick: (share: number, measure: Measure) => (measure.as === 'share' ? percent(share) : decimal(share)),
    spoken(point: TrendPoint, measure: Measure): string {
      const shown = value(point, measure)
      return say('{run}, {when}: {value}. {gate}. {changes}', {
        run: point.name ?? point.runId,
        when: dateTime(point.createdAt),
        value: `${shown.value} (${shown.interval})`,
        gate: say(badges[gateOf(point)].name),
        changes: changes(point).join('. '),
      })
    },
  }
}

/** The changed settings in a few words. */
export function changeKinds({ changes }: TrendPoint, say: Say): string {
  return [...new Set(changes.map(({ setting }) => say(kindOf(setting))))].join(', ')
}

function kindOf(setting: TrendPoint['changes'][number]['setting']) {
  if (setting === 'target' || setting === 'models' || setting === 'prompt') return 'agent'
  if (setting === 'judge' || setting === 'instruction') return 'judge'
  if (setting === 'metrics' || setting === 'threshold' || setting === 'options') return 'metrics'
  if (setting === 'version') return 'Shinsa##version'
  return setting === 'commit' ? 'commit' : 'settings'
}
