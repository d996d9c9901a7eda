import { z } from 'zod'
import type { Transcript } from './run/case-result.ts'
import type { EvalCase } from './eval-case.ts'
import type { Score } from './score.ts'

/** What a high value means where it is not simply better. Such a metric must not be averaged with others. */
export const Polarity = z.enum(['lower-is-better', 'refusal-passes'])
export type Polarity = z.infer<typeof Polarity>

export type MetricContext = { readonly signal?: AbortSignal }

/**
 * Turns a case and what the agent did into a score. It may throw: the run goes on and the score is an `error`.
 * A metric that needs a judge, a clock or a file gets it when it is made, not here.
 */
export interface Metric {
  readonly name: string
  /** Higher is better unless given; reports say it. */
  readonly polarity?: Polarity
  score(evalCase: EvalCase, transcript: Transcript, context: MetricContext): Score | Promise<Score>
}
