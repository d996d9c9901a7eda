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
  /** The schema of a summary, which must be representable as JSON. */
  readonly schema: z.ZodType<Summary>
  /** Starts counting one run, possibly again. Results are added in dataset order, the repeats of a case in sequence. */
  start(): {
    add(scored: ScoredCase): void
    /** Undefined when there is nothing to report. */
    summary(): Summary | undefined
  }
}
