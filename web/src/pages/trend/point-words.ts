import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { settingSentences } from '../../../../src/reporters/comparison/comparison-verdict.ts'
import { decimal, inUnit, interval, percent, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import type { AllWords } from '../../words/words.ts'
import type { Measure } from './measures.ts'

export type GateState = 'passed' | 'failed' | 'not-gated'

export function gateOf({ gatePassed }: TrendPoint): GateState {
  if (gatePassed === undefined) return 'not-gated'
  return gatePassed ? 'passed' : 'failed'
}

/** Texts for points, in the table, under the chart and for screen readers. */
export function usePointWords() {
  const { words, say } = useAllWords()
  const { dateTime } = useFormats()
  const value = (point: TrendPoint, measure: Measure): { readonly value: string; readonly interval: string } => {
    const estimate = measure.of(point)
    if (estimate === null) return { value: '–', interval: words.trend.noValue }
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
      return fill(words.trend.point, {
        run: point.name ?? point.runId,
        when: dateTime(point.createdAt),
        value: `${shown.value} (${shown.interval})`,
        gate: words.verdict[gateOf(point)],
        changes: changes(point).join('. '),
      })
    },
  }
}

/** The changed settings in a few words. */
export function changeKinds({ changes }: TrendPoint, { trend }: AllWords): string {
  return [...new Set(changes.map(({ setting }) => trend.change[kindOf(setting)]))].join(', ')
}

function kindOf(setting: TrendPoint['changes'][number]['setting']): keyof AllWords['trend']['change'] {
  if (setting === 'target' || setting === 'models' || setting === 'prompt') return 'agent'
  if (setting === 'judge' || setting === 'instruction') return 'judge'
  if (setting === 'metrics' || setting === 'threshold' || setting === 'options') return 'metric'
  return setting === 'version' || setting === 'commit' ? setting : 'other'
}
