import type { ArmsComparison, CaseRecord, Run } from '../core/index.ts'
import type { ResultView } from '../core/run/result-view.ts'

/** What a report is written from. `records` come in dataset order and are read once, so that a long run streams. */
export type RunReport = {
  /** Of the last run of an evaluation with arms. */
  readonly arms?: ArmsComparison | undefined
  readonly run: Run
  /** Where the records are only some of the run's. */
  readonly view?: ResultView | undefined
  readonly records: AsyncIterable<CaseRecord> | Iterable<CaseRecord>
}
