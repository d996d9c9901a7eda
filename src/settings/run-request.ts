import { z } from 'zod'
import { reviewSettings, runSettings, shapeOf } from './index.ts'

/** What somebody asked for on a command line or through `evaluate`. It is kept with the run, so that it can be resumed. */
export const RunRequest = z.object({
  cwd: z.string(),
  dataset: z.string(),
  selected: z.array(z.string()),
  config: z.string().optional(),
  /** Of the metrics that the run would have only these, by name; what merely measures stays. */
  onlyMetrics: z.array(z.string()).min(1).optional(),
  /** The folder that the runbook assistant answers from, whatever lies in the usual places. */
  runbooks: z.string().optional(),
  ...shapeOf(runSettings),
  review: z.object(shapeOf(reviewSettings)).optional(),
})
export type RunRequest = z.infer<typeof RunRequest>
