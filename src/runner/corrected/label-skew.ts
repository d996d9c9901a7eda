import type { CorrectedRate } from '../../core/index.ts'
import type { Stratum } from '../../statistics/corrected/stratified-rate.ts'
import type { LabelledRow } from './labelled-rows.ts'

/** The z value that random labels exceed in one of a hundred runs. */
const rare = 2.576

type Verdicts = readonly Pick<LabelledRow, 'verdict'>[]

/** Returns both pass rates when labelled results passed clearly more or less often than the others. */
export function skewOf(labelled: Verdicts, others: Verdicts): CorrectedRate['skew'] {
  if (others.length === 0) return undefined
  const share = (rows: Verdicts) => rows.reduce((sum, { verdict }) => sum + verdict, 0) / rows.length
  const [ofLabelled, ofOthers, ofAll] = [share(labelled), share(others), share([...labelled, ...others])]
  const error = Math.sqrt(ofAll * (1 - ofAll) * (1 / labelled.length + 1 / others.length))
  return Math.abs(ofLabelled - ofOthers) > rare * error ? { labelled: ofLabelled, others: ofOthers } : undefined
}

export function strataOf<One extends { readonly label: number | undefined; readonly cluster: string | number }>(
  rows: readonly One[],
  kindOf: (row: One) => string | number,
): readonly Stratum[] {
  return [...Map.groupBy(rows, kindOf).values()].map((ofKind) => ({
    results: ofKind.length,
    labels: ofKind.flatMap(({ label, cluster }) => (label === undefined ? [] : [{ label, cluster }])),
  }))
}
