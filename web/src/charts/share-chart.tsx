import './share-chart.css'
import type { ReactNode } from 'react'
import { percent } from '../../../src/reporters/number-format.ts'

/** Converts shares to positions in the drawing: `across` from the left, `up` from the bottom. */
type Scale = { readonly across: (share: number) => number; readonly up: (share: number) => number }

type ShareChartProps = {
  /** Describes the drawing for screen readers. */
  readonly label: string
  readonly x: string
  readonly y: string
  /** The largest share on the vertical axis; 1 by default. */
  readonly highest?: number
  readonly children: (scale: Scale) => ReactNode
}

const frame = { left: 62, top: 14, width: 372, height: 262 }
const ticks = [0, 0.25, 0.5, 0.75, 1]

/** Two axes of shares, between which the children draw. */
export function ShareChart({ label, x, y, highest = 1, children }: ShareChartProps) {
  const scale: Scale = {
    across: (share) => frame.left + share * frame.width,
    up: (share) => frame.top + (1 - share / highest) * frame.height,
  }
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height]
  return (
    <div>
      <p className="hidden-words">{label}</p>
      <svg className="share-chart" viewBox="0 0 456 330" aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className="share-chart-line"
              x1={frame.left}
              x2={right}
              y1={scale.up(tick * highest)}
              y2={scale.up(tick * highest)}
            />
            <text className="share-chart-tick" x={frame.left - 8} y={scale.up(tick * highest) + 4} textAnchor="end">
              {percent(tick * highest, highest < 0.2 ? 1 : 0)}
            </text>
            <text className="share-chart-tick" x={scale.across(tick)} y={bottom + 18} textAnchor="middle">
              {percent(tick)}
            </text>
          </g>
        ))}
        {children(scale)}
        <text className="share-chart-axis" x={frame.left + frame.width / 2} y={bottom + 40} textAnchor="middle">
          {x}
        </text>
        <text
          className="share-chart-axis"
          transform={`translate(12 ${frame.top + frame.height / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {y}
        </text>
      </svg>
    </div>
  )
}
