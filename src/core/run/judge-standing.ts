import { z } from 'zod'
import { Estimate } from './estimate.ts'

/** The evidence on which a judge was admitted for a metric; `admitted` is absent when its present form was not. */
export const JudgeStanding = z.object({
  metric: z.string(),
  judge: z.string(),
  admitted: z
    .object({
      at: z.string(),
      labels: z.number(),
      sensitivity: Estimate,
      specificity: Estimate,
      /** The biases that were tested and not found. */
      battery: z.array(z.string()).optional(),
    })
    .optional(),
})
export type JudgeStanding = z.infer<typeof JudgeStanding>
