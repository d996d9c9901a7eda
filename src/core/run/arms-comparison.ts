import { z } from 'zod'
import { Message } from '../basics/message.ts'
import { Estimate } from './estimate.ts'

/** Two arms of an evaluation; the difference is second minus first. Without common evaluated cases there is no test. */
export const ArmsPair = z.object({
  first: z.string(),
  second: z.string(),
  /** The second arm compared with the first; `unsure` when there are too few cases to detect a relevant difference. */
  outcome: z.enum(['better', 'worse', 'same', 'unsure']).optional(),
  /** Such as `McNemar`. */
  name: z.string().optional(),
  p: z.number().optional(),
  /** Adjusted by Holm's method over all pairs. */
  adjustedP: z.number().optional(),
  difference: Estimate.optional(),
  casesNeeded: z.number().optional(),
  /** How the pair was decided before the second arm had all results; there is no test then. */
  early: z.object({ after: z.number(), of: z.number(), risk: z.number(), reason: Message }).optional(),
  /** True when the pair was not compared, because one arm stopped early once it was decided against the first arm. */
  stopped: z.boolean().optional(),
})
export type ArmsPair = z.infer<typeof ArmsPair>

export const ArmsComparison = z.object({
  arms: z.array(z.object({ name: z.string(), runId: z.string(), passRate: Estimate.nullable() })),
  pairs: z.array(ArmsPair),
})
export type ArmsComparison = z.infer<typeof ArmsComparison>
