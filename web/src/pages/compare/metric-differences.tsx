import { Fragment } from 'react'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import { bounds, count, decimal, quantity } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import type { RunsCompared } from './comparison-of.ts'
import { DifferencePlot } from './difference-plot.tsx'
import { type PlainRow, PlainTable } from '../../components/table/plain-table.tsx'
import { formatted, say } from '../../words/say.ts'

type MeasuredDifference = {
  readonly head: string
  readonly measured: Comparison['metrics'][number] | Comparison['quantities'][number]
  readonly show: (value: number) => string
  readonly interval: string
  /** Undefined for quantities, which are not tested. */
  readonly p?: number
  readonly of: 'better' | 'worse' | 'open'
}

type MetricDifferencesRow = MeasuredDifference & { readonly key: string; readonly run: string }

/** Differences of each metric and of cost and time, over the cases evaluated in both runs. */
export function MetricDifferences({ comparison }: { readonly comparison: RunsCompared }) {
  const metrics = rowsOf(comparison, (one) => one.metrics.map((metric) => metricRow(metric, one)))
  const quantities = rowsOf(comparison, ({ quantities: measured }) => measured.map(quantityRow))
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
function rowsOf(
  { comparisons, others }: RunsCompared,
  measuredIn: (comparison: Comparison) => readonly MeasuredDifference[],
): readonly MetricDifferencesRow[] {
  const rows = comparisons.flatMap((one, index) =>
    measuredIn(one).map((row) => ({ ...row, key: `${row.head} ${index}`, run: others[index]?.name ?? '' })),
  )
  return [...Map.groupBy(rows, ({ head }) => head).values()].flat()
}

function metricRow(measured: Comparison['metrics'][number], { settings }: Comparison): MeasuredDifference {
  const { metric, difference, adjustedP, lowerIsBetter = false } = measured
  const isClear = adjustedP < 1 - difference.level && !settings.some(({ setting }) => setting === 'dataset')
  const isBetter = difference.value > 0 !== lowerIsBetter
  return {
    measured,
    head: lowerIsBetter ? say('{metric} (lower is better)', { metric }) : metric,
    show: decimal,
    interval: say('{low} to {high}##interval', bounds(difference)),
    p: adjustedP,
    of: isClear ? (isBetter ? 'better' : 'worse') : 'open',
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

function quantityRow(measured: Comparison['quantities'][number]): MeasuredDifference {
  const { quantity: kind, difference } = measured
  const { low, high } = difference
  const show = kind === 'agent-seconds' ? formatted.seconds<number> : quantity
  const end = (value: number) => (difference.method === 'constant' ? '–' : signed(value, show))
  const interval = say('{low} to {high}##interval', { low: end(low), high: end(high) })
  // Less may be better, but says nothing about the answers.
  return { measured, head: say(quantityNames[kind]), show, interval, of: 'open' }
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
