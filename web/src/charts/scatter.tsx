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
  const discs = points.map(({ x, share, size = 0 }) => ({
    x: placeX(x),
    y: placeY(share.value),
    r: 4 + 8 * (size / mostSize),
  }))
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
        {points.map(({ id, href, x, share, spoken }, index) => (
          <a key={id} href={href} aria-label={spoken} className="scatter-point">
            <title>{spoken}</title>
            <line x1={placeX(x)} x2={placeX(x)} y1={placeY(share.low)} y2={placeY(share.high)} />
            <circle cx={discs[index]?.x} cy={discs[index]?.y} r={discs[index]?.r} />
          </a>
        ))}
        {namePlaces(points, discs).map(({ name, ...place }) => (
          <text key={`${place.x} ${place.y}`} {...place} className="scatter-name" aria-hidden="true">
            {name}
          </text>
        ))}
      </svg>
    </div>
  )
}

type Disc = { readonly x: number; readonly y: number; readonly r: number }

const [letter, line, most] = [7, 12, 18]

/** Names beside their discs, clear of other discs and names; where there is no such place, the disc's title has it. */
function namePlaces(points: readonly Pick<ScatterPoint, 'name'>[], discs: readonly Disc[]) {
  const taken = discs.map(({ x, y, r }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }))
  return points.flatMap(({ name: whole }, index) => {
    const { x: at, y: middle, r } = discs[index] as Disc
    const name = whole.length > most ? `${whole.slice(0, most - 1)}…` : whole
    // Letters of Japanese are twice as wide.
    const wide = [...name].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0) * letter
    for (const [side, up] of [
      [1, 0],
      [-1, 0],
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const x = at + side * (r + 4)
      const y = middle + 4 - up * line
      const box = { left: Math.min(x, x + side * wide), right: Math.max(x, x + side * wide), top: y - line, bottom: y }
      const isClear = taken.every(
        (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
      )
      if (!isClear || box.left < left || box.right > width) continue
      taken.push(box)
      return [{ name, x, y, textAnchor: side === 1 ? ('start' as const) : ('end' as const) }]
    }
    return []
  })
}
