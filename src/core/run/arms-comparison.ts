import { z } from 'zod'
import { Message } from '../basics/message.ts'
import { Estimate } from './estimate.ts'

/** Two arms of an evaluation; the difference is second minus first. No test where they evaluated no case in common. */
export const ArmsPair = z.object({
  first: z.string(),
  second: z.string(),
  /** What the second is against the first; `unsure` where so few cases could not have shown a difference that matters. */
  outcome: z.enum(['better', 'worse', 'same', 'unsure']).optional(),
  /** Such as `McNemar`. */
  name: z.string().optional(),
  p: z.number().optional(),
  /** Holm's over all pairs. */
  adjustedP: z.number().optional(),
  difference: Estimate.optional(),
  casesNeeded: z.number().optional(),
  /** How it was decided before all results of the second were there; then there is no test beside it. */
  early: z.object({ after: z.number(), of: z.number(), risk: z.number(), reason: Message }).optional(),
  /** Not compared, since one of the two was stopped when its comparison with the first arm was decided. */
  stopped: z.boolean().optional(),
})
export type ArmsPair = z.infer<typeof ArmsPair>

/** The arms of an evaluation, in pairs. */
export const ArmsComparison = z.object({
  arms: z.array(z.object({ name: z.string(), runId: z.string(), passRate: Estimate.nullable() })),
  pairs: z.array(ArmsPair),
})
export type ArmsComparison = z.infer<typeof ArmsComparison>
