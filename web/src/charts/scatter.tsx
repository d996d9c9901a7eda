import './scatter.css'
import type { Estimate } from '../../../src/core/run/estimate.ts'

export type ScatterPoint = {
  readonly id: string
  readonly name: string
  readonly href: string
  /** At least 0; points without a value are not drawn. */
  readonly x: number
  readonly share: Estimate
  /** Determines the disc's area. */
  readonly size: number | undefined
  readonly spoken: string
}

type ScatterProps = {
  readonly label: string
  readonly axis: string
  readonly points: readonly ScatterPoint[]
  readonly tick: (x: number) => string
}

const [width, height, left, below, edge] = [560, 240, 52, 40, 24]

/** Shares with their intervals over cost or time: the upper left is better and cheaper. */
export function Scatter({ label, axis, points, tick }: ScatterProps) {
  const mostX = Math.max(...points.map(({ x }) => x), Number.MIN_VALUE)
  const mostSize = Math.max(...points.map(({ size = 0 }) => size), Number.MIN_VALUE)
  const placeX = (x: number) => left + edge + (x / mostX) * (width - left - 2 * edge)
  const placeY = (share: number) => edge + (1 - share) * (height - below - edge)
  return (
    <div className="scatter">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share} aria-hidden="true">
            <line className="scatter-grid" x1={left} x2={width} y1={placeY(share)} y2={placeY(share)} />
            <text x={left - 8} y={placeY(share) + 4} textAnchor="end">
              {100 * share} %
            </text>
          </g>
        ))}
        {[0, mostX].map((x) => (
          <text key={x} x={placeX(x)} y={height - below + 16} textAnchor="middle" aria-hidden="true">
            {tick(x)}
          </text>
        ))}
        <text x={(left + width) / 2} y={height - 6} textAnchor="middle" aria-hidden="true">
          {axis}
        </text>
        {points.map(({ id, name, href, x, share, size, spoken }, index) => (
          <a key={id} href={href} aria-label={spoken} className="scatter-point">
            <title>{spoken}</title>
            <line x1={placeX(x)} x2={placeX(x)} y1={placeY(share.low)} y2={placeY(share.high)} />
            <circle cx={placeX(x)} cy={placeY(share.value)} r={size === undefined ? 4 : 4 + 8 * (size / mostSize)} />
            <text
              x={placeX(x) + (x > mostX / 2 ? -14 : 14)}
              y={placeY(share.value) - 8 - 12 * (index % 3)}
              textAnchor={x > mostX / 2 ? 'end' : 'start'}
            >
              {name.length > 18 ? `${name.slice(0, 17)}…` : name}
            </text>
          </a>
        ))}
      </svg>
    </div>
  )
}
