import type { RunSummary } from './run.ts'
import type { ScoredCase } from './run-store.ts'

/** What is said of all results of a run together. */
export type SetSummary = Pick<RunSummary, 'review' | 'runbook'>

/** Turns all results of a run into numbers: classification, calibration, agreement. */
export interface SetMetric {
  readonly name: string
  /** For one run. Results are added in dataset order, repeats of a case one after the other. */
  start(): { add(scored: ScoredCase): void; summary(): SetSummary }
}
