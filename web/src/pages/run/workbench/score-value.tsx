import type { ScoreCell } from '../../../../../src/server/api/runs.ts'
import { badges } from '../../../components/badge.tsx'
import { formatted, sayFirst as say } from '../../../words/say.ts'

type ScoreValueProps = {
  readonly status: ScoreCell['status']
  /** The mean of several repeats. */
  readonly value: number | undefined
  readonly unit: string | undefined
  readonly lowerIsBetter: boolean
}

/** A score in a cell: sign, number and colour. Metrics that do not apply show nothing. */
export function ScoreValue({ status, value, unit, lowerIsBetter }: ScoreValueProps) {
  const isShare = value !== undefined && status !== 'measured' && value >= 0 && value <= 1
  const good = isShare ? (lowerIsBetter ? 1 - value : value) : undefined
  return (
    <span
      className="score-value"
      data-of={status}
      data-scaled={good !== undefined}
      title={`${say(badges[status].name)}${value === undefined ? '' : ` ${formatted.amount(value, unit)}`}`}
      // Cast: React's style type knows no custom properties.
      style={good === undefined ? undefined : ({ '--good-share': `${Math.round(good * 100)}%` } as React.CSSProperties)}
    >
      <span aria-hidden="true">{status === 'measured' ? '' : badges[status].sign}</span>
      {status !== 'measured' && <span className="hidden-words">{say(badges[status].name)}</span>}
      {value !== undefined && <span>{isShare ? shortShare(value) : formatted.amount(value, unit)}</span>}
    </span>
  )
}

/** In as few characters as possible. */
function shortShare(value: number): string {
  if (Number.isInteger(value)) return String(value)
  // Only exact values are shown as 0 or 1.
  return String(Number(Math.min(0.99, Math.max(0.01, value)).toFixed(2))).replace(/^0/, '')
}
