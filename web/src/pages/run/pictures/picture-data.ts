import type { RunPlan } from '../../../../../src/core/run/run.ts'
import type { CaseRow, ScoreCell } from '../../../../../src/server/api/runs.ts'
import { type Bins, binCount, pictureBin, binsFor, binsOver } from './bins.ts'

/** Number of results in each range; quantities neither pass nor fail. */
export type Counted = { readonly passed: number; readonly failed: number; readonly plain: number }

export type ScorePictureData = {
  readonly metric: string
  readonly threshold: number | undefined
  readonly lowerIsBetter: boolean
  readonly unit: string | undefined
  readonly counts: Readonly<Record<ScoreCell['status'], number>>
  /** Undefined without values. */
  readonly drawn: { readonly bins: Bins; readonly columns: readonly Counted[] } | undefined
  readonly mean: number | undefined
}

export type QuantityPictureData = {
  readonly field: 'time' | 'tokens' | 'cost'
  readonly bins: Bins
  readonly columns: readonly Counted[]
  readonly median: number
  readonly total: number
}

export type PictureData = {
  readonly scores: readonly ScorePictureData[]
  readonly quantities: readonly QuantityPictureData[]
}

/** Computes the pictures of a run from the loaded rows. */
export function pictureData(rows: readonly CaseRow[], metrics: RunPlan['metrics']): PictureData {
  const planned = new Map(metrics.map((metric) => [metric.name, metric]))
  const collected = new Map<string, Collected>(metrics.map(({ name }) => [name, nothing()]))
  for (const { scores } of rows) {
    for (const cell of scores) {
      let known = collected.get(cell.metric)
      if (known === undefined) collected.set(cell.metric, (known = nothing()))
      add(known, cell)
    }
  }
  return {
    scores: [...collected].map(([metric, known]) => ({
      metric,
      threshold: planned.get(metric)?.threshold,
      lowerIsBetter: planned.get(metric)?.polarity === 'lower-is-better',
      ...scoresOf(known),
    })),
    quantities: [
      ...quantityOf('time', rows, ({ durationMs }) => durationMs),
      ...quantityOf('tokens', rows, ({ tokens }) => tokens),
      ...quantityOf('cost', rows, ({ dollars }) => dollars),
    ],
  }
}

type Collected = {
  readonly counts: Record<ScoreCell['status'], number>
  readonly values: number[]
  readonly statuses: ScoreCell['status'][]
  unit: string | undefined
}

function nothing(): Collected {
  const counts = { passed: 0, failed: 0, measured: 0, 'not-evaluated': 0, 'not-applicable': 0, error: 0, broken: 0 }
  return { counts, values: [], statuses: [], unit: undefined }
}

function add(known: Collected, { status, value, unit }: ScoreCell): void {
  known.counts[status] += 1
  known.unit ??= unit
  if (value === undefined || !Number.isFinite(value)) return
  known.values.push(value)
  known.statuses.push(status)
}

function scoresOf({
  counts,
  values,
  statuses,
  unit,
}: Collected): Omit<ScorePictureData, 'metric' | 'threshold' | 'lowerIsBetter'> {
  if (values.length === 0) return { counts, unit, drawn: undefined, mean: undefined }
  const bins = binsFor(values, { scores: true })
  return {
    counts,
    unit,
    drawn: { bins, columns: columnsOf(bins, values, statuses) },
    mean: sumOf(values) / values.length,
  }
}

function columnsOf(
  bins: Bins,
  values: readonly number[],
  statuses: readonly ScoreCell['status'][],
): readonly Counted[] {
  const columns = Array.from({ length: binCount(bins) }, () => ({ passed: 0, failed: 0, plain: 0 }))
  values.forEach((value, index) => {
    const column = columns[pictureBin(bins, value)]
    const status = statuses[index]
    if (column !== undefined) column[status === 'passed' || status === 'failed' ? status : 'plain'] += 1
  })
  return columns
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function quantityOf(
  field: QuantityPictureData['field'],
  rows: readonly CaseRow[],
  valueOf: (row: CaseRow) => number | undefined,
): readonly QuantityPictureData[] {
  const values = rows.flatMap((row) => valueOf(row) ?? [])
  // Without any cost there is nothing to show.
  if (!values.some((value) => value > 0)) return []
  const sorted = new Float64Array(values).toSorted()
  const bins = binsOver(sorted)
  const median = sorted[sorted.length >> 1] ?? 0
  return [{ field, bins, columns: columnsOf(bins, values, []), median, total: sumOf(values) }]
}
