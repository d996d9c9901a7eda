import { Fragment } from 'react'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import { bounds, count, decimal, quantity } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import type { RunsCompared } from './comparison-of.ts'
import { DifferencePlot } from './difference-plot.tsx'
import { type PlainRow, PlainTable } from '../../components/table/plain-table.tsx'
import { say } from '../../words/say.ts'
import { formatted } from '../../words/formats.ts'

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
  const metrics = metricRows(comparison)
  const quantities = quantityRows(comparison)
  return (
    <>
      {metrics.length > 0 && <Differences title={say('By metric')} rows={metrics} comparison={comparison} />}
      {quantities.length > 0 && (
        <Differences title={say('Time, tokens and cost per case')} rows={quantities} comparison={comparison} />
      )}
    </>
  )
}

function metricRows({ comparisons, others }: RunsCompared): readonly MetricDifferencesRow[] {
  const names = [...new Set(comparisons.flatMap(({ metrics }) => metrics.map(({ metric }) => metric)))]
  return names.flatMap((name) =>
    comparisons.flatMap(({ metrics, settings }, index): readonly MetricDifferencesRow[] => {
      const found = metrics.find(({ metric }) => metric === name)
      if (found === undefined) return []
      const { difference, adjustedP, lowerIsBetter = false } = found
      const isClear = adjustedP < 1 - difference.level && !settings.some(({ setting }) => setting === 'dataset')
      const isBetter = difference.value > 0 !== lowerIsBetter
      const { low, high } = bounds(difference)
      return [
        {
          key: `${name} ${index}`,
          head: lowerIsBetter ? say('{metric} (lower is better)', { metric: name }) : name,
          run: others[index]?.name ?? '',
          measured: found,
          show: decimal,
          interval: say('{low} to {high}##interval', { low, high }),
          p: adjustedP,
          of: isClear ? (isBetter ? 'better' : 'worse') : 'open',
        },
      ]
    }),
  )
}

const quantityNames = {
  'agent-seconds': 'Time of the agent',
  'input-tokens': 'Input tokens',
  'output-tokens': 'Output tokens',
  'tool-calls': 'Tool calls',
  'agent-dollars': 'Dollars of the agent',
  'judge-dollars': 'Dollars of the judge',
} as const

function quantityRows({ comparisons, others }: RunsCompared): readonly MetricDifferencesRow[] {
  const kinds = [...new Set(comparisons.flatMap(({ quantities }) => quantities.map(({ quantity: kind }) => kind)))]
  return kinds.flatMap((kind) =>
    comparisons.flatMap(({ quantities }, index): readonly MetricDifferencesRow[] => {
      const found = quantities.find((one) => one.quantity === kind)
      if (found === undefined) return []
      const { low, high } = found.difference
      const show = kind === 'agent-seconds' ? (seconds: number) => formatted.duration(seconds * 1000) : quantity
      return [
        {
          key: `${kind} ${index}`,
          head: say(quantityNames[kind]),
          run: others[index]?.name ?? '',
          measured: found,
          show,
          interval: say('{low} to {high}##interval', { low: signed(low, show), high: signed(high, show) }),
          // Less may be better, but says nothing about the answers.
          of: 'open',
        },
      ]
    }),
  )
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
