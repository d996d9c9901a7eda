import './reliability-diagram.css'
import type { ReliabilityBin } from '../../../src/statistics/review-measures.ts'
import { percent, rateInterval } from '../../../src/reporters/number-format.ts'
import { ScrollingTable } from '../components/scrolling-table.tsx'
import { fill, useAllWords } from '../words/language.tsx'
import { ShareChart } from './share-chart.tsx'

/** How often verdicts of each stated confidence were right; on the diagonal every confidence is true. */
export function ReliabilityDiagram({ bins }: { readonly bins: readonly ReliabilityBin[] }) {
  const { words } = useAllWords()
  const { reliability } = words.calibration
  const most = Math.max(1, ...bins.map(({ n }) => n))
  return (
    <figure className="chart-and-table">
      <ShareChart label={reliability.label} x={reliability.confidence} y={reliability.right}>
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
            {bins.map(({ bin, accuracy, meanConfidence, consistent }) => {
              const x = across(meanConfidence)
              const outside = accuracy.value < consistent.low || accuracy.value > consistent.high
              return (
                <g key={bin} className="reliability-bin" data-outside={outside}>
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
            })}
          </>
        )}
      </ShareChart>
      <figcaption className="stack">
        <p className="small soft">{reliability.legend}</p>
        <ScrollingTable title={reliability.title} className="scrolls">
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">{reliability.confidence}</th>
                <th scope="col">{reliability.cases}</th>
                <th scope="col">{reliability.stated}</th>
                <th scope="col">{reliability.right}</th>
              </tr>
            </thead>
            <tbody>
              {bins.map(({ bin, from, to, n, meanConfidence, accuracy }) => (
                <tr key={bin}>
                  <th scope="row">{fill(reliability.bin, { from: percent(from), to: percent(to) })}</th>
                  <td>{n}</td>
                  <td>{percent(meanConfidence)}</td>
                  <td>
                    {percent(accuracy.value)} <span className="soft small">({rateInterval(accuracy)})</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollingTable>
      </figcaption>
    </figure>
  )
}
