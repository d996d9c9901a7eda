import type { TrendPoint } from '../../../../src/server/api/comparisons.ts'
import type { Estimate } from '../../../../src/core/run/estimate.ts'

/** What a line can show: the pass rate of the runs, or that or the mean of one metric. */
export type Measure = {
  /** As it stands in the address; empty for the pass rate. */
  readonly name: string
  readonly metric: string | undefined
  readonly as: 'share' | 'mean'
  readonly unit: string | undefined
  readonly of: (point: TrendPoint) => Estimate | null
}

const passRateMeasure: Measure = {
  name: '',
  metric: undefined,
  as: 'share',
  unit: undefined,
  of: ({ passRate }) => passRate,
}

/** The pass rate first, then each metric's own. */
export function measuresOf(points: readonly TrendPoint[]): readonly Measure[] {
  const metrics = new Map(points.flatMap((point) => point.metrics).map((one) => [one.metric, one]))
  return [passRateMeasure, ...[...metrics].flatMap(([metric, { unit }]) => measuresOfMetric(metric, unit))]
}

export function measureNamed(name: string, points: readonly TrendPoint[]): Measure {
  return measuresOf(points).find((measure) => measure.name === name) ?? passRateMeasure
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
  // What is measured and not judged has no pass rate.
  return unit === undefined ? [rate, mean] : [mean]
}
