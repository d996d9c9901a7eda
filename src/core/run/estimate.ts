import { z } from 'zod'
import { Message } from '../basics/message.ts'

/** A number that was measured on `n` things, with the interval in which the true one lies at `level` confidence. */
export const Estimate = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number(),
  level: z.number(),
  /** How the interval was made, such as `wilson` or `t-clustered`. */
  method: z.string(),
})
export type Estimate = z.infer<typeof Estimate>

/** A number with its interval, or why there is none: a share of nothing is not 0. */
export const Measurement = z.discriminatedUnion('status', [
  Estimate.extend({ status: z.literal('measured') }),
  z.object({ status: z.literal('undefined'), reason: Message }),
])
export type Measurement = z.infer<typeof Measurement>
