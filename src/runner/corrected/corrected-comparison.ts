import type { CorrectedComparison, CorrectedDifference, HumanLabel, RunPlan, ScoredCase } from '../../core/index.ts'
import { correctedDifference } from '../../statistics/corrected/corrected-difference.ts'
import { stratifiedDifference } from '../../statistics/corrected/stratified-rate.ts'
import { type CaseSlices, correctedSlices } from './case-slices.ts'
import { type LabelledRow, byFigure, labelledRows } from './labelled-rows.ts'
import { skewOf, strataOf } from './label-skew.ts'

/** With fewer labelled cases than this in either run, no difference is estimated. */
const fewest = 10

export type LabelledRun = {
  readonly plan: Pick<RunPlan, 'metrics'>
  readonly labels: readonly HumanLabel[]
  readonly scoredCases: () => AsyncIterable<ScoredCase>
}

type CorrectedCorrectedComparisonDetail = {
  /** Ids of the cases with equal content in both runs. */
  readonly cases: ReadonlySet<string>
  readonly slices: () => Promise<CaseSlices>
}

/** Corrects the difference of two runs by people's labels. Undefined without enough labels on both. */
export async function correctedComparison(
  first: LabelledRun,
  second: LabelledRun,
  { cases, slices }: CorrectedCorrectedComparisonDetail,
): Promise<CorrectedComparison | undefined> {
  const rowsOf = async ({ plan, labels, scoredCases }: LabelledRun) => labelledRows(plan, labels, scoredCases)
  const [before, after] = [await rowsOf(first), await rowsOf(second)]
  const corrected = before.flatMap(({ asked, rows: all }) => {
    const others = after.find((one) => one.asked.of === asked.of && one.asked.metric === asked.metric)?.rows ?? []
    const rows = bothSides(
      all.filter(({ caseId }) => cases.has(caseId)),
      others.filter(({ caseId }) => cases.has(caseId)),
    )
    const whole = differenceOf(rows)
    return whole === undefined ? [] : [{ asked, rows, whole }]
  })
  if (corrected.length === 0) return undefined
  const places = await slices()
  return {
    ...byFigure(corrected),
    slices: corrected.flatMap(({ asked, rows, whole }) =>
      correctedSlices(rows, { asked, slices: places }, (ofSlice) => differenceOf(ofSlice, whole.skewed)),
    ),
  }
}

/** A result of either run; `cluster` is its case's index in the second run. */
type SidedRow = Omit<LabelledRow, 'caseId'> & {
  readonly cluster: string
  readonly side: 'first' | 'second'
  /** The verdicts of both runs on this repeat: labels may have been drawn by either. */
  readonly kind: string
}

function bothSides(before: readonly LabelledRow[], after: readonly LabelledRow[]): readonly SidedRow[] {
  const positions = new Map(after.map(({ caseId, position }) => [caseId, position]))
  const sided = (rows: readonly LabelledRow[], others: readonly LabelledRow[], side: SidedRow['side']) => {
    const verdicts = new Map(others.map(({ caseId, repeat, verdict }) => [`${repeat} ${caseId}`, verdict]))
    return rows.map(({ caseId, ...row }): SidedRow => {
      const other = verdicts.get(`${row.repeat} ${caseId}`)
      const position = positions.get(caseId) ?? row.position
      return { ...row, position, cluster: caseId, side, kind: `${row.verdict} ${other}` }
    })
  }
  return [...sided(before, after, 'first'), ...sided(after, before, 'second')]
}

function differenceOf(rows: readonly SidedRow[], mustWeigh = false): CorrectedDifference | undefined {
  const [first, second] = (['first', 'second'] as const).map((side) => partsOf(rows.filter((row) => row.side === side)))
  if (first === undefined || second === undefined) return undefined
  if (Math.min(first.labelledCases, second.labelledCases) < fewest) return undefined
  const plain = correctedDifference(first, second)
  if (plain === null) return undefined
  const { labelsAlone, judgeAlone, weights, effectiveLabels } = plain
  const skewed = mustWeigh || first.skewed || second.skewed
  const weighed = skewed
    ? (stratifiedDifference(first.byBoth, second.byBoth) ?? stratifiedDifference(first.byVerdict, second.byVerdict))
    : null
  if (mustWeigh && weighed === null) return undefined
  const labels = first.labelled.length + second.labelled.length
  const gain = weighed && ((labelsAlone.high - labelsAlone.low) / (weighed.high - weighed.low)) ** 2
  return {
    estimate: weighed ?? plain.estimate,
    labelsAlone,
    verdictsAlone: judgeAlone,
    ...(!weighed && { weights }),
    effectiveLabels: gain === null ? effectiveLabels : labels * gain,
    labels,
    results: rows.length,
    ...(skewed && { skewed: true as const }),
  }
}

function partsOf(rows: readonly SidedRow[]) {
  const labelled = rows.flatMap(({ label, ...row }) => (label === undefined ? [] : [{ ...row, label }]))
  const unlabelled = rows.filter(({ label }) => label === undefined)
  return {
    labelled,
    unlabelled,
    labelledCases: new Set(labelled.map(({ cluster }) => cluster)).size,
    skewed: skewOf(labelled, unlabelled) !== undefined,
    byBoth: strataOf(rows, ({ kind }) => kind),
    byVerdict: strataOf(rows, ({ verdict }) => verdict),
  }
}
