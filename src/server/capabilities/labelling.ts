import type { CaseRecord, HumanLabel, Run } from '../../core/index.ts'
import type { BlindPair, LabelPlanAnswer, PairAnswer, PairWish, PreferenceByPeople } from '../api/labels.ts'

/** Takes down what people say of results, and writes it out, as `shinsa labels` does. */
export interface LabelService {
  /** @throws {EvalError} `usage` when the run has no such result or no such metric */
  add(run: Run, said: Omit<HumanLabel, 'runId' | 'at'>): Promise<HumanLabel>
  /** All labels of a run, each result and metric on one line, without its newline. */
  lines(run: Run): AsyncIterable<string>
  /** How many labels it takes for an interval of this width, and on which results. */
  plan(run: Run, wanted: { readonly metric: string | undefined; readonly width: number }): Promise<LabelPlanAnswer>
  /** Of runs that compare others; undefined where one does not. */
  readonly pairs: {
    isOne(run: Run): boolean
    /** A pair without what anybody thought of it or who gave which answer. @throws {EvalError} `usage` for a result that is none */
    blind(run: Run, record: CaseRecord, by: string | undefined): Promise<BlindPair>
    add(run: Run, record: CaseRecord, wish: PairWish): Promise<PairAnswer>
    byPeople(run: Run): Promise<PreferenceByPeople>
  }
}
