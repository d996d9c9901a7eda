import { Fragment } from 'react'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import { bounds, count, decimal, quantity } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import type { RunsCompared } from './comparison-of.ts'
import { DifferencePlot } from './difference-plot.tsx'
import { type PlainRow, PlainTable } from '../../components/table/plain-table.tsx'
import { formatted, say } from '../../words/say.ts'

type MetricDifferencesMetric = Comparison['metrics'][number]
type MetricDifferencesQuantity = Comparison['quantities'][number]

type MetricDifferencesRow = {
  readonly key: string
  readonly head: string
  readonly run: string
  readonly measured: MetricDifferencesMetric | MetricDifferencesQuantity
  readonly show: (value: number) => string
  readonly interval: string
  /** Undefined for quantities, which are not tested. */
  readonly p?: number
  readonly of: 'better' | 'worse' | 'open'
}

/** Differences of each metric and of cost and time, over the cases evaluated in both runs. */
export function MetricDifferences({ comparison }: { readonly comparison: RunsCompared }) {
  const metrics = rowsBy(
    comparison,
    (one) => one.metrics,
    ({ metric }) => metric,
    metricRow,
  )
  const quantities = rowsBy(
    comparison,
    (one) => one.quantities,
    (one) => one.quantity,
    quantityRow,
  )
  return (
    <>
      {metrics.length > 0 && <Differences title={say('By metric')} rows={metrics} comparison={comparison} />}
      {quantities.length > 0 && (
        <Differences title={say('Time, tokens and cost per case')} rows={quantities} comparison={comparison} />
      )}
    </>
  )
}

/** A row for each run that has a measure, the runs of one measure behind each other. */
function rowsBy<Measured extends MetricDifferencesRow['measured']>(
  { comparisons, others }: RunsCompared,
  measuresOf: (comparison: Comparison) => readonly Measured[],
  nameOf: (measured: Measured) => string,
  toRow: (measured: Measured, comparison: Comparison) => Omit<MetricDifferencesRow, 'key' | 'run' | 'measured'>,
): readonly MetricDifferencesRow[] {
  const names = [...new Set(comparisons.flatMap((one) => measuresOf(one).map(nameOf)))]
  return names.flatMap((name) =>
    comparisons.flatMap((one, index) => {
      const measured = measuresOf(one).find((each) => nameOf(each) === name)
      if (measured === undefined) return []
      return { key: `${name} ${index}`, run: others[index]?.name ?? '', measured, ...toRow(measured, one) }
    }),
  )
}

function metricRow(
  { metric, difference, adjustedP, lowerIsBetter = false }: MetricDifferencesMetric,
  { settings }: Comparison,
) {
  const isClear = adjustedP < 1 - difference.level && !settings.some(({ setting }) => setting === 'dataset')
  const isBetter = difference.value > 0 !== lowerIsBetter
  return {
    head: lowerIsBetter ? say('{metric} (lower is better)', { metric }) : metric,
    show: decimal,
    interval: say('{low} to {high}##interval', bounds(difference)),
    p: adjustedP,
    of: isClear ? (isBetter ? ('better' as const) : ('worse' as const)) : ('open' as const),
  }
}

const quantityNames = {
  'agent-seconds': 'Time of the agent',
  'input-tokens': 'Input tokens',
  'output-tokens': 'Output tokens',
  'tool-calls': 'Tool calls',
  'agent-dollars': 'Dollars of the agent',
  'judge-dollars': 'Dollars of the judge',
} as const

function quantityRow({ quantity: kind, difference: { low, high } }: MetricDifferencesQuantity) {
  const show = kind === 'agent-seconds' ? (seconds: number) => formatted.duration(seconds * 1000) : quantity
  const interval = say('{low} to {high}##interval', { low: signed(low, show), high: signed(high, show) })
  // Less may be better, but says nothing about the answers.
  return { head: say(quantityNames[kind]), show, interval, of: 'open' as const }
}

type MetricDifferencesProps = {
  readonly title: string
  readonly rows: readonly MetricDifferencesRow[]
  readonly comparison: RunsCompared
}

function Differences({ title, rows, comparison: { others, baseline } }: MetricDifferencesProps) {
  const isNamed = others.length > 1
  const isTested = rows.some(({ p }) => p !== undefined)
  const reach = reachOf(rows)
  return (
    <Card title={title}>
      <PlainTable
        foreign
        title={title}
        className="compare-table compare-differences"
        heads={[
          say('Measured##what'),
          ...(isNamed ? [say('Run')] : []),
          <span key="baseline" title={baseline.name}>
            {say('Baseline')}
          </span>,
          say('Compared'),
          say('Difference'),
          ...(isTested ? [say('p (Holm)')] : []),
          say('Cases in both'),
        ]}
        rows={rows.map((row, index) =>
          differenceRow(row, { isNamed, reach: reach * scaledBy(row), isFirst: rows[index - 1]?.head !== row.head }),
        )}
      />
    </Card>
  )
}

type Placed = { readonly isNamed: boolean; readonly reach: number; readonly isFirst: boolean }

function differenceRow(row: MetricDifferencesRow, { isNamed, reach, isFirst }: Placed): PlainRow {
  const { key, head, run, show, interval, p, of, measured } = row
  const { first, second, difference, n } = measured
  const cells = [
    <span key="head" className={isFirst ? undefined : 'hidden-words'}>
      {head}
    </span>,
    ...(isNamed ? [<bdi key="run">{run}</bdi>] : []),
    show(first),
    show(second),
    <Fragment key="difference">
      <b>
        {of === 'open' ? '' : of === 'better' ? '▲ ' : '▼ '}
        {signed(difference.value, show)}
      </b>{' '}
      <span className="soft small">{interval}</span>
      <DifferencePlot {...difference} reach={reach} of={of} />
    </Fragment>,
    ...(p === undefined ? [] : [p < 0.001 ? '< 0.001' : decimal(p)]),
    count(n),
  ]
  return { key, data: { 'data-first': isFirst }, cells }
}

/** All rows share one scale: metrics from 0 to 1, cost and time as a share of the baseline. */
function scaledBy({ measured, p }: MetricDifferencesRow): number {
  return p === undefined ? measured.first || 1 : 1
}

function reachOf(rows: readonly MetricDifferencesRow[]): number {
  const ends = rows.flatMap((row) => {
    const { low, high } = row.measured.difference
    return [Math.abs(low), Math.abs(high)].map((end) => end / scaledBy(row))
  })
  return Math.max(...ends) || 1
}

function signed(value: number, show: (value: number) => string): string {
  const shown = show(Math.abs(value))
  // Differences too small to display are shown as none.
  if (Number(shown) === 0 || shown.startsWith('<')) return '±0'
  return `${value < 0 ? '−' : '+'}${shown}`
}
