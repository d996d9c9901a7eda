import { z } from 'zod'
import type { Transcript } from './run/case-result.ts'
import type { EvalCase } from './eval-case.ts'
import type { Score } from './score.ts'

/** The meaning of a high value when it is not simply better. Such a metric must not be averaged with others. */
export const Polarity = z.enum(['lower-is-better', 'refusal-passes'])
export type Polarity = z.infer<typeof Polarity>

/**
 * Tells a metric what it needs beside case and transcript: `signal` aborts when the score is no longer wanted.
 *
 * @example
 * const stopped = ({ signal }: MetricContext) => signal?.aborted === true
 */
export type MetricContext = { readonly signal?: AbortSignal }

/**
 * Turns a case and what the agent did into a score. It may throw: the run goes on and the score is an `error`. A metric
 * that needs a judge, a clock or a file gets it when it is made, not here.
 *
 * @example
 * const answered: Metric = {
 *   name: 'answered',
 *   score(_evalCase, { invocations }) {
 *     const passed = invocations.every((invocation) => responseTextOf(invocation) !== undefined)
 *     return { status: 'scored', metric: 'answered', value: passed ? 1 : 0, threshold: 1, passed }
 *   },
 * }
 */
export interface Metric {
  readonly name: string
  /** When absent, a higher value is better. */
  readonly polarity?: Polarity
  score(evalCase: EvalCase, transcript: Transcript, context: MetricContext): Score | Promise<Score>
}
