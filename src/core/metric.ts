import type { Transcript } from './case-result.ts'
import type { EvalCase } from './eval-case.ts'
import type { Score } from './score.ts'

export type MetricContext = { readonly signal?: AbortSignal }

/**
 * Turns a case and what the agent did into a score. It may throw: the run goes on and the score is an `error`.
 * A metric that needs a judge, a clock or a file gets it when it is made, not here.
 */
export interface Metric {
  readonly name: string
  score(evalCase: EvalCase, transcript: Transcript, context: MetricContext): Score | Promise<Score>
}
