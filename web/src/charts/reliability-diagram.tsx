import './reliability-diagram.css'
import type { ReliabilityBin } from '../../../src/statistics/review-measures.ts'
import { percent, rateInterval } from '../../../src/reporters/number-format.ts'
import { PlainTable } from '../components/table/plain-table.tsx'
import { ShareChart } from './share-chart.tsx'
import { say } from '../words/say.ts'

/** Shows how often verdicts of each stated confidence were right; on the diagonal confidence equals accuracy. */
export function ReliabilityDiagram({ bins }: { readonly bins: readonly ReliabilityBin[] }) {
  const most = Math.max(1, ...bins.map(({ n }) => n))
  const rows = binRows(bins)
  return (
    <figure className="chart-and-table">
      <ShareChart
        label={say(
          'Reliability diagram: how often verdicts of each stated confidence were right. The table beside it has the numbers.',
        )}
        x={say('Stated confidence')}
        y={say('Right')}
      >
        {({ across, up }) => (
          <>
            {bins.map(({ bin, from, to, n }) => (
              <rect
                key={bin}
                className="reliability-count"
                x={across(from) + 1}
                width={across(to) - across(from) - 2}
                y={up((n / most) * 0.22)}
                height={up(0) - up((n / most) * 0.22)}
              />
            ))}
            <line className="reliability-ideal" x1={across(0)} y1={up(0)} x2={across(1)} y2={up(1)} />
            {bins.map((bin) => (
              <BinMark key={bin.bin} bin={bin} across={across} up={up} />
            ))}
          </>
        )}
      </ShareChart>
      <figcaption className="stack">
        <p className="small soft">
          {say(
            'On the dashed line confidence is as stated; below it the agent is over-confident, above it under-confident. Bars show intervals, grey columns how many cases there are. A red square lies where chance alone would hardly put it.',
          )}
        </p>
        <PlainTable
          title={say('Calibration curve')}
          className="figures"
          heads={[say('Stated confidence'), say('Cases##counted'), say('Mean confidence'), say('Right')]}
          rows={rows}
        />
      </figcaption>
    </figure>
  )
}

type BinMarkProps = {
  readonly bin: ReliabilityBin
  readonly across: (share: number) => number
  readonly up: (share: number) => number
}

function BinMark({ bin: { accuracy, meanConfidence, consistent }, across, up }: BinMarkProps) {
  const x = across(meanConfidence)
  const outside = accuracy.value < consistent.low || accuracy.value > consistent.high
  return (
    <g className="reliability-bin" data-outside={outside}>
      <line x1={x} x2={x} y1={up(accuracy.low)} y2={up(accuracy.high)} />
      <line x1={x - 5} x2={x + 5} y1={up(accuracy.low)} y2={up(accuracy.low)} />
      <line x1={x - 5} x2={x + 5} y1={up(accuracy.high)} y2={up(accuracy.high)} />
      {outside ? (
        <rect x={x - 5} y={up(accuracy.value) - 5} width="10" height="10" />
      ) : (
        <circle cx={x} cy={up(accuracy.value)} r="5" />
      )}
    </g>
  )
}

function binRows(bins: readonly ReliabilityBin[]) {
  return bins.map(({ bin, from, to, n, meanConfidence, accuracy }) => ({
    key: bin,
    cells: [
      say('{from} to {to}', { from: percent(from), to: percent(to) }),
      n,
      percent(meanConfidence),
      `${percent(accuracy.value)} (${rateInterval(accuracy)})`,
    ],
  }))
}
