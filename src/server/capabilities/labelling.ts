import type { HumanLabel, Run } from '../../core/index.ts'
import type { LabelPlanAnswer } from '../api/labels.ts'

/** Takes down what people say of results, and writes it out, as `shinsa labels` does. */
export interface LabelService {
  /** @throws {EvalError} `usage` when the run has no such result or no such metric */
  add(run: Run, said: Omit<HumanLabel, 'runId' | 'at'>): Promise<HumanLabel>
  /** All labels of a run, each result and metric on one line, without its newline. */
  lines(run: Run): AsyncIterable<string>
  /** How many labels it takes for an interval of this width, and on which results. */
  plan(run: Run, wanted: { readonly metric: string | undefined; readonly width: number }): Promise<LabelPlanAnswer>
}
