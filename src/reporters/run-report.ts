import type { ArmsComparison, CaseRecord, Run } from '../core/index.ts'
import type { ResultView } from '../core/run/result-view.ts'

/**
 * Holds what a report is written from. `records` come in dataset order and are read once, so that a long run streams.
 *
 * @example
 * const store = openSqliteStore('.shinsa/runs.db')
 * const run = await store.find('latest')
 * const found: RunReport | undefined = run && { run, records: store.records(run.plan.runId) }
 */
export type RunReport = {
  /** Present for the last run of an evaluation with arms. */
  readonly arms?: ArmsComparison | undefined
  readonly run: Run
  /** Present when the records are only a part of the run's. */
  readonly view?: ResultView | undefined
  readonly records: AsyncIterable<CaseRecord> | Iterable<CaseRecord>
}
