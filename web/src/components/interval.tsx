import './interval.css'
import type { Estimate } from '../../../src/core/run/estimate.ts'
import { bounds, interval, percent, rate, rateBounds, rateInterval } from '../../../src/reporters/number-format.ts'
import { formatted, sayFirst as say } from '../words/say.ts'

type IntervalProps = {
  readonly estimate: Estimate | null
  /** `share` is shown in per cent on a scale from 0 to 100, `mean` as a value, with a scale only within 0–1. */
  readonly as: 'share' | 'mean'
  readonly unit?: string
}

/** A number with its interval, as figures and on a scale. */
export function Interval({ estimate, as, unit }: IntervalProps) {
  if (estimate === null) {
    return (
      <span className="soft" title={say('no number')}>
        <span className="hidden-words">{say('no number')}</span>
        <span aria-hidden="true">–</span>
      </span>
    )
  }
  const isTime = unit === 'seconds'
  const value = as === 'share' ? rate(estimate) : formatted.amount(estimate.value, unit)
  const ends = [estimate.low, estimate.high].map((seconds) => formatted.amount(seconds, 'seconds'))
  // The interval is left out where both ends are displayed alike.
  const ofTime = ends[0] === ends[1] || estimate.high < 0.0005 ? '' : ends.join('–')
  const ofMean = isTime ? ofTime : interval(estimate)
  const range = as === 'share' ? rateInterval(estimate) : ofMean
  const { low, high } = as === 'share' ? rateBounds(estimate) : bounds(estimate)
  const ofHundred = as === 'share' ? ' %' : ''
  const spoken = say('{value}, {level} interval {low} to {high}, from {n}', {
    value,
    level: percent(estimate.level),
    low: `${low}${ofHundred}`,
    high: `${high}${ofHundred}`,
    n: estimate.n,
  })
  return (
    <span className="interval" title={spoken}>
      <span className="hidden-words">{spoken}</span>
      <span aria-hidden="true" className="interval-figures">
        <b>{value}</b> <span className="soft small">{range}</span>
      </span>
      {unit === undefined && <IntervalScale of={estimate} />}
    </span>
  )
}

/** A value with its interval on a scale from 0 to 1; nothing for what lies elsewhere. */
export function IntervalScale({ of: { value, low, high } }: { readonly of: Estimate }) {
  if (low < 0 || high > 1) return null
  return (
    <svg aria-hidden="true" className="interval-scale" viewBox="0 0 100 8" preserveAspectRatio="none">
      <rect className="interval-all" x="0" y="3" width="100" height="2" />
      <rect className="interval-range" x={low * 100} y="1.5" width={Math.max((high - low) * 100, 0.5)} height="5" />
      <rect className="interval-value" x={Math.min(value * 100, 98.5)} y="0" width="1.5" height="8" />
    </svg>
  )
}
