import type { CorrectedRate, CorrectedSummary, HumanLabel, RunPlan, ScoredCase } from '../core/index.ts'
import { correctedMean } from '../statistics/corrected/corrected-mean.ts'
import { stratifiedRate } from '../statistics/corrected/stratified-rate.ts'

/** A result as a verdict sees it, and people where they labelled it. What has no verdict could be either. */
type Row = { readonly judged: 0 | 0.5 | 1; readonly label: 0 | 1 | undefined; readonly cluster: number }

/** With fewer labels than this on a result's verdict nothing is said of the others. */
const fewest = 5

/**
 * The pass rates of a run as people would have them: the headline from labels on whole results, those of metrics from
 * labels on theirs. Undefined without enough labels.
 */
export async function correctedSummary(
  { metrics }: Pick<RunPlan, 'metrics'>,
  labels: readonly HumanLabel[],
  scoredCases: AsyncIterable<ScoredCase>,
): Promise<CorrectedSummary | undefined> {
  const labelled = [undefined, ...metrics.map(({ name }) => name)].filter((metric) =>
    labels.some((label) => label.metric === metric && label.aspect === undefined && label.passed !== undefined),
  )
  if (labelled.length === 0) return undefined
  const said = Map.groupBy(labels, ({ position, repeat }) => `${position}/${repeat}`)
  const rows = new Map(labelled.map((metric) => [metric, [] as Row[]]))
  for await (const scored of scoredCases) {
    const ofResult = said.get(`${scored.position}/${scored.repeat}`) ?? []
    for (const [metric, list] of rows) {
      list.push({ judged: judgedIn(scored, metric), label: majority(ofResult, metric), cluster: scored.position })
    }
  }
  const passRate = correctedRate(rows.get(undefined) ?? [])
  const ofMetrics = [...rows].flatMap(([metric, list]) => {
    const rate = metric === undefined ? undefined : correctedRate(list)
    return rate === undefined || metric === undefined ? [] : [{ metric, ...rate }]
  })
  if (passRate === undefined && ofMetrics.length === 0) return undefined
  return { ...(passRate && { passRate }), metrics: ofMetrics }
}

function judgedIn({ verdict, scores }: ScoredCase, metric: string | undefined): Row['judged'] {
  if (metric === undefined) return verdict === 'passed' ? 1 : verdict === 'not-evaluated' ? 0.5 : 0
  const score = scores.find((one) => one.metric === metric)
  if (score?.status !== 'scored') return 0.5
  return score.passed ? 1 : 0
}

/** Undefined where nobody said anything of it, and where as many say the one as the other. */
function majority(labels: readonly HumanLabel[], metric: string | undefined): Row['label'] {
  const said = labels.filter((label) => label.metric === metric && label.aspect === undefined)
  const balance = said.reduce((sum, { passed }) => sum + (passed === undefined ? 0 : passed ? 1 : -1), 0)
  return balance === 0 ? undefined : balance > 0 ? 1 : 0
}

function correctedRate(rows: readonly Row[]): CorrectedRate | undefined {
  const labelled = rows.flatMap(({ label, ...row }) => (label === undefined ? [] : [{ ...row, label }]))
  const unlabelled = rows.filter(({ label }) => label === undefined)
  if (labelled.length < fewest) return undefined
  const plain = correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })
  if (plain === null) return undefined
  const skew = skewOf(labelled, unlabelled)
  const strata = [0, 0.5, 1].map((judged) => ({
    results: rows.filter((row) => row.judged === judged).length,
    labels: labelled.filter((row) => row.judged === judged),
  }))
  const weighed = skew && stratifiedRate(strata)
  return {
    estimate: weighed?.estimate ?? plain.estimate,
    labelsAlone: plain.labelsAlone,
    verdictsAlone: plain.judgeAlone,
    ...(!weighed && { weight: plain.weight }),
    effectiveLabels: weighed?.effectiveLabels ?? plain.effectiveLabels,
    labels: labelled.length,
    results: rows.length,
    ...(skew && { skew }),
  }
}

/** Drawn at random, labels differ from the rest by so much in one of a hundred runs. */
const rare = 2.576

function skewOf(
  labelled: readonly Pick<Row, 'judged'>[],
  others: readonly Pick<Row, 'judged'>[],
): CorrectedRate['skew'] {
  if (others.length === 0) return undefined
  const share = (rows: readonly Pick<Row, 'judged'>[]) =>
    rows.reduce((sum, { judged }) => sum + judged, 0) / rows.length
  const [ofLabelled, ofOthers, ofAll] = [share(labelled), share(others), share([...labelled, ...others])]
  const error = Math.sqrt(ofAll * (1 - ofAll) * (1 / labelled.length + 1 / others.length))
  return Math.abs(ofLabelled - ofOthers) > rare * error ? { labelled: ofLabelled, others: ofOthers } : undefined
}
