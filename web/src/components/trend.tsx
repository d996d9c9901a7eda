import './trend.css'
import { percent } from '../../../src/reporters/number-format.ts'
import { sayFirst as say } from '../words/say.ts'

/** A small line of shares over time; the last point is this run's. */
export function TrendLine({ points }: { readonly points: readonly number[] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return <span className="soft">–</span>
  const x = (index: number) => 3 + (index / (points.length - 1)) * 74
  const spoken = say('Pass rate of {count} runs on this dataset, from {first} to {last}', {
    count: points.length,
    first: percent(first),
    last: percent(last),
  })
  return (
    <svg className="trend" viewBox="0 0 80 24" role="img" aria-label={spoken}>
      <polyline points={points.map((share, index) => `${x(index)},${y(share)}`).join(' ')} />
      <circle cx={x(points.length - 1)} cy={y(last)} r="2.5" />
    </svg>
  )
}

function y(share: number): number {
  return 21 - share * 18
}
