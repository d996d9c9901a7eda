import { type HumanLabel, type RunPlan, type ScoredCase, correctsRates } from '../../core/index.ts'

/** A figure that labels can correct: the pass rate of the run or of a metric, or the mean of a metric's scores. */
export type CorrectedFigure = { readonly of: 'pass-rate' | 'mean'; readonly metric?: string }

/** Sorts corrected figures: the headline, the pass rates of metrics, and their means. */
export function byFigure<Whole>(corrected: readonly { readonly asked: CorrectedFigure; readonly whole: Whole }[]) {
  const ofMetrics = (of: CorrectedFigure['of']) =>
    corrected.flatMap(({ asked, whole }) =>
      asked.of === of && asked.metric !== undefined ? [{ metric: asked.metric, ...whole }] : [],
    )
  const passRate = corrected.find(({ asked }) => asked.metric === undefined)?.whole
  return { ...(passRate && { passRate }), metrics: ofMetrics('pass-rate'), means: ofMetrics('mean') }
}

/** One result with the run's verdict and, where people labelled it, theirs. */
export type LabelledRow = {
  readonly caseId: string
  readonly position: number
  readonly repeat: number
  /** 0–1. A missing verdict counts as 0.5, a missing score as the mean of the others. */
  readonly judged: number
  readonly label: number | undefined
  readonly verdict: 0 | 0.5 | 1
}

/** Lists the results of a run once for each figure that labels can correct. Labels that correct no rate are left out. */
export async function labelledRows(
  { metrics }: Pick<RunPlan, 'metrics'>,
  labels: readonly HumanLabel[],
  scoredCases: () => AsyncIterable<ScoredCase>,
): Promise<readonly { readonly asked: CorrectedFigure; readonly rows: readonly LabelledRow[] }[]> {
  const limits = new Map(metrics.map((metric) => [metric.name, metric]))
  const said = labels
    .filter((label) => label.aspect === undefined && correctsRates(label))
    .map((label) => withVerdict(label, limits))
  const asked = askedBy(said, [...limits.keys()])
  if (asked.length === 0) return []
  const ofResults = Map.groupBy(said, ({ position, repeat }) => `${position}/${repeat}`)
  const lists = asked.map((one) => ({ asked: one, rows: [] as LabelledRow[], scores: [] as number[] }))
  for await (const scored of scoredCases()) {
    const { caseId, position, repeat } = scored
    const ofResult = ofResults.get(`${position}/${repeat}`) ?? []
    for (const list of lists) {
      const { of, metric } = list.asked
      const verdict = verdictIn(scored, metric)
      const about = ofResult.filter((label) => label.metric === metric)
      const score = of === 'mean' ? scoreIn(scored, metric) : verdict
      if (score !== undefined) list.scores.push(score)
      const label = of === 'mean' ? meanOf(about) : majorityOf(about)
      list.rows.push({ caseId, position, repeat, judged: score ?? Number.NaN, label, verdict })
    }
  }
  return lists.map(({ scores, rows, ...one }) => ({ ...one, rows: withoutGaps(rows, scores) }))
}

/** Derives a verdict from a score of a metric with a threshold. */
function withVerdict(label: HumanLabel, limits: ReadonlyMap<string, RunPlan['metrics'][number]>): HumanLabel {
  const { metric, passed, value } = label
  const { threshold, polarity } = limits.get(metric ?? '') ?? {}
  if (passed !== undefined || value === undefined || threshold === undefined) return label
  return { ...label, passed: polarity === 'lower-is-better' ? value < threshold : value >= threshold }
}

function askedBy(labels: readonly HumanLabel[], metrics: readonly string[]): readonly CorrectedFigure[] {
  const has = (metric: string | undefined, key: 'passed' | 'value') =>
    labels.some((label) => label.metric === metric && label[key] !== undefined)
  const rates = [undefined, ...metrics].filter((metric) => has(metric, 'passed'))
  return [
    ...rates.map((metric): CorrectedFigure => ({ of: 'pass-rate', ...(metric !== undefined && { metric }) })),
    ...metrics.filter((metric) => has(metric, 'value')).map((metric): CorrectedFigure => ({ of: 'mean', metric })),
  ]
}

function verdictIn({ verdict, scores }: ScoredCase, metric: string | undefined): LabelledRow['verdict'] {
  if (metric === undefined) return verdict === 'passed' ? 1 : verdict === 'not-evaluated' ? 0.5 : 0
  const score = scores.find((one) => one.metric === metric)
  if (score?.status !== 'scored') return 0.5
  return score.passed ? 1 : 0
}

function scoreIn({ scores }: ScoredCase, metric: string | undefined): number | undefined {
  const score = scores.find((one) => one.metric === metric)
  return score?.status === 'scored' ? Math.min(1, Math.max(0, score.value)) : undefined
}

/** A label that settles a disagreement decides alone. Undefined in a tie. */
function majorityOf(labels: readonly HumanLabel[]): number | undefined {
  const balance = counting(labels).reduce((sum, { passed }) => sum + (passed === undefined ? 0 : passed ? 1 : -1), 0)
  return balance === 0 ? undefined : balance > 0 ? 1 : 0
}

function meanOf(labels: readonly HumanLabel[]): number | undefined {
  const values = counting(labels).flatMap(({ value }) => value ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

function counting(labels: readonly HumanLabel[]): readonly HumanLabel[] {
  const settling = labels.filter(({ settles }) => settles === true)
  return settling.length > 0 ? settling : labels
}

function withoutGaps(rows: readonly LabelledRow[], scores: readonly number[]): readonly LabelledRow[] {
  if (scores.length === rows.length) return rows
  const usual = scores.length === 0 ? 0.5 : scores.reduce((sum, score) => sum + score, 0) / scores.length
  return rows.map((row) => (Number.isNaN(row.judged) ? { ...row, judged: usual } : row))
}
