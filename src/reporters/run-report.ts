import type { ArmsComparison, CaseRecord, Run } from '../core/index.ts'

/** What a report is written from. `records` come in dataset order and are read once, so that a long run streams. */
export type RunReport = {
  /** Of the last run of an evaluation with arms. */
  readonly arms?: ArmsComparison | undefined
  readonly run: Run
  readonly records: AsyncIterable<CaseRecord> | Iterable<CaseRecord>
}
