import type { HumanLabel, Run } from '../../core/index.ts'
import type { LabelPlanAnswer } from '../api/labels.ts'

/** Records people's labels and exports them, as `shinsa labels` does. */
export interface LabelService {
  /** @throws {EvalError} `usage` when the run has no such result or no such metric */
  add(run: Run, said: Omit<HumanLabel, 'runId' | 'at'>): Promise<HumanLabel>
  /** Yields a run's labels, one line for each result and metric, without newlines. */
  lines(run: Run): AsyncIterable<string>
  /** Returns the number of labels that an interval of this width needs, and the results to label. */
  plan(run: Run, wanted: { readonly metric: string | undefined; readonly width: number }): Promise<LabelPlanAnswer>
}
