import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import type { Estimate } from '../../../../src/core/run/estimate.ts'

/** What a line can show: the pass rate of runs, or the pass rate or mean of a metric. */
export type Measure = {
  /** As in the address. */
  readonly name: string
  readonly metric: string | undefined
  readonly as: 'share' | 'mean'
  readonly unit: string | undefined
  readonly of: (point: TrendPoint) => Estimate | null
}

const passRateMeasure: Measure = {
  name: 'rate',
  metric: undefined,
  as: 'share',
  unit: undefined,
  of: ({ passRate }) => passRate,
}

/** The runs' pass rate first, then the metrics. */
export function measuresOf(points: readonly TrendPoint[]): readonly Measure[] {
  const metrics = new Map(points.flatMap((point) => point.metrics).map((one) => [one.metric, one]))
  return [passRateMeasure, ...[...metrics].flatMap(([metric, { unit }]) => measuresOfMetric(metric, unit))]
}

/** The named measures in order; the pass rate by default. */
export function measuresNamed(names: readonly string[], points: readonly TrendPoint[]): readonly Measure[] {
  const named = measuresOf(points).filter(({ name }) => names.includes(name))
  return named.length === 0 ? [passRateMeasure] : named
}

function measuresOfMetric(metric: string, unit: string | undefined): readonly Measure[] {
  const own = (point: TrendPoint) => point.metrics.find((one) => one.metric === metric)
  const rate: Measure = {
    name: `rate:${metric}`,
    metric,
    as: 'share',
    unit: undefined,
    of: (point) => own(point)?.passRate ?? null,
  }
  const mean: Measure = { name: `mean:${metric}`, metric, as: 'mean', unit, of: (point) => own(point)?.mean ?? null }
  // Quantities have no pass rate.
  return unit === undefined ? [rate, mean] : [mean]
}
