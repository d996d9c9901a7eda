import { z } from 'zod'
import { Estimate } from './estimate.ts'

/** On what a judge was admitted for a metric; `admitted` is absent where it was not, as it is asked now. */
export const JudgeStanding = z.object({
  metric: z.string(),
  judge: z.string(),
  admitted: z
    .object({
      at: z.string(),
      labels: z.number(),
      sensitivity: Estimate,
      specificity: Estimate,
      /** Biases that were looked for, and not found. */
      battery: z.array(z.string()).optional(),
    })
    .optional(),
})
export type JudgeStanding = z.infer<typeof JudgeStanding>
