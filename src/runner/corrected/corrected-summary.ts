import type { CorrectedRate, CorrectedSummary, HumanLabel, RunPlan, ScoredCase } from '../../core/index.ts'
import { correctedMean } from '../../statistics/corrected/corrected-mean.ts'
import { stratifiedRate } from '../../statistics/corrected/stratified-rate.ts'
import { type CaseSlices, correctedSlices } from './case-slices.ts'
import { type LabelledRow, byFigure, labelledRows } from './labelled-rows.ts'
import { skewOf, strataOf } from './label-skew.ts'

/** The fewest labels from which a run, or one of its slices, is estimated. */
const fewest = 5
const fewestInSlice = 10

type Results = {
  readonly scoredCases: () => AsyncIterable<ScoredCase>
  readonly slices?: CaseSlices | undefined
}

/**
 * Estimates pass rates and means as people would judge them: the headline from labels on whole results, those of
 * metrics from labels on the metric, and each by slice. Undefined without enough labels.
 */
export async function correctedSummary(
  plan: Pick<RunPlan, 'metrics'>,
  labels: readonly HumanLabel[],
  { scoredCases, slices = new Map() }: Results,
): Promise<CorrectedSummary | undefined> {
  const corrected = (await labelledRows(plan, labels, scoredCases)).flatMap(({ asked, rows }) => {
    const whole = correctedRate(rows, { fewest })
    return whole === undefined ? [] : [{ asked, rows, whole }]
  })
  if (corrected.length === 0) return undefined
  return {
    ...byFigure(corrected),
    slices: corrected.flatMap(({ asked, rows, whole }) => {
      const needed = { fewest: fewestInSlice, mustWeigh: whole.skew !== undefined }
      return correctedSlices(rows, { asked, slices }, (ofSlice) => correctedRate(ofSlice, needed))
    }),
  }
}

/** When a run's labels are no random sample, those of a slice are none either, even if too few are left to show it. */
type Needed = { readonly fewest: number; readonly mustWeigh?: boolean }

function correctedRate(
  rows: readonly LabelledRow[],
  { fewest: least, mustWeigh = false }: Needed,
): CorrectedRate | undefined {
  const clustered = rows.map(({ position, ...row }) => ({ ...row, cluster: position }))
  const labelled = clustered.flatMap(({ label, ...row }) => (label === undefined ? [] : [{ ...row, label }]))
  const unlabelled = clustered.filter(({ label }) => label === undefined)
  if (labelled.length < least) return undefined
  const plain = correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })
  if (plain === null) return undefined
  const skew = skewOf(labelled, unlabelled)
  const weighed = skew !== undefined || mustWeigh ? stratifiedRate(strataOf(clustered, ({ verdict }) => verdict)) : null
  if (mustWeigh && weighed === null && unlabelled.length > 0) return undefined
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
