import type { z } from 'zod'
import type { ScoredCase } from './run/run-store.ts'

/**
 * Turns all results of a run into what is said of them together: classification, calibration, cost per success. What it
 * says is kept in the run's summary under its name, `summary.sets[name]`.
 *
 * @example
 * import { z } from 'zod'
 * const failures: SetMetric = {
 *   name: 'failures',
 *   schema: z.number(),
 *   start(count = 0) {
 *     return { add: ({ verdict }) => void (count += verdict === 'failed' ? 1 : 0), summary: () => count }
 *   },
 * }
 */
export interface SetMetric<Summary = unknown> {
  readonly name: string
  /** What a summary looks like: what JSON can say. */
  readonly schema: z.ZodType<Summary>
  /** For one run. Results are added in dataset order, repeats of a case one after the other; a run may be counted twice. */
  start(): {
    add(scored: ScoredCase): void
    /** Undefined where there is nothing to be said. */
    summary(): Summary | undefined
  }
}
