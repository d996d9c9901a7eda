import './rate-axis.css'
import { Fragment } from 'react'
import { PlainTable } from '../../components/table/plain-table.tsx'
import type { Estimate } from '../../../../src/core/run/estimate.ts'
import { rate, rateInterval } from '../../../../src/reporters/number-format.ts'

export type RateRow = {
  readonly of: 'judge' | 'corrected' | 'labels'
  readonly name: string
  readonly estimate: Pick<Estimate, 'value' | 'low' | 'high' | 'n' | 'level' | 'method'>
}

/** Rates of the same results with intervals, on one axis from 0 to 100 %. */
export function RateAxis({ caption, rows }: { readonly caption: string; readonly rows: readonly RateRow[] }) {
  return (
    <>
      <PlainTable
        foreign
        title={caption}
        className="rate-axis"
        rows={rows.map(({ of, name, estimate }) => ({
          key: name,
          data: { 'data-of': of },
          cells: [
            name,
            <Fragment key="figures">
              <b>{rate(estimate)}</b> <span className="soft small">{rateInterval(estimate)}</span>
            </Fragment>,
            <Picture key="picture" {...estimate} />,
          ],
        }))}
      />
      <p className="rate-axis-ends soft small" aria-hidden="true">
        <span>0 %</span>
        <span>50 %</span>
        <span>100 %</span>
      </p>
    </>
  )
}

function Picture({ value, low, high }: Pick<Estimate, 'value' | 'low' | 'high'>) {
  return (
    <svg aria-hidden="true">
      <line className="rate-axis-line" x1="0" x2="100%" y1="50%" y2="50%" />
      <line className="rate-axis-range" x1={x(low)} x2={x(high)} y1="50%" y2="50%" />
      <circle className="rate-axis-value" cx={x(value)} cy="50%" r="5" />
    </svg>
  )
}

function x(share: number): string {
  return `${100 * share}%`
}
