import './risk-coverage-chart.css'
import type { RiskCoverage } from '../../../src/statistics/review-measures.ts'
import { percent } from '../../../src/reporters/number-format.ts'
import { PlainTable } from '../components/table/plain-table.tsx'
import { ShareChart } from './share-chart.tsx'
import { say } from '../words/say.ts'

/** Shows the error rate among the most confident verdicts, for every share of verdicts that is kept. */
export function RiskCoverageChart({ risk }: { readonly risk: RiskCoverage }) {
  const highest = niceTop(Math.max(risk.overallRisk, ...risk.curve.map((point) => point.risk)))
  return (
    <figure className="chart-and-table">
      <ShareChart
        label={say(
          'Risk–coverage curve: the share of wrong verdicts among those that are confident enough. The table beside it has the numbers.',
        )}
        x={say('Share kept')}
        y={say('Wrong among them')}
        highest={highest}
      >
        {({ across, up }) => (
          <>
            <path className="risk-overall" d={`M${across(0)} ${up(risk.overallRisk)}H${across(1)}`} />
            <polyline
              className="risk-curve"
              points={risk.curve.map((point) => `${across(point.coverage)},${up(point.risk)}`).join(' ')}
            />
            {risk.curve.length <= 40 &&
              risk.curve.map((point) => (
                <circle
                  key={point.threshold}
                  className="risk-point"
                  cx={across(point.coverage)}
                  cy={up(point.risk)}
                  r="3.5"
                />
              ))}
          </>
        )}
      </ShareChart>
      <figcaption className="stack">
        <p className="small soft">
          {say(
            'Kept are the most confident verdicts. With all {n} of them {risk} are wrong (dashed). The table describes these cases; it promises nothing about others.',
            { risk: percent(risk.overallRisk, 1), n: risk.n },
          )}
        </p>
        <PlainTable
          title={say('Risk and coverage')}
          className="figures"
          heads={[say('At most this share wrong'), say('Share kept'), say('Confidence from')]}
          rows={risk.coverageAtRisk.map((row) => ({
            key: row.risk,
            cells: [percent(row.risk), percent(row.coverage), row.threshold?.toFixed(2) ?? '–'],
          }))}
        />
      </figcaption>
    </figure>
  )
}

const tops = [0.02, 0.04, 0.1, 0.2, 0.4, 1]

function niceTop(value: number): number {
  return tops.find((top) => value <= top) ?? 1
}
