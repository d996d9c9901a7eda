import './difference-plot.css'

type DifferencePlotProps = {
  readonly value: number
  readonly low: number
  readonly high: number
  /** The scale's largest absolute difference. */
  readonly reach: number
  /** `open` unless the difference is clear and the datasets are the same. */
  readonly of: 'better' | 'worse' | 'open'
}

/** A difference with its interval beside the zero line; the figures are shown as text beside it. */
export function DifferencePlot({ value, low, high, reach, of }: DifferencePlotProps) {
  const x = (at: number) => 60 + (Math.max(-reach, Math.min(reach, at)) / (reach || 1)) * 56
  return (
    <svg className="difference-plot" viewBox="0 0 120 12" aria-hidden="true" data-of={of}>
      <line className="difference-none" x1="60" x2="60" y1="0" y2="12" />
      <line className="difference-range" x1={x(low)} x2={Math.max(x(high), x(low) + 1)} y1="6" y2="6" />
      <circle className="difference-value" cx={x(value)} cy="6" r="3.5" />
    </svg>
  )
}
