import type { HumanLabel, Run } from '../../core/index.ts'

/** Takes down what people say of results, and writes it out, as `shinsa labels` does. */
export interface Labelling {
  /** @throws {EvalError} `usage` when the run has no such result or no such metric */
  add(run: Run, said: Omit<HumanLabel, 'runId' | 'at'>): Promise<HumanLabel>
  /** All labels of a run, each result and metric on one line, without its newline. */
  lines(run: Run): AsyncIterable<string>
}
